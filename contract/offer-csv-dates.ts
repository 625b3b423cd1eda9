/** Days, moments and times of day as people write them in a file. */
import type { City } from './city.ts'
import type { Reading } from './offer-csv-cells.ts'
import { addYear, splitMoment, stripLead, isOpenEnd, toNumeric } from './offer-csv-date-words.ts'
import { isAmbiguousDay, type DateOrder } from './offer-csv-date-order.ts'
import { createMemory } from './remember.ts'
import { addDays, DAY_MINUTES, endOfDay, instantAt, MINUTE, startOfDay } from './time.ts'

/** What a date needs to know. `today` is YYYY-MM-DD; tokens such as `{today+3}` are for the demo city alone. `order` is the file's, else the day comes first. */
export type DateContext = { city: Pick<City, 'timeZone'>; today: string; allowTokens: boolean; order?: DateOrder }

const YEARS = { first: 2000, last: 2100 }
/** A year of two digits is believed so far from today's, and no further. */
const SHORT_YEARS = { before: 6, after: 12 }
const HOW = 'Write day/month/year, as in 3/4/2025, or 2025-04-03'
const DAY_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/
const TOKEN = /^\{today(?:([+-]\d{1,4}))?\}$/i
/** The day that spreadsheets count from, and the numbers of 1 January 2000 and 31 December 2100. */
const SERIAL = { zero: '1899-12-30', first: 36_526, last: 73_415, pattern: /^(\d{5})(?:\.(\d{1,12}))?$/ }

/** A day of the calendar, as YYYY-MM-DD. */
export function readDay(text: string, context: DateContext): Reading<string> {
  const { today, allowTokens } = context
  const token = TOKEN.exec(text)
  if (token)
    return allowTokens
      ? { value: addDays(today, Number(token[1] ?? 0)) }
      : { reason: `${text} is understood in the demo city alone. ${HOW}` }
  const numeric = toNumeric(text) ?? text
  const dayFirst = DAY_FIRST.exec(numeric)
  if (dayFirst) return readParts(text, dayFirst, { ...context, isNamed: numeric !== text })
  const yearFirst = YEAR_FIRST.exec(numeric)
  if (yearFirst) return toDay(text, Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))
  if (SERIAL.pattern.test(text)) return readSerial(text)
  if (/^\d{1,2}[/.-]\d{1,2}$/.test(numeric)) return { reason: `Names no year. ${HOW}` }
  return { reason: `Is not a date. ${HOW}` }
}

/** Day, month and year, in the order of the file where they are numbers. */
function readParts(text: string, parts: RegExpExecArray, { order, today, isNamed }: DateContext & { isNamed: boolean }): Reading<string> {
  const isMonthFirst = Boolean(order?.isMonthFirst) && !isNamed
  const [day, month] = isMonthFirst ? [Number(parts[3]), Number(parts[1])] : [Number(parts[1]), Number(parts[3])]
  const isShort = parts[4]!.length === 2
  const year = Number(parts[4]) + (isShort ? YEARS.first : 0)
  if (month > 12 && month <= 31 && day <= 12)
    return isMonthFirst
      ? { reason: `There is no month ${month}, and the other dates of the file have the month first. Write ${day}/${month}/${year}` }
      : { reason: `There is no month ${month}. The day comes first: ${month}/${day}/${year}` }
  const thisYear = Number(today.slice(0, 4))
  if (isShort && (year < thisYear - SHORT_YEARS.before || year > thisYear + SHORT_YEARS.after))
    return { reason: 'The year has two digits. Write four, as in 3/4/2025' }
  const read = toDay(text, year, month, day)
  if ('reason' in read) return read
  const warning =
    order && !isNamed && isAmbiguousDay(parts[0])
      ? `May be read day first or month first; read as the ${isMonthFirst ? 'month' : 'day'} first. ${order.because}`
      : isShort
        ? 'The year has two digits, and was taken as one of this century'
        : undefined
  return warning ? { ...read, warning, readAs: read.value } : read
}

function readSerial(text: string): Reading<string> {
  const days = Number(text.slice(0, 5))
  if (days < SERIAL.first || days > SERIAL.last) return { reason: `Is not a date. ${HOW}` }
  const value = addDays(SERIAL.zero, days)
  return { value, warning: "Is a spreadsheet's number of a day, and was taken as one", readAs: value }
}

