import { useQuery } from '@tanstack/react-query'
import type { KeyboardEventHandler, ReactNode } from 'react'

import { addDays, formatDay, formatWeekday, wallTime, weekdayOf } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { useDraft } from '#web/lib/use-draft.ts'
import { askPosition } from '#web/place/ask-position.ts'
import { useOrigin } from '#web/place/place-origin.tsx'
import { shopChoicesQuery, shopQuery } from '#web/shops/queries.ts'
import { Icon } from '#web/ui/icon.tsx'

import { CatchField } from './catch-field.tsx'
import { SORTS, type FilterProps, type OfferFilters } from './offer-address.ts'
import { categoriesQuery } from './queries.ts'

/** How many days "Valid on" offers. */
const DAYS = 7
/** A date is typed digit by digit; the list follows when it rests. */
const DATE_REST = 500

type FieldsProps = FilterProps & { isOpen: boolean; onKeyDown: KeyboardEventHandler }

export const OfferFilterFields = ({ filters, change, isOpen, onKeyDown }: FieldsProps) => {
  const set = (name: keyof OfferFilters, how?: { isLate: boolean }) => (value: string) => change({ [name]: value || undefined }, how)
  return (
    // oxlint-disable-next-line no-static-element-interactions -- it hears a key of its fields, and is not to be pressed
    <div id="filters" className={isOpen ? 'filters shown' : 'filters'} onKeyDown={onKeyDown}>
      <CategoryField value={filters.category} onChange={set('category')} />
      <ShopField value={filters.shop} onChange={set('shop')} />
      <ValidOnField value={filters.on} onChange={set('on')} />
      <DateField label="From date" name="from" value={filters.from} onChange={set('from', { isLate: true })} />
      <DateField label="To date" name="to" value={filters.to} onChange={set('to', { isLate: true })} />
      <CatchField filters={filters} change={change} />
      <SortField filters={filters} onChange={set('sort')} />
      <HiddenFilters
        filters={{
          ...(filters.tags && { tags: filters.tags }),
          ...(filters.near && { near: filters.near }),
          ...(filters.radius && { radius: filters.radius }),
          ...(filters.usable && { usable: filters.usable }),
        }}
      />
      <p id="date-hint" className="hint" aria-live="polite">
        {filters.from && filters.to && filters.to < filters.from
          ? 'To is before From, so no offer can fit. Change one of them.'
          : 'From and To find what starts and ends within them; Valid on what runs that day, whatever its weekdays and hours.'}
      </p>
    </div>
  )
}

/** Wishes without a field of their own stay when the form is sent without scripts. */
export const HiddenFilters = ({ filters }: { filters: OfferFilters }) =>
  Object.entries(filters).flatMap(([name, value]) =>
    [value].flat().map((item) => <input key={`${name} ${item}`} type="hidden" name={name} value={item} />),
  )

type FieldProps = { value: string | undefined; onChange: (value: string) => void }

function CategoryField({ value, onChange }: FieldProps) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const names = categories.map(({ name }) => name)
  return (
    <FilterSelect label="Categories" name="category" value={value} onChange={onChange} any="All">
      {[...names, ...(value && !names.includes(value) ? [value] : [])].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </FilterSelect>
  )
}

function ShopField({ value, onChange }: FieldProps) {
  const { data: choices = [] } = useQuery(shopChoicesQuery)
  const chosen = useQuery({ ...shopQuery(value ?? ''), enabled: value !== undefined, throwOnError: false }).data
  const shops =
    value === undefined || choices.some(({ id }) => id === value)
      ? choices
      : [...choices, { id: value, name: chosen?.name ?? 'One shop', address: null }]
  const isBranch = (name: string) => shops.filter((shop) => shop.name === name).length > 1
  return (
    <FilterSelect label="Companies" name="shop" value={value} onChange={onChange} any="All">
      {shops.map(({ id, name, address }) => (
        <option key={id} value={id}>
          {address && isBranch(name) ? `${name}, ${address}` : name}
        </option>
      ))}
    </FilterSelect>
  )
}

function ValidOnField({ value, onChange }: FieldProps) {
  const today = wallTime(useNow(), useCity().timeZone).day
  const days = Array.from({ length: DAYS }, (_, offset) => addDays(today, offset))
  const nameOf = (day: string) =>
    day === today ? 'Today' : day === days[1] ? 'Tomorrow' : `${formatWeekday(weekdayOf(day))} ${formatDay(day, { year: false })}`
  return (
    <FilterSelect label="Valid on" name="on" value={value} onChange={onChange} any="Any day">
      {[...days, ...(value && !days.includes(value) ? [value] : [])].map((day) => (
        <option key={day} value={day}>
          {nameOf(day)}
        </option>
      ))}
    </FilterSelect>
  )
}

function SortField({ filters, onChange }: { filters: OfferFilters; onChange: (value: string) => void }) {
  /** What the list is sorted by when nobody says. */
  const implied = filters.q ? 'relevance' : 'ending'
  const { isApproximate } = useOrigin()
  const order = (sort: string) => {
    // The list is sorted from the centre at once, and from where the shopper is as soon as that is known.
    if (sort === 'distance' && isApproximate) void askPosition()
    onChange(sort)
  }
  return (
    <FilterSelect
      label="Sort"
      name="sort"
      value={filters.sort === implied ? undefined : filters.sort}
      onChange={order}
      any={SORTS[implied]}
    >
      {Object.entries(SORTS)
        .filter(([sort]) => sort !== 'relevance' && sort !== implied)
        .map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
    </FilterSelect>
  )
}

const FilterSelect = ({
  label,
  name,
  value,
  any,
  onChange,
  children,
}: FieldProps & { label: string; name: string; any: string; children: ReactNode }) => (
  <label className="select">
    <span>{label}</span>
    <select name={name} value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
      <option value="">{any}</option>
      {children}
    </select>
    <Icon name="caret-down" />
  </label>
)

function DateField({ label, name, value, onChange }: FieldProps & { label: string; name: string }) {
  const { draft, type, flush } = useDraft(value ?? '', onChange, DATE_REST)
  return (
    <label className="select">
      <span>{label}</span>
      <input
        type="date"
        name={name}
        value={draft}
        aria-describedby="date-hint"
        onChange={(event) => type(event.target.value)}
        onBlur={flush}
      />
    </label>
  )
}
