import { useQuery } from '@tanstack/react-query'

import { describeRadius } from '#contract/distance.ts'
import { addDays, formatDay, wallTime } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import type { Heirs } from '#web/lib/use-passed-focus.ts'
import { shopQuery } from '#web/shops/queries.ts'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { LACKING_NAMES, SERVICE_NAMES } from './catch-names.ts'
import { clearAllBut, type FilterProps, type OfferFilters, type Wish } from './offer-address.ts'
import { TO_LIST, WishLink } from './wish-link.tsx'

/** Wishes that narrow a list down, the search text aside. */
type Narrowing = Exclude<keyof OfferFilters, 'q' | 'sort' | 'near' | 'view' | 'tab' | 'cursor'>
type Known = { shopName: string; today: string }

/** What a chip says of each, in the order in which they stand. */
const WORDS: { [F in Narrowing]-?: (value: Item<OfferFilters[F]>, known: Known) => string } = {
  usable: () => 'Usable now',
  category: (category) => category,
  shop: (_, { shopName }) => shopName,
  tags: (tag) => `#${tag}`,
  on: (day, { today }) => (day === today ? 'Valid today' : day === addDays(today, 1) ? 'Valid tomorrow' : `Valid on ${formatDay(day)}`),
  from: (day) => `From ${formatDay(day)}`,
  to: (day) => `To ${formatDay(day)}`,
  without: (demand) => LACKING_NAMES[demand],
  service: (service) => SERVICE_NAMES[service],
  radius: (radius) => `Within ${describeRadius(Number(radius))}`,
}
type Item<T> = NonNullable<T> extends (infer I)[] ? I : NonNullable<T>

/** Each wish by itself: of tags there may be several. */
const listWishes = (filters: OfferFilters) =>
  (Object.keys(WORDS) as Narrowing[]).flatMap((name) => [filters[name] ?? []].flat().map((value) => ({ name, value })))

/** The wishes without this one. */
const withoutWish = (filters: OfferFilters, name: Narrowing, value: string): Wish => {
  const wished = filters[name]
  return { [name]: Array.isArray(wished) ? wished.filter((other) => other !== value) : undefined }
}

/** The chip before it, or the first that stays: where there is one, the focus does not come to what clears them all. */
const TO_NEXT: Heirs = [(gone) => gone.previousElementSibling, (gone) => gone.nextElementSibling, ...TO_LIST]

export const countFilters = (filters: OfferFilters) => listWishes(filters).length

/** What the list is narrowed down to; each can be taken away (#60). */
export function OfferChips({ filters, change }: FilterProps) {
  const shop = useQuery({ ...shopQuery(filters.shop ?? ''), enabled: filters.shop !== undefined, throwOnError: false })
  const today = wallTime(useNow(), useCity().timeZone).day
  const wishes = listWishes(filters)
  if (wishes.length === 0) return null
  const known = { shopName: shop.data?.name ?? 'One shop', today }
  return (
    <div className="chips" role="group" aria-label="Active filters">
      {wishes.map(({ name, value }) => {
        const text = (WORDS[name] as (value: string, known: Known) => string)(value, known)
        return (
          <WishLink
            key={`${name} ${value}`}
            className="chip on"
            filters={filters}
            wish={withoutWish(filters, name, value)}
            change={change}
            heirs={TO_NEXT}
            aria-label={`Remove filter: ${text}`}
          >
            {text}
            <Icon name="x" />
          </WishLink>
        )
      })}
      <WishLink
        className="link ml-1 inline-flex min-h-9 items-center text-sm whitespace-nowrap"
        filters={filters}
        wish={clearAllBut('tab', 'q')}
        change={change}
        onPress={() => showToast({ title: 'Filters reset' })}
      >
        Clear all filters
      </WishLink>
    </div>
  )
}
