/** Weekdays and hours as people write them in a file: `mon-fri 09:00-17:00; sat 10:00-15:00; sun closed`. */
import type { Reading } from './offer-csv-cells.ts'
import { type DateContext, readClock, readDay } from './offer-csv-dates.ts'
import type { BusinessHours, DayHours, Shop } from './shop.ts'
import { DAY_MINUTES, formatClock, type Weekday, WEEKDAYS } from './time.ts'

export type SpecialHours = Shop['specialHours']

const CLOSED: DayHours = { isOpen: false, open: '00:00', close: '00:00' }
const WHOLE_DAY = { open: '00:00', close: '00:00' }
const SPECIAL_DAYS = 100
const GROUPS: Record<string, readonly Weekday[]> = {
  daily: WEEKDAYS,
  everyday: WEEKDAYS,
  'every day': WEEKDAYS,
  'all days': WEEKDAYS,
  'all week': WEEKDAYS,
  'any day': WEEKDAYS,
  weekdays: WEEKDAYS.slice(1, 6),
  weekday: WEEKDAYS.slice(1, 6),
  weekends: ['saturday', 'sunday'],
  weekend: ['saturday', 'sunday'],
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/[–—−]/g, '-').trim()
const dayNamed = (word: string) =>
  word === 'weds' ? 'wednesday' : word.length < 2 ? undefined : WEEKDAYS.find((day) => `${day}s`.startsWith(word.replace(/\.$/, '')))

/** `mon-fri`, `sat, sun`, `fri-mon` (which wraps), `daily`, `weekdays`; undefined where a word is no day. */
function findDays(text: string): Weekday[] | undefined {
  const days = new Set<Weekday>()
  for (const item of text
    .replace(/\s*(?:-|\bto\b)\s*/g, '-')
    .replace(/\b(every|all|any) (days?|week)\b/g, '$1_$2')
    .split(/(?:[\s,&/|+]|\band\b)+/)) {
    if (item === '') continue
    const group = GROUPS[item.replace('_', ' ')]
    const [first, last] = item.split('-', 2).map(dayNamed)
    if (group) group.forEach((day) => days.add(day))
    else if (!first || (item.includes('-') && !last)) return undefined
    else
      for (let at = WEEKDAYS.indexOf(first); ; at = (at + 1) % 7) {
        days.add(WEEKDAYS[at]!)
        if (WEEKDAYS[at] === (last ?? first)) break
      }
  }
  return days.size > 0 ? [...days] : undefined
}

/** The weekdays of an offer, Sunday first. Every day of the week reads as no condition at all. */
export function readWeekdays(text: string): Reading<Weekday[]> {
  const days = findDays(plain(text).replaceAll(';', ','))
  if (!days) return { reason: 'Is not a list of weekdays. Write mon-fri, or sat, sun' }
  return { value: days.length === 7 ? [] : WEEKDAYS.filter((day) => days.includes(day)) }
}

const HOW = 'Write 09:00-17:00, 9am-5pm, 24 hours or closed'

/** One span of a day. `9-5` is refused: a morning and an afternoon look alike in it. */
function readSpan(text: string): Reading<{ open: string; close: string }> {
  if (/^(?:open\s+)?(?:24\s*(?:hours|hrs|h)|24\/7|all day|round the clock)$/.test(text)) return { value: WHOLE_DAY }
  const [, first = '', last = ''] = /^(?:open\s+)?(?:from\s+)?([^-]+?)\s*(?:-|\bto\b|\buntil\b|\btill\b)\s*([^-]+)$/.exec(text) ?? []
  const to = readClock(last)
  const from = openingOf(first, last, to)
  if (from === undefined || to === undefined) {
    const several = (text.match(/\d\s*(?:[ap]m\s*)?(?:-|to)\s*\d/g)?.length ?? 0) > 1
    return { reason: several ? `Holds several spans for one day, and only one can be kept. ${HOW}` : `“${text}” are no hours. ${HOW}` }
  }
  const open = from % DAY_MINUTES
  const close = to % DAY_MINUTES
  if (open === close && open !== 0) return { reason: `“${text}” opens and closes at the same time. ${HOW}` }
  if (close <= open && close !== 0 && /^\d+$/.test(first) && /^\d+$/.test(last))
    return { reason: `“${text}” may be morning or evening. ${HOW}` }
  return { value: { open: formatClock(open), close: formatClock(close) } }
}

