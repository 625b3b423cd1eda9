/** Single values as cells that are read as the same values again: the inverse of what the other offer-csv files read. */
import { toMajorUnits } from './money.ts'
import { createCellReader, guardCell } from './offer-csv-cells.ts'
import type { SpecialHours } from './offer-csv-hours.ts'
import { isPlain, tidySpaces, unstyle } from './plain-text.ts'
import type { BusinessHours, DayHours } from './shop.ts'
import { endOfDay, formatClock, instantAt, MINUTE, SECOND, startOfDay, type Weekday, WEEKDAYS, wallTime } from './time.ts'

/** What the reader hands on of a cell of words. */
function readBack(cell: string) {
  let text: string | undefined
  createCellReader({ description: cell }).read('description', (value) => ({ value: (text = value) }))
  return text
}

const toEntity = (sign: string) => `&#${sign.codePointAt(0)};`
const isMended = (sign: string) => !isPlain(sign) && tidySpaces(unstyle(sign)) !== sign
/** What the reader would take for markup, or for letters to be mended. */
const escapeMended = (text: string) =>
  Array.from(text.replace(/&(?=#?\w{1,8};)/g, '&amp;').replaceAll('<', '&lt;'), (sign) => (isMended(sign) ? toEntity(sign) : sign)).join('')
/** Whatever could be anything else but itself: a cell that says `N/A` and means it, too. */
const escapeAll = (text: string) =>
  Array.from(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), (sign, at) =>
    isPlain(sign) && (at > 0 || sign === '&') ? sign : toEntity(sign),
  ).join('')
const guard = (text: string) => (text === '-' ? `'-` : guardCell(text))

/**
 * Words as a cell. Most stand as they are. What would not be read as itself is written in another way: a formula of a spreadsheet gets a
 * quote in front, what looks like markup or has letters that are mended gets the entities of a page.
 */
export function writeText(text: string): string {
  const guarded = guard(text)
  if (readBack(guarded) === text) return guarded
  const prefix = guarded.slice(0, guarded.length - text.length)
  const escaped = prefix + escapeMended(text)
  return readBack(escaped) === text ? escaped : prefix + escapeAll(text)
}

/** Words between `|`. A lone one that holds a comma needs the mark too, else it would be two. */
export const writeTags = (tags: readonly string[]) => writeText(`${tags.join('|')}${tags.length === 1 && /[,;]/.test(tags[0]!) ? '|' : ''}`)
export const writeCategories = (names: readonly string[]) =>
  writeText(names.map((name) => name.replace(/[\\|]/g, String.raw`\$&`)).join('|'))

/** Minor units as an amount, without a sign of the currency. */
export const writeMoney = (minor: number, currency: string) => String(toMajorUnits(minor, currency))
/** Below one the sign says that no share is meant. */
export const writePercent = (percent: number) => `${percent}${percent > 0 && percent < 1 ? '%' : ''}`
/** Without an exponent, and never more decimals than are read. */
export const writeDegrees = (degrees: number) =>
  String(degrees).includes('e') ? degrees.toFixed(20).replace(/\.?0+$/, '') : String(degrees)

/**
 * An instant by the city's clock, to the millisecond: the day alone where it is that day's beginning as a start, or its end as an end.
 * What the clock shows twice is written in UTC.
 */
export function writeMoment(instant: number, edge: 'start' | 'end', timeZone: string) {
  const { day, minutes } = wallTime(instant, timeZone)
  if (instant === (edge === 'start' ? startOfDay(day, timeZone) : endOfDay(day, timeZone))) return day
  const late = instant - Math.floor(instant / MINUTE) * MINUTE
  if (instantAt(day, minutes, timeZone) + late !== instant) return new Date(instant).toISOString()
  const seconds = late === 0 ? '' : `:${(late / SECOND).toFixed(late % SECOND === 0 ? 0 : 3).padStart(late % SECOND === 0 ? 2 : 6, '0')}`
  return `${day} ${formatClock(minutes)}${seconds}`
}

const FROM_MONDAY: readonly Weekday[] = [...WEEKDAYS.slice(1), 'sunday']
const short = (day: Weekday) => day.slice(0, 3)

/** Days that follow each other and say the same: `mon-fri`, `sun`. */
function spanDays(say: (day: Weekday) => string | undefined): { days: string; said: string }[] {
  const spans: { first: Weekday; last: Weekday; said: string }[] = []
  let before: string | undefined
  for (const day of FROM_MONDAY) {
    const said = say(day)
    if (said !== undefined && said === before) spans.at(-1)!.last = day
    else if (said !== undefined) spans.push({ first: day, last: day, said })
    before = said
  }
  return spans.map(({ first, last, said }) => ({ days: first === last ? short(first) : `${short(first)}-${short(last)}`, said }))
}

export const writeWeekdays = (weekdays: readonly Weekday[]) =>
  spanDays((day) => (weekdays.includes(day) ? '' : undefined))
    .map(({ days }) => days)
    .join(', ')

const writeDayHours = ({ isOpen, open, close }: DayHours) => (!isOpen ? 'closed' : open === close ? '24 hours' : `${open}-${close}`)
export const writeHours = (hours: BusinessHours) =>
  spanDays((day) => hours[day] && writeDayHours(hours[day]))
    .map(({ days, said }) => `${days} ${said}`)
    .join('; ')
export const writeSpecialHours = (special: SpecialHours) => special.map(({ day, ...hours }) => `${day} ${writeDayHours(hours)}`).join('; ')
