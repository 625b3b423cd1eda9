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

type Chip = { key: string; text: string; removal: Wish }

/** One chip for each wish, the search text aside. */
function chipsOf(filters: OfferFilters, shopName: string, today: string): Chip[] {
  const validOn = (day: string) =>
    day === today ? 'Valid today' : day === addDays(today, 1) ? 'Valid tomorrow' : `Valid on ${formatDay(day)}`
  const chip = (key: string, text: string | undefined, removal: Wish): Chip[] => (text ? [{ key, text, removal }] : [])
  const { category, shop, on, from, to, radius, usable, service, tags = [], without = [] } = filters
  return [
    ...chip('usable', usable && 'Usable now', { usable: undefined }),
    ...chip('category', category, { category: undefined }),
    ...chip('shop', shop && shopName, { shop: undefined }),
    ...tags.flatMap((tag) => chip(`tag ${tag}`, `#${tag}`, { tags: tags.filter((other) => other !== tag) })),
    ...chip('on', on && validOn(on), { on: undefined }),
    ...chip('from', from && `From ${formatDay(from)}`, { from: undefined }),
    ...chip('to', to && `To ${formatDay(to)}`, { to: undefined }),
    ...without.flatMap((demand) => chip(demand, LACKING_NAMES[demand], { without: without.filter((other) => other !== demand) })),
    ...chip('service', service && SERVICE_NAMES[service], { service: undefined }),
    ...chip('radius', radius && `Within ${describeRadius(Number(radius))}`, { radius: undefined }),
  ]
}

/** The chip before it, or the first that stays: where there is one, the focus does not come to what clears them all. */
const TO_NEXT: Heirs = [(gone) => gone.previousElementSibling, (gone) => gone.nextElementSibling, ...TO_LIST]

export const countFilters = ({ category, shop, on, from, to, radius, usable, service, tags = [], without = [] }: OfferFilters) =>
  [category, shop, on, from, to, radius, usable, service].filter(Boolean).length + tags.length + without.length

/** What the list is narrowed down to; each can be taken away (#60). */
export function OfferChips({ filters, change }: FilterProps) {
  const shop = useQuery({ ...shopQuery(filters.shop ?? ''), enabled: filters.shop !== undefined, throwOnError: false })
  const today = wallTime(useNow(), useCity().timeZone).day
  const chips = chipsOf(filters, shop.data?.name ?? 'One shop', today)
  if (chips.length === 0) return null
  return (
    <div className="chips" role="group" aria-label="Active filters">
      {chips.map(({ key, text, removal }) => (
        <WishLink
          key={key}
          className="chip on"
          filters={filters}
          wish={removal}
          change={change}
          heirs={TO_NEXT}
          aria-label={`Remove filter: ${text}`}
        >
          {text}
          <Icon name="x" />
        </WishLink>
      ))}
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