/** The opening of `9-5pm` is in the morning, that of `1-5pm` in the afternoon: whichever comes before the closing. */
function openingOf(first: string, last: string, to: number | undefined) {
  const half = /([ap])\.?m\.?$/.exec(last)?.[1]
  if (!half || !/^\d{1,2}(?:[:.]\d{2})?$/.test(first) || Number.parseInt(first) > 12) return readClock(first)
  const same = readClock(`${first}${half}m`)
  return same !== undefined && to !== undefined && same < to ? same : readClock(`${first}${half === 'p' ? 'a' : 'p'}m`)
}

const readDayHours = (text: string): Reading<DayHours> => {
  if (/^(?:closed|off|holiday)$/.test(text)) return { value: CLOSED }
  const span = readSpan(text)
  return 'reason' in span ? span : { value: { isOpen: true, ...span.value } }
}

const PART = /^(\D*?)[\s:,]*\b(closed|off|holiday|(?:open\s+)?(?:from\s+)?(?:all day|round the clock|\d.*|noon.*|midnight.*))$/
/** Parts stand on lines of their own, or behind a semicolon, or behind a comma that follows hours. */
const PARTS = /\s*(?:[;\n|]|(?<=\d|[ap]m|closed|hours),(?=\s*[a-z]))\s*/

/**
 * Opening hours by weekday. A later part overrides an earlier one that names more days (`daily 9-17; sun closed`).
 * A day that no part names is left out: it is not known, and the shopper sees no badge rather than a wrong "Closed".
 */
export function readHours(text: string): Reading<BusinessHours> {
  const hours: BusinessHours = {}
  const named: Partial<Record<Weekday, number>> = {}
  for (const part of plain(text).split(PARTS).filter(Boolean)) {
    const [, dayText = '', hoursText = ''] = PART.exec(part) ?? []
    if (!hoursText) return { reason: `“${part}” is not understood. Write mon-fri 09:00-17:00; sat 10:00-15:00; sun closed` }
    const days = dayText.trim() === '' || dayText.trim() === 'open' ? [...WEEKDAYS] : findDays(dayText)
    if (!days) return { reason: `“${dayText.trim()}” are no days. Write mon-fri, sat, or daily` }
    const reading = readDayHours(hoursText)
    if ('reason' in reading) return reading
    for (const day of days) {
      if ((named[day] ?? 8) <= days.length) return { reason: `Gives hours for ${day} twice, and only one span can be kept. ${HOW}` }
      named[day] = days.length
      hours[day] = reading.value
    }
  }
  return Object.keys(hours).length > 0
    ? { value: hours }
    : { reason: 'Holds no hours. Write mon-fri 09:00-17:00; sat 10:00-15:00; sun closed' }
}

/** Hours of single days: `2026-12-25 closed; 2026-12-31 10:00-14:00`. */
export function readSpecialHours(text: string, context: DateContext): Reading<SpecialHours> {
  const special: SpecialHours = []
  for (const part of plain(text)
    .split(/\s*[;\n|]\s*/)
    .filter(Boolean)) {
    const [, dayText = '', hoursText = ''] = /^(\S+?):?\s+(.+)$/.exec(part) ?? []
    if (!hoursText) return { reason: `“${part}” is not understood. Write 2026-12-25 closed; 2026-12-31 10:00-14:00` }
    const day = readDay(dayText, context)
    if ('reason' in day) return { reason: `“${dayText}”: ${day.reason}` }
    const hours = readDayHours(hoursText)
    if ('reason' in hours) return hours
    if (special.some((other) => other.day === day.value)) return { reason: `Names ${dayText} twice` }
    special.push({ day: day.value, ...hours.value })
  }
  if (special.length > SPECIAL_DAYS) return { reason: `Holds more than ${SPECIAL_DAYS} days` }
  return special.length > 0 ? { value: special } : { reason: 'Holds no days. Write 2026-12-25 closed; 2026-12-31 10:00-14:00' }
}

/** The hours of the day in which an offer holds; null means all day. */
export function readValidHours(text: string): Reading<{ from: string; to: string } | null> {
  const span = readSpan(plain(text))
  if ('reason' in span) return span
  return { value: span.value.open === span.value.close ? null : { from: span.value.open, to: span.value.close } }
}
