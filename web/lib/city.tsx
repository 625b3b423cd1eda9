/** The city that this installation serves, as much of it as pages need. */
import { createContext, use } from 'react'

import type { City } from '#contract/city.ts'
import { clockSpans, type ClockSpan } from '#contract/time.ts'

export type CityFacts = Pick<City, 'name' | 'center' | 'timeZone' | 'currency' | 'locale'> & { clock: ClockSpan[] }

export const pickCityFacts = ({ name, center, timeZone, currency, locale }: City, now: number): CityFacts => ({
  name,
  center,
  timeZone,
  currency,
  locale,
  clock: clockSpans(now, timeZone),
})

export const CityContext = createContext<CityFacts | undefined>(undefined)

export function useCity() {
  const city = use(CityContext)
  if (!city) throw new Error('useCity needs a CityContext above it')
  return city
}
