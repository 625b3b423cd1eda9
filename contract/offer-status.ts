/** The door sign: can this offer be used now, and if not, when? One pure decision that every card and page shows first. */
import type { City } from './city.ts'
import type { Offer } from './offer.ts'
import { isOfferExpired, startLabel } from './offer-rules.ts'
import { hoursOn, openSpan } from './shop-rules.ts'
import {
  addDays,
  daysBetween,
  DAY_MINUTES,
  formatClock,
  formatDay,
  formatWeekday,
  MINUTE,
  parseClock,
  wallTime,
  weekdayOf,
} from './time.ts'

/** `strong` comes first and heavier; `rest` follows it directly, with its own comma or space. */
export type DoorSign = { status: 'usable' | 'soon' | 'ending' | 'closed' | 'unknown' | 'expired'; strong: string; rest: string }
type Facts = Pick<Offer, 'startDate' | 'endDate' | 'conditions'> & { shop: Pick<Offer['shop'], 'businessHours' | 'specialHours'> }
type Zone = Pick<City, 'timeZone'>
/** Minutes from the last midnight of the city's clock; from is inside, to is not. */
type Span = { from: number; to: number }

/** An opening or an end is called near within these minutes. */
const SOON = 2 * 60
const ENDING = 6 * 60
const DAYS_AHEAD = 7

/**
 * What the sign says at an instant. Words say what and until when; hours that are not known are said to be unknown.
 * The offer's own conditions (weekdays, hours) count beside the shop's hours, and its end beside both: the nearer limit wins.
 */
export function doorSign(offer: Facts, now: number, zone: Zone): DoorSign {
  if (isOfferExpired(offer, now)) return { status: 'expired', strong: 'Expired', rest: expiredSince(offer, now, zone) }
  const starts = startLabel(offer, now, zone)
  if (starts) return { status: 'closed', strong: 'Starts', rest: starts.slice('Starts'.length) }
  const { day: today, minutes: at } = wallTime(now, zone.timeZone)
  const shiftOn = (offset: number) => buildShift(offer, today, offset)
  const current = [shiftOn(-1), shiftOn(0)]
  const isOpen = current.some(({ open }) => open && contains(open, at))
  if (!isOpen && !current[1]?.isKnown) return { status: 'unknown', strong: '', rest: 'Hours not known' }
  const end = offer.endDate ? minuteOf(offer.endDate, today, zone.timeZone) : Infinity
  const window = nextWindow(shiftOn, at, end)
  if (!window) return { status: 'closed', strong: 'Closed', rest: end < DAYS_AHEAD * DAY_MINUTES ? ' until it ends' : '' }
  return contains(window, at) ? usableSign(window, at, end) : waitingSign(window, at, today, isOpen)
}

function usableSign({ from, to }: Span, at: number, end: number): DoorSign {
  if (end <= to && end - at <= ENDING) return { status: 'ending', strong: 'Expires', rest: ` in ${duration(end - at)}` }
  const isAlways = to - from >= DAY_MINUTES && to - at > DAY_MINUTES
  return { status: 'usable', strong: 'Usable now', rest: isAlways ? ', open 24 hours' : `, until ${clock(to)}` }
}

function waitingSign({ from }: Span, at: number, today: string, isOpen: boolean): DoorSign {
  if (from - at <= SOON) return { status: 'soon', strong: isOpen ? 'Usable' : 'Opens', rest: ` in ${duration(from - at)}` }
  const offset = Math.floor(from / DAY_MINUTES)
  const day = offset === 0 ? '' : offset === 1 ? 'tomorrow ' : `${formatWeekday(weekdayOf(addDays(today, offset)))} `
  return { status: 'closed', strong: isOpen ? 'Not now' : 'Closed', rest: `, ${isOpen ? 'usable' : 'opens'} ${day}${clock(from)}` }
}

type Shift = { isKnown: boolean; open: Span | undefined; usable: Span[] }

/** The shift that begins `offset` days from today: when the shop is open, and when the offer can be used in that time. */
function buildShift({ shop, conditions }: Facts, today: string, offset: number): Shift {
  const day = addDays(today, offset)
  const hours = hoursOn(shop, day)
  const span = hours && openSpan(hours)
  const isKnown = Boolean(hours && (!hours.isOpen || span))
  if (!hours?.isOpen || !span) return { isKnown, open: undefined, usable: [] }
  const open = { from: span.from + offset * DAY_MINUTES, to: span.to + offset * DAY_MINUTES }
  return { isKnown, open, usable: restrict(open, offset, conditions, weekdayOf(day)) }
}

/** What a shift leaves of itself under the offer's conditions. The day on which the shift began is the day that counts. */
function restrict(
  open: Span,
  offset: number,
  { weekdays, hours }: Facts['conditions'],
  weekday: Facts['conditions']['weekdays'][number],
): Span[] {
  if (weekdays.length > 0 && !weekdays.includes(weekday)) return []
  const from = hours ? parseClock(hours.from) : undefined
  const to = hours ? parseClock(hours.to) : undefined
  if (from === undefined || to === undefined) return [open]
  const length = to <= from ? to + DAY_MINUTES - from : to - from
  return [offset, offset + 1]
    .map((day) => day * DAY_MINUTES + from)
    .map((start) => ({ from: Math.max(open.from, start), to: Math.min(open.to, start + length) }))
    .filter((span) => span.from < span.to)
}

/** The window that holds `at`, else the next one; shifts that touch are one, and nothing lies behind the end. */
function nextWindow(shiftOn: (offset: number) => Shift, at: number, end: number): Span | undefined {
  let window: Span | undefined
  for (let offset = -1; offset <= DAYS_AHEAD && !(window && window.to < offset * DAY_MINUTES); offset++) {
    for (const { from, to } of shiftOn(offset).usable) {
      if (to <= at || from >= end) continue
      if (window && from > window.to) return window
      window = { from: window?.from ?? from, to: Math.min(Math.max(to, window?.to ?? to), end) }
    }
  }
  return window
}

const contains = ({ from, to }: Span, at: number) => at >= from && at < to

/** An end as a minute: 23:59:59.999 is midnight, and an end at 15:00 sharp is 15:00. */
function minuteOf(instant: string, today: string, timeZone: string) {
  const at = Date.parse(instant)
  const { day, minutes } = wallTime(at, timeZone)
  return daysBetween(today, day) * DAY_MINUTES + minutes + (at % MINUTE === 0 ? 0 : 1)
}

function expiredSince({ endDate }: Pick<Facts, 'endDate'>, now: number, zone: Zone) {
  if (!endDate) return ''
  const { day, minutes } = wallTime(Date.parse(endDate), zone.timeZone)
  const days = daysBetween(day, wallTime(now, zone.timeZone).day)
  if (days > 1) return ` on ${formatDay(day, { year: false })}`
  return `${days === 0 ? ' today' : ' yesterday'}, ${clock(minutes)}`
}

function duration(minutes: number) {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${Math.max(minutes, 1)} min`
  if (hours < 2 && rest > 0) return `${hours} h ${rest} min`
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

function clock(minutes: number) {
  const inDay = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  return inDay === 0 ? 'midnight' : formatClock(inDay)
}
