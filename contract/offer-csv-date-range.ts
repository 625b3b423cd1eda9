/** Two dates in one cell, as people write how long something runs: `1 – 30 November 2026`. */
import type { Cell, CellReader, Reading } from './offer-csv-cells.ts'
import { addYear, stripLead, toNumeric } from './offer-csv-date-words.ts'
import { readMoment, type DateContext } from './offer-csv-dates.ts'
import { wallTime } from './time.ts'

const BETWEEN = /\s*[–—]\s*|\s+-+\s+|\s+(?:to|till?|until|through|thru)\s+|(?<=\/\d{4})-(?=\d{1,2}\/)/i
/** `1-30 Nov 2026` and `Nov 1-30, 2026`: a hyphen between two days of a month that is named. */
const TIGHT = /^((?:[a-z]{3,9}\.? )?\d{1,2}(?:st|nd|rd|th)?)-(\d{1,2}(?:st|nd|rd|th)?(?![\d-]).*)$/i
const DAY_ALONE = /^(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/i
const YEAR = /\b\d{4}\b/
/** The day of a date that names its month. */
const DAY_OF_NAMED = /\d{1,2}(?!\d)(?:st|nd|rd|th)?/i
/** Longer than any two dates. */
const LONGEST = 120

function splitInTwo(text: string): [string, string] | undefined {
  const parts = text.split(BETWEEN)
  const [first, second] = parts.length === 2 ? parts : (TIGHT.exec(text)?.slice(1) ?? [])
  if (!first || !second) return undefined
  return [stripLead(first) || first, stripLead(second) || second]
}

/** What one of two dates leaves out, the other one says: its month, its year. */
function complete([first, second]: [string, string]): [string, string] {
  const [firstDay, secondDay] = [DAY_ALONE.exec(first), DAY_ALONE.exec(second)]
  if (firstDay && !secondDay && toNumeric(second) !== undefined) return complete([second.replace(DAY_OF_NAMED, firstDay[1]!), second])
  if (secondDay && !firstDay && toNumeric(first) !== undefined) {
    const year = secondDay[2] === undefined || YEAR.test(first) ? '' : ` ${secondDay[2]}`
    return [first + year, first.replace(DAY_OF_NAMED, secondDay[1]!) + year]
  }
  const year = YEAR.exec(second)?.[0]
  return [(year === undefined ? undefined : addYear(first, year)) ?? first, second]
}

/** The year before, where the first of two dates would lie behind the second: `20 Dec - 5 Jan 2027`. */
const yearBefore = (text: string) => text.replace(YEAR, (year) => String(Number(year) - 1))

type Range = { start: number; end: number; readAs: string }

/** The first and the last instant of a cell that holds two dates; undefined where it does not. */
function readRange(text: string, context: DateContext): Range | undefined {
  const parts = text.length > LONGEST ? undefined : splitInTwo(stripLead(text.replace(/\s+/g, ' ')))
  if (!parts) return undefined
  const [first, second] = complete(parts)
  const end = readMoment(second, 'end', context)
  const read = readMoment(first, 'start', context)
  if ('reason' in end || 'reason' in read || end.value === null || read.value === null) return undefined
  const isTurned = read.value > end.value && !YEAR.test(parts[0])
  const start = isTurned ? readMoment(yearBefore(withYear(first, read.value, context)), 'start', context) : read
  if ('reason' in start || start.value === null || start.value > end.value) return undefined
  const dayOf = (instant: number) => wallTime(instant, context.city.timeZone).day
  return { start: start.value, end: end.value, readAs: `${dayOf(start.value)} to ${dayOf(end.value)}` }
}
const withYear = (text: string, instant: number, { city }: DateContext) =>
  addYear(text, wallTime(instant, city.timeZone).day.slice(0, 4)) ?? text

type Dates = { startsAt: Cell<number>; endsAt: Cell<number> }

/** The two columns of dates. Either may hold both: what the other one leaves empty is taken from there. */
export function readDates(reader: CellReader, context: DateContext): Dates {
  let range: Range | undefined
  const readOne =
    (edge: 'start' | 'end') =>
    (text: string): Reading<number | null> => {
      const single = readMoment(text, edge, context)
      if (!('reason' in single)) return single
      const both = readRange(text, context)
      if (!both) return single
      range = both
      return { value: both[edge], warning: 'Two dates stand here, and were taken as the first and the last day', readAs: both.readAs }
    }
  const startsAt = reader.read('start_date', readOne('start'))
  const endsAt = reader.read('end_date', readOne('end'))
  return {
    startsAt: startsAt === undefined ? range?.start : startsAt,
    endsAt: endsAt === undefined ? range?.end : endsAt,
  }
}
