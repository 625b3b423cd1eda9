/**
 * Calendar and clock of a city. Everything that a person reads about time goes through here; everything stored is an instant.
 * Instants are milliseconds since 1970 (`number`), days are `YYYY-MM-DD`, times of day `HH:MM`.
 */

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const DAY_MINUTES = DAY / MINUTE

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** What the clock on the wall of a city shows at one instant. `minutes` counts from midnight. */
export type WallTime = { day: string; weekday: Weekday; minutes: number }

/** So many of what was worked out are kept of a kind. */
const KEPT = 10_000

const formats = new Map<string, Intl.DateTimeFormat>()
const formatFor = (timeZone: string) => {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** The time between two changes of a city's clock, and by how much it is ahead of UTC then, all in milliseconds. */
export type ClockSpan = { from: number; until: number; offset: number }

/** What is known of a city's clock: what was told, the span that was asked for last, and what was worked out, by quarters of an hour. */
type Zone = { spans: ClockSpan[]; latest: ClockSpan | undefined; worked: Map<number, number> }
const zones = new Map<string, Zone>()
function zoneOf(timeZone: string) {
  let zone = zones.get(timeZone)
  if (!zone) zones.set(timeZone, (zone = { spans: [], latest: undefined, worked: new Map() }))
  return zone
}

/** Tells what a city's clock does (`clockSpans`). A phone needs a tenth of a second to find it out by Intl. */
export function learnClock(timeZone: string, spans: ClockSpan[]) {
  Object.assign(zoneOf(timeZone), { spans, latest: undefined })
}

const QUARTER_HOUR = 15 * MINUTE

/**
 * Milliseconds by which the city's wall clock is ahead of UTC at that instant. Clocks are changed at quarters of an hour of UTC, so each
 * quarter is worked out once: a page of offers asks for hundreds of times, and Intl takes longer over them than drawing the page does.
 */
function offsetAt(instant: number, timeZone: string) {
  const zone = zoneOf(timeZone)
  const { latest } = zone
  if (latest && latest.from <= instant && instant < latest.until) return latest.offset
  const span = zone.spans.find(({ from, until }) => from <= instant && instant < until)
  if (span) return (zone.latest = span).offset
  const quarter = Math.floor(instant / QUARTER_HOUR) * QUARTER_HOUR
  const known = zone.worked.get(quarter)
  if (known !== undefined) return known
  const parts: Record<string, number> = {}
  for (const { type, value } of formatFor(timeZone).formatToParts(quarter)) parts[type] = Number(value)
  const offset = Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute'], parts['second']) - quarter
  if (zone.worked.size >= KEPT) zone.worked.clear()
  zone.worked.set(quarter, offset)
  return offset
}

/** What a city's clock does in the two years before and after an instant. */
export function clockSpans(around: number, timeZone: string): ClockSpan[] {
  const [reach, step] = [730 * DAY, 7 * DAY]
  const first = Math.floor(around / DAY) * DAY - reach
  const last = first + 2 * reach
  const spans: ClockSpan[] = []
  let from = first
  for (let at = first; at < last; at += step) {
    const next = Math.min(at + step, last)
    if (offsetAt(at, timeZone) === offsetAt(next, timeZone)) continue
    const until = jumpBetween(at, next, timeZone)
    spans.push({ from, until, offset: offsetAt(at, timeZone) })
    from = until
  }
  return [...spans, { from, until: last, offset: offsetAt(from, timeZone) }]
}

/** The wall time of a city at an instant. */
export function wallTime(instant: number, timeZone: string): WallTime {
  const wall = instant + offsetAt(instant, timeZone)
  const number = Math.floor(wall / DAY)
  return { day: dayAt(number), weekday: weekdayAt(number), minutes: Math.floor((wall - number * DAY) / MINUTE) }
}

/**
 * The instant at which a city's clock shows this time of that day. Where the clock jumps over it, the instant of the jump;
 * where the clock shows it twice, the first time.
 */
export function instantAt(day: string, minutes: number, timeZone: string): number {
  const wall = numberOf(day) * DAY + minutes * MINUTE
  const [before, after] = [offsetAt(wall - DAY, timeZone), offsetAt(wall + DAY, timeZone)]
  if (before === after) return wall - before
  const candidates = [wall - before, wall - after]
  const exact = candidates.filter((instant) => instant + offsetAt(instant, timeZone) === wall)
  if (exact.length > 0) return Math.min(...exact)
  return jumpBetween(Math.min(...candidates), Math.max(...candidates), timeZone)
}

/** The instant at which the offset changes between two instants. */
function jumpBetween(from: number, to: number, timeZone: string) {
  const before = offsetAt(from, timeZone)
  while (to - from > 1000) {
    const middle = Math.floor((from + to) / 2000) * 1000
    if (offsetAt(middle, timeZone) === before) from = middle
    else to = middle
  }
  return to
}

/** The first millisecond of a day, which is not midnight where the clock jumps over that. */
export const startOfDay = (day: string, timeZone: string) => instantAt(day, 0, timeZone)
/** The last millisecond of a day (D-06). */
export const endOfDay = (day: string, timeZone: string) => startOfDay(addDays(day, 1), timeZone) - 1

/** Whether text is a day, `2026-11-24`, of a year that clocks and databases know: half a year that is being typed is none. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  text >= '1900-01-01' &&
  text <= '9998-12-31' &&
  new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** The day so many days later; earlier where `count` is negative. */
export const addDays = (day: string, count: number) => dayAt(numberOf(day) + count)
/** Calendar days from one day to another; 1 from today to tomorrow. */
export const daysBetween = (from: string, to: string) => numberOf(to) - numberOf(from)
/** The weekday of a day, the same in every time zone. */
export const weekdayOf = (day: string): Weekday => weekdayAt(numberOf(day))

/** Days by their number since 1 January 1970, which was a Thursday. Few are ever asked for, and a page asks for them thousands of times. */
const weekdayAt = (number: number) => WEEKDAYS[(((number + 4) % 7) + 7) % 7]!
const numbers = new Map<string, number>()
const days = new Map<number, string>()
function numberOf(day: string) {
  const known = numbers.get(day)
  if (known !== undefined) return known
  const number = Date.parse(`${day}T00:00:00Z`) / DAY
  if (numbers.size >= KEPT) numbers.clear()
  numbers.set(day, number)
  return number
}
function dayAt(number: number) {
  const known = days.get(number)
  if (known !== undefined) return known
  const day = new Date(number * DAY).toISOString().slice(0, 10)
  if (days.size >= KEPT) days.clear()
  days.set(number, day)
  return day
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
/**
 * A day in words: `24 Nov 2026`, long `24 November 2026`; `24 Nov` without the year. Not by Intl: the server and every browser must
 * write the same letters, else a page that was rendered on the server is thrown away when it comes alive.
 */
export function formatDay(day: string, { style = 'short', year = true }: { style?: 'short' | 'long'; year?: boolean } = {}) {
  const month = MONTHS[Number(day.slice(5, 7)) - 1]!
  return `${Number(day.slice(8, 10))} ${style === 'short' ? month.slice(0, 3) : month}${year ? ` ${Number(day.slice(0, 4))}` : ''}`
}
/** `Tue`, long `Tuesday`. */
export const formatWeekday = (weekday: Weekday, style: 'short' | 'long' = 'short') =>
  `${weekday.charAt(0).toUpperCase()}${style === 'short' ? weekday.slice(1, 3) : weekday.slice(1)}`
/** `09:05`; a whole day's minutes are its midnight again. */
export const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A time of day, `HH:MM`. `24:00` is not one. */
export const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/
/** Minutes after midnight of an `HH:MM`, or undefined where it is no time of day. */
export function parseClock(clock: string): number | undefined {
  const match = CLOCK.exec(clock)
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined
}