function toDay(text: string, year: number, month: number, day: number): Reading<string> {
  if (month < 1 || month > 12) return { reason: `There is no month ${month}. ${HOW}` }
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return { reason: `There is no such day as ${text}. ${HOW}` }
  if (year < YEARS.first || year > YEARS.last) return { reason: `The year ${year} cannot be right. ${HOW}` }
  return { value: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` }
}

const edgeOf = (day: string, edge: 'start' | 'end', timeZone: string) =>
  edge === 'start' ? startOfDay(day, timeZone) : endOfDay(day, timeZone)

/** A file names few moments many times, and the calendar of a zone is slow to ask. */
const rememberMoment = createMemory<Reading<number | null>>({ texts: 5_000, letters: 100 })

/**
 * An instant in milliseconds. A day alone is its beginning as a start and its last millisecond as an end, by the city's clock (D-06);
 * with a time it is that very moment, by the city's clock unless a zone is written. Null where the words say that there is no such end:
 * “until further notice”.
 */
export const readMoment = (text: string, edge: 'start' | 'end', context: DateContext): Reading<number | null> =>
  rememberMoment(context, edge + text, () => readMomentAnew(text, edge, context))

function readMomentAnew(text: string, edge: 'start' | 'end', context: DateContext): Reading<number | null> {
  const read = readBareMoment(text, edge, context)
  if (!('reason' in read)) return read
  const open = isOpenEnd(text, edge)
  if (open) return { value: null, warning: `Names no day, and was taken as no ${edge} date`, readAs: '-' }
  const words = stripLead(text)
  if (words === text) return read
  const bare = readBareMoment(words, edge, context)
  return 'reason' in bare ? read : { ...bare, warning: bare.warning ?? 'The date was read from among words', readAs: bare.readAs ?? words }
}

/** A day whose year nobody wrote is the nearest such day, and told. A number such as `3.4` may be anything. */
function readDayOfAnyYear(text: string, context: DateContext): Reading<string> {
  const read = readDay(text, context)
  if (!('reason' in read)) return read
  const { today } = context
  const thisYear = Number(today.slice(0, 4))
  const days = [thisYear - 1, thisYear, thisYear + 1].flatMap((year) => {
    const dated = addYear(text, year)
    const day = dated === undefined ? read : readDay(dated, context)
    return 'reason' in day ? [] : [day.value]
  })
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  const [value] = days.toSorted((a, b) => distance(a) - distance(b))
  return value === undefined ? read : { value, warning: 'Names no year, and was taken as the nearest such day', readAs: value }
}

function readBareMoment(text: string, edge: 'start' | 'end', context: DateContext): Reading<number> {
  const parts = splitMoment(text)
  const day = readDayOfAnyYear(parts.day, context)
  if ('reason' in day)
    return parts.clock === undefined
      ? day
      : { reason: `${day.reason}${day.reason.endsWith(HOW) ? ', with a time as in 3/4/2025 18:00' : ''}` }
  const { timeZone } = context.city
  const serialMinutes = minutesOfSerial(parts.day)
  if (parts.clock === undefined && serialMinutes === undefined) return { ...day, value: edgeOf(day.value, edge, timeZone) }
  const minutes = serialMinutes ?? readClock(parts.clock!)
  const { seconds, zone } = parts
  if (minutes === undefined || minutes === DAY_MINUTES || seconds >= 60)
    return { reason: `${parts.clock} is not a time of day. Write 00:00 to 23:59, or the day alone` }
  // Not 1.000999 of a second for what was written as 1.001.
  const late = Math.floor(Number((seconds * 1000).toFixed(3)))
  const instant =
    (zone === undefined ? instantAt(day.value, minutes, timeZone) : instantAt(day.value, minutes, 'UTC') - offsetOf(zone)) + late
  if (edge === 'end' && instant === edgeOf(day.value, 'start', timeZone))
    return { value: instant, warning: `Ends at the very beginning of ${parts.day}. Leave out the time where that day still counts` }
  return { ...day, value: instant }
}

/** The time of day in the fraction of a spreadsheet's number; undefined where it has none. */
function minutesOfSerial(text: string) {
  const fraction = SERIAL.pattern.exec(text)?.[2]
  const minutes = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * DAY_MINUTES + 0.001)
  return minutes === 0 ? undefined : minutes
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
