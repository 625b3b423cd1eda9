/** Days, moments and times of day as people write them in a file. */
import type { City } from './city.ts'
import type { Reading } from './offer-csv-cells.ts'
import { addDays, DAY_MINUTES, endOfDay, instantAt, MINUTE, startOfDay } from './time.ts'

/** What a date needs to know. `today` is YYYY-MM-DD; tokens such as `{today+3}` are for the demo city alone. */
export type DateContext = { city: Pick<City, 'timeZone'>; today: string; allowTokens: boolean }

const YEARS = { first: 2000, last: 2100 }
const HOW = 'Write day/month/year, as in 3/4/2025, or 2025-04-03'
const DAY_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/
const SHORT_YEAR = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/
const TOKEN = /^\{today(?:([+-]\d{1,4}))?\}$/i

/** A day of the calendar, as YYYY-MM-DD. */
export function readDay(text: string, { today, allowTokens }: DateContext): Reading<string> {
  const token = TOKEN.exec(text)
  if (token)
    return allowTokens
      ? { value: addDays(today, Number(token[1] ?? 0)) }
      : { reason: `${text} is understood in the demo city alone. ${HOW}` }
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) {
    const [, day, , month, year] = dayFirst.map(Number) as [number, number, number, number, number]
    const isAmerican = month > 12 && month <= 31 && day <= 12
    return isAmerican
      ? { reason: `There is no month ${month}. The day comes first: ${month}/${day}/${year}` }
      : toDay(text, year, month, day)
  }
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return toDay(text, Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))
  if (SHORT_YEAR.test(text)) return { reason: `The year has two digits. Write four, as in 3/4/2025` }
  if (/^\d{5}(\.\d+)?$/.test(text)) return { reason: `Is a spreadsheet's number of a day. Format the column as a date. ${HOW}` }
  return { reason: `Is not a date. ${HOW}` }
}

function toDay(text: string, year: number, month: number, day: number): Reading<string> {
  if (month < 1 || month > 12) return { reason: `There is no month ${month}. ${HOW}` }
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return { reason: `There is no such day as ${text}. ${HOW}` }
  if (year < YEARS.first || year > YEARS.last) return { reason: `The year ${year} cannot be right. ${HOW}` }
  return { value: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` }
}

const MOMENT = /^(\S+?)(?:(?:\s+|T)(\d{1,2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?([ap]m)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** The edges of days, remembered: a file names few days many times, and the calendar of a zone is slow to ask. */
const edges = new Map<string, number>()
function edgeOf(day: string, edge: 'start' | 'end', timeZone: string) {
  const key = `${edge}${day}${timeZone}`
  let instant = edges.get(key)
  if (instant === undefined) {
    if (edges.size > 5_000) edges.clear()
    instant = edge === 'start' ? startOfDay(day, timeZone) : endOfDay(day, timeZone)
    edges.set(key, instant)
  }
  return instant
}

/**
 * An instant in milliseconds. A day alone is its beginning as a start and its last millisecond as an end, by the city's clock (D-06);
 * with a time it is that very moment, by the city's clock unless a zone is written.
 */
export function readMoment(text: string, edge: 'start' | 'end', context: DateContext): Reading<number> {
  const match = MOMENT.exec(text)
  if (!match) return { reason: `Is not a date. ${HOW}, with a time as in 3/4/2025 18:00` }
  const [, dayText = '', clockText, seconds = '0', fraction = '', meridiem = '', zone] = match
  const day = readDay(dayText, context)
  if ('reason' in day) return day
  const { timeZone } = context.city
  if (!clockText) return { value: edgeOf(day.value, edge, timeZone) }
  const minutes = readClock(clockText + meridiem)
  if (minutes === undefined || minutes === DAY_MINUTES || Number(seconds) > 59)
    return { reason: `${clockText} is not a time of day. Write 00:00 to 23:59, or the day alone` }
  const late = Math.floor((Number(seconds) + Number(fraction)) * 1000)
  const instant = (zone ? instantAt(day.value, minutes, 'UTC') - offsetOf(zone) : instantAt(day.value, minutes, timeZone)) + late
  if (edge === 'end' && instant === edgeOf(day.value, 'start', timeZone))
    return { value: instant, warning: `Ends at the very beginning of ${dayText}. Leave out the time where that day still counts` }
  return { value: instant }
}

/** Milliseconds ahead of UTC, of `Z`, `+05:30` or `+0530`. */
function offsetOf(zone: string) {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE
}

const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])\.?m\.?)?$/i

/** Minutes after midnight of `9`, `09:00`, `9.30pm`, `noon` or `24:00`; undefined where it is no time of day. */
export function readClock(text: string): number | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'noon') return 12 * 60
  if (word === 'midnight') return DAY_MINUTES
  const [, hourText, minuteText, half] = CLOCK.exec(word) ?? []
  const hour = Number(hourText)
  const minute = Number(minuteText ?? 0)
  if (hourText === undefined || minute > 59) return undefined
  if (half) return hour >= 1 && hour <= 12 ? ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute : undefined
  return hour < 24 || (hour === 24 && minute === 0) ? hour * 60 + minute : undefined
}
