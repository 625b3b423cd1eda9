import { useId, type ReactNode } from 'react'

import type { ShopColumn } from '#contract/offer-csv-columns.ts'

import { describe, FieldError } from '#web/ui/form-field.tsx'

export type ShopFieldProps = { column: ShopColumn; value: string; error: string | undefined; onChange: (value: string) => void }

const LABELS: Record<ShopColumn, string> = {
  shop: 'Name',
  address: 'Address',
  external_shop_id: 'Your own number of it',
  phone: 'Telephone',
  shop_description: 'In a few words',
  shop_email: 'E-mail',
  shop_website: 'Website',
  shop_category: 'Main category',
  shop_categories: 'All categories, between |',
  shop_logo: 'Address of its logo',
  latitude: 'Latitude',
  longitude: 'Longitude',
  hours: 'Opening hours',
  special_hours: 'Hours of single days',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
  instagram: 'Instagram',
}
export type ShopWarning = { column: string | null; reason: string }
/** With the field that it is about. */
export const describeWarning = ({ column, reason }: ShopWarning) =>
  column === null ? reason : `${LABELS[column as ShopColumn]}: ${reason}`

/** Those that need nothing beside them. */
export const SHOP_FIELDS = [
  'shop',
  'address',
  'phone',
  'shop_email',
  'shop_website',
  'shop_description',
  'shop_category',
  'shop_categories',
  'shop_logo',
  'external_shop_id',
  'facebook',
  'twitter',
  'instagram',
] as const satisfies readonly ShopColumn[]
const MODES: Partial<Record<ShopColumn, 'tel' | 'email' | 'url'>> = {
  phone: 'tel',
  shop_email: 'email',
  shop_website: 'url',
  shop_logo: 'url',
  facebook: 'url',
  twitter: 'url',
  instagram: 'url',
}

type Props = ShopFieldProps & { rows?: number; hint?: string; children?: ReactNode }

/** A cell of a shop. What stands below it is told with it. */
export function ShopField({ column, value, error, onChange, rows, hint, children }: Props) {
  const id = useId()
  const shared = {
    id,
    name: column,
    value,
    autoComplete: 'off',
    ...describe(id, error, hint),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="fld">
      <label htmlFor={id}>{LABELS[column]}</label>
      {rows ? <textarea {...shared} rows={rows} /> : <input {...shared} inputMode={MODES[column]} />}
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      {children}
      {hint && (
        <p id={`${id}h`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
