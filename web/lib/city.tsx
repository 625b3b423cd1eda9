/** The city that this installation serves, as much of it as pages need. */
import { createContext, use } from 'react'

import type { City } from '#contract/city.ts'
import { addDays, clockSpans, wallTime, type ClockSpan } from '#contract/time.ts'

export type CityFacts = Pick<City, 'name' | 'key' | 'center' | 'timeZone' | 'currency' | 'locale' | 'holidays'> & { clock: ClockSpan[] }

/** How many days of holidays a page knows: as far as a door sign looks, and as long as a tab may be left open. */
const HOLIDAYS_AHEAD = 30

export function pickCityFacts({ name, key, center, timeZone, currency, locale, holidays }: City, now: number): CityFacts {
  const today = wallTime(now, timeZone).day
  const [first, last] = [addDays(today, -1), addDays(today, HOLIDAYS_AHEAD)]
  return {
    name,
    key,
    center,
    timeZone,
    currency,
    locale,
    clock: clockSpans(now, timeZone),
    holidays: holidays.filter(({ day }) => first <= day && day <= last),
  }
}

export const CityContext = createContext<CityFacts | undefined>(undefined)

export function useCity() {
  const city = use(CityContext)
  if (!city) throw new Error('useCity needs a CityContext above it')
  return city
}
