import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'

import type { EditableShop, ShopCells } from '#contract/edit.ts'
import type { ShopColumn } from '#contract/offer-csv-columns.ts'

import { isAppError } from '#web/lib/failure.ts'
import { messageOf } from '#web/lib/failure-text.ts'
import { AskedButton } from '#web/ui/asked-button.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { focusFirst, takeFocus } from '#web/ui/form-field.tsx'
import { LoadFailed } from '#web/ui/load-state.tsx'

import { editableShopQuery } from './queries.ts'
import { describeWarning, ShopField, SHOP_FIELDS, type ShopWarning } from './shop-field.tsx'
import { ShopHours } from './shop-hours.tsx'
import { ShopPlace } from './shop-place.tsx'
import { useShopSaving } from './use-edits.ts'

type Props = { keyText: string; id: string; name: string; onClose: () => void }

/** The form of one shop, as it is now. */
export function ShopForm({ keyText, id, name, onClose }: Props) {
  const shop = useQuery(editableShopQuery(keyText, id))
  // Somebody else has changed it: the form begins anew with what they have made of it.
  const [edition, setEdition] = useState(0)
  const reload = async () => {
    await shop.refetch()
    setEdition(edition + 1)
  }
  if (shop.data) return <FilledForm key={edition} keyText={keyText} shop={shop.data} name={name} onClose={onClose} onReload={reload} />
  if (shop.error && !shop.isFetching)
    return (
      <div className="desk-form">
        <LoadFailed onRetry={() => void shop.refetch()}>{messageOf(shop.error, 'The shop could not be loaded.')}</LoadFailed>
      </div>
    )
  return (
    <p className="spin desk-form" role="status">
      Loading the shop
    </p>
  )
}

/** The form of a shop that is not there yet. */
export const NewShopForm = ({
  keyText,
  onClose,
  onSaved,
}: Pick<FilledProps, 'keyText' | 'onClose'> & Required<Pick<FilledProps, 'onSaved'>>) => (
  <FilledForm keyText={keyText} shop={undefined} name="A new shop" onClose={onClose} onSaved={onSaved} />
)

type FilledProps = {
  keyText: string
  shop: EditableShop | undefined
  name: string
  onClose: () => void
  onReload?: () => Promise<void>
  /** In the place of the form's own word on it. */
  onSaved?: (name: string, warnings: ShopWarning[]) => void
}

function FilledForm({ keyText, shop, name, onClose, onReload, onSaved }: FilledProps) {
  const { form, cells, edit, errors, isChanged, change, submit } = useShopForm(keyText, shop, onSaved)
  const fieldProps = (column: ShopColumn) => ({
    column,
    value: cells[column] ?? '',
    error: errors[column],
    onChange: (value: string) => change({ [column]: value }),
  })
  const isStale = isAppError(edit.error) && edit.error.code === 'shop_changed'
  return (
    <form ref={form} className="form desk-form" aria-label={shop ? `Edit ${name}` : 'Add a shop'} onSubmit={submit} noValidate>
      <h3 ref={takeFocus} tabIndex={-1}>
        {name}
      </h3>
      <div className="desk-fields">
        {SHOP_FIELDS.map((column) => (
          <ShopField key={column} {...fieldProps(column)} />
        ))}
      </div>
      <ShopHours week={fieldProps('hours')} special={fieldProps('special_hours')} />
      <ShopPlace latitude={fieldProps('latitude')} longitude={fieldProps('longitude')} address={cells.address ?? ''} onChoose={change} />
      {edit.error && (
        <Banner
          tone="bad"
          action={
            isStale && (
              <button type="button" className="btn" onClick={() => void onReload?.()}>
                Load it again
              </button>
            )
          }
        >
          {Object.keys(errors).length > 0
            ? 'Nothing was saved. Please mend what is marked.'
            : messageOf(edit.error, 'That could not be saved. Please check your connection and try again.')}
        </Banner>
      )}
      {edit.isSuccess && <Saved message={edit.data.message} warnings={edit.data.warnings} />}
      <div className="row">
        <AskedButton className="btn second" isBusy={edit.isPending} question={isChanged ? DISCARD : undefined} onPress={onClose}>
          Close
        </AskedButton>
        <button className="btn" aria-disabled={edit.isPending}>
          {edit.isPending ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
  )
}

const DISCARD = {
  title: 'Close without saving?',
  description: 'What you wrote in this form is not saved, and is lost.',
  confirm: 'Close without saving',
  tone: 'danger',
} as const

/** What is written in the form, of which only what differs from the shop is sent. */
function useShopForm(keyText: string, shop: EditableShop | undefined, onSaved: FilledProps['onSaved']) {
  const form = useRef<HTMLFormElement>(null)
  const [cells, setCells] = useState<ShopCells>(shop?.cells ?? {})
  const edit = useShopSaving(keyText, shop)
  const change = (more: ShopCells) => {
    if (edit.isSuccess) edit.reset()
    setCells({ ...cells, ...more })
  }
  const changed = Object.entries(cells).filter(([column, cell]) => cell.trim() !== (shop?.cells[column as ShopColumn] ?? ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (edit.isPending) return
    edit.mutate(Object.fromEntries(changed), {
      onSuccess: ({ data, warnings }) => {
        setCells(data.cells)
        onSaved?.(data.cells.shop ?? '', warnings)
      },
      onError: (error) => focusFirst(form.current, Object.keys(errorsOf(error))),
    })
  }
  return { form, cells, edit, errors: errorsOf(edit.error), isChanged: changed.length > 0, change, submit }
}

const PREFIX = 'body.cells.'
/** What is wrong, by the column. */
function errorsOf(error: unknown): Partial<Record<ShopColumn, string>> {
  if (!isAppError(error) || !error.fields) return {}
  const own = Object.entries(error.fields).filter(([field]) => field.startsWith(PREFIX))
  return Object.fromEntries(own.map(([field, text]) => [field.slice(PREFIX.length), text]))
}

const Saved = ({ message, warnings }: { message: string; warnings: ShopWarning[] }) => (
  <Banner tone="good">
    {message}
    {warnings.map(describeWarning).map((warning) => (
      <span key={warning} className="block">
        {warning}.
      </span>
    ))}
  </Banner>
)
