/** What follows from a shop's facts. Pure: the time and the city are arguments. */
import type { City } from './city.ts'
import { addDays, DAY_MINUTES, instantAt, parseClock, wallTime, WEEKDAYS, weekdayOf } from './time.ts'
import type { DayHours, Shop, ShopSummary } from './shop.ts'

type Hours = Pick<ShopSummary, 'businessHours'> & Partial<Pick<ShopSummary, 'specialHours'>>

/** The hours that hold on a day, special ones first; undefined where nothing is known. */
export function hoursOn(shop: Hours, day: string): DayHours | undefined {
  return shop.specialHours?.find((special) => special.day === day) ?? shop.businessHours?.[weekdayOf(day)]
}

/** Minutes after midnight from which and until which a day's hours run; the end lies beyond DAY_MINUTES where they pass midnight. */
function openSpan(hours: DayHours): { from: number; to: number } | undefined {
  const from = parseClock(hours.open)
  const to = parseClock(hours.close)
  if (from === undefined || to === undefined) return undefined
  return { from, to: to <= from ? to + DAY_MINUTES : to }
}

/** The instants from which and until which a day's hours run by the city's clock; undefined where they say no time. */
export function openTimes(hours: DayHours, day: string, timeZone: string): { from: number; to: number } | undefined {
  const span = openSpan(hours)
  return span && { from: instantAt(day, span.from, timeZone), to: instantAt(day, span.to, timeZone) }
}

/**
 * Open or closed at an instant, by the city's clock; `unknown` where today's hours are missing or malformed, and then no badge shows.
 * Opening time is open, closing time is closed; yesterday's hours count where they run past midnight (D-07).
 */
export function openState(shop: Hours, now: number, timeZone: string): 'open' | 'closed' | 'unknown' {
  const today = wallTime(now, timeZone).day
  const isOpenBy = (day: string) => {
    const hours = hoursOn(shop, day)
    const times = hours?.isOpen ? openTimes(hours, day, timeZone) : undefined
    return times !== undefined && times.from <= now && now < times.to
  }
  if (isOpenBy(addDays(today, -1)) || isOpenBy(today)) return 'open'
  const hours = hoursOn(shop, today)
  return hours && (!hours.isOpen || openSpan(hours)) ? 'closed' : 'unknown'
}

/**
 * The holiday of the city that puts a day's usual hours in doubt; undefined where there is none, where the shop has named hours for that
 * day, and where it is closed on such days or never closes.
 */
export function holidayOn(shop: Hours, day: string, holidays: City['holidays']): City['holidays'][number] | undefined {
  const hours = hoursOn(shop, day)
  const isSpecial = shop.specialHours?.some((special) => special.day === day)
  if (!hours?.isOpen || isSpecial || hours.open === hours.close) return undefined
  return holidays.find((holiday) => holiday.day === day)
}

/** The week as a table, Sunday first. `text` is `09:00 to 17:00`, `Closed`, `Open 24 hours`, or `Not known`. */
export function hoursTable(shop: Hours, now: number, timeZone: string) {
  const today = wallTime(now, timeZone).weekday
  return WEEKDAYS.map((weekday) => ({ weekday, isToday: weekday === today, text: describeHours(shop.businessHours?.[weekday]) }))
}

/** One day's hours in words: `09:00 to 17:00`, `Closed`, `Open 24 hours`, or `Not known`. */
export function describeHours(hours: DayHours | undefined) {
  if (!hours) return 'Not known'
  if (!hours.isOpen) return 'Closed'
  if (!openSpan(hours)) return 'Not known'
  if (hours.open === '00:00' && hours.close === '00:00') return 'Open 24 hours'
  return `${hours.open} to ${hours.close}`
}

/** A shop arrives whole, or as its id alone, and some servers say `id` where others say `_id` (#114, #115). */
export type ShopReference = string | { _id?: string; id?: string; name?: string } | null | undefined
export const shopIdOf = (shop: ShopReference): string | undefined => (typeof shop === 'string' ? shop : (shop?._id ?? shop?.id))
/** `Unknown Shop` where only its id is known, or nothing. */
export const shopNameOf = (shop: ShopReference): string => (typeof shop === 'object' && shop?.name) || 'Unknown Shop'

/** The categories of a shop, the main one first, none twice. */
export const categoriesOf = (shop: Pick<Shop, 'category' | 'categories'>) => [
  ...new Set([...(shop.category ? [shop.category] : []), ...shop.categories]),
]
