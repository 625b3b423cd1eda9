/** What an offer's page says of reports that it did not work. Pure: the time and the city are arguments. */
import type { City } from './city.ts'
import { formatDay, wallTime } from './time.ts'

/** `Reported not working, last on 21 Nov`, by the city's calendar; the year stands where it is another one than now. */
export function reportedLabel(reportedAt: string, now: number, { timeZone }: Pick<City, 'timeZone'>) {
  const dayOf = (instant: number) => wallTime(instant, timeZone).day
  const day = dayOf(Date.parse(reportedAt))
  return `Reported not working, last on ${formatDay(day, { year: day.slice(0, 4) !== dayOf(now).slice(0, 4) })}`
}
