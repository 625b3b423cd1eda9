import type { ReactNode } from 'react'

import { holidayOn, openState } from '#contract/shop-rules.ts'
import type { ShopSummary } from '#contract/shop.ts'
import { wallTime } from '#contract/time.ts'

import { categoryKey } from '#web/lib/categories.ts'
import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { StatusShape } from '#web/offers/door-sign.tsx'
import { useDataSaving } from '#web/lib/data-saving.ts'

type Plate = Pick<ShopSummary, 'name' | 'logo'>

/** The shop's logo, or its first letters under a small awning; these alone for whoever saves data. */
export function Monogram({ shop: { name, logo }, category }: { shop: Plate; category: string | null }) {
  const isSaving = useDataSaving()
  return (
    <span className="mono" data-category={categoryKey(category)} aria-hidden="true">
      <span className="awning" />
      <b>{initialsOf(name)}</b>
      {logo && !isSaving && <img src={logo} alt="" width={60} height={60} loading="lazy" decoding="async" referrerPolicy="no-referrer" />}
    </span>
  )
}

export const ShopPlate = ({ shop, category, children }: { shop: ShopSummary; category: string | null; children: ReactNode }) => (
  <div className="plate">
    <Monogram shop={shop} category={category} />
    {children}
    <OpenBadge shop={shop} />
  </div>
)

/** `Open Now` or `Closed`; nothing at all where hours are not known (D-07), or may differ because today is a holiday. */
export function OpenBadge({ shop }: { shop: Pick<ShopSummary, 'businessHours' | 'specialHours'> }) {
  const now = useNow()
  const { timeZone, holidays } = useCity()
  const state = openState(shop, now, timeZone)
  const isInDoubt = holidayOn(shop, wallTime(now, timeZone).day, holidays) !== undefined
  if (state === 'unknown' || (state === 'open' && isInDoubt)) return null
  return (
    <span className={state === 'open' ? 'open' : 'open shut'}>
      <StatusShape status={state === 'open' ? 'usable' : 'closed'} />
      {state === 'open' ? 'Open Now' : 'Closed'}
    </span>
  )
}

function initialsOf(name: string) {
  const words = name.split(/\s+/).filter((word) => /^\p{L}|^\p{N}/u.test(word))
  return (words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? name)].slice(0, 2)).join('').toUpperCase()
}
