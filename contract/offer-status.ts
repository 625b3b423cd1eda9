/**
 * Can this offer be used now, and if not, when? The one decision behind the door sign, "Usable now" in search, and the order by it, the
 * same on the server and in the browser. Pure: the time and the city are arguments. Its words stand in door-sign.ts.
 */
import type { City } from './city.ts'
import { isOfferExpired, isOfferUpcoming } from './offer-rules.ts'
import type { Offer } from './offer.ts'
import { holidayOn, hoursOn, openState, openTimes } from './shop-rules.ts'
import { addDays, HOUR, instantAt, parseClock, startOfDay, wallTime, weekdayOf } from './time.ts'

/** What an offer's status follows from, and nothing else. */
export type StatusFacts = Pick<Offer, 'startDate' | 'endDate'> & {
  conditions: Limits
  /** What the offer's words seem to ask beyond its conditions. It never makes an offer usable, it only puts it in doubt. */
  conditionsFromText: Suggested | null
  shop: Pick<Offer['shop'], 'businessHours' | 'specialHours'>
}
/** The conditions that the clock decides. */
export type Limits = Pick<Offer['conditions'], 'weekdays' | 'hours'>
type Suggested = { [K in keyof Limits]?: Limits[K] | undefined }
export type StatusCity = Pick<City, 'timeZone' | 'holidays'>

/** Instants are milliseconds since 1970; a span holds its `from` and not its `to`. */
export type OfferStatus =
  | { kind: 'expired' }
  | { kind: 'upcoming'; from: number }
  /** `until` is the next change; it lies up to eight days ahead. */
  | { kind: 'usable'; until: number }
  /** It may be, and only the shop knows. */
  | { kind: 'unknown'; why: Doubt | 'words' }
  /** Not now. `from` is when it can be used next, `doubt` what that hangs on; no `from`: not within a week. */
  | { kind: 'waiting'; from: number | undefined; doubt: Doubt | undefined; isOpen: boolean }
/** Why it is not sure that a shop is open: nobody knows its hours, or they may differ on a holiday. */
type Doubt = 'hours' | 'holiday'

type Span = { from: number; to: number }
type Window = Span & { doubt: Doubt | undefined }

const DAYS_AHEAD = 7

/** The status at an instant: the offer's own dates, the hours of its shop and its conditions count together, and the nearer limit wins. */
export function offerStatus(offer: StatusFacts, now: number, city: StatusCity): OfferStatus {
  if (isOfferExpired(offer, now)) return { kind: 'expired' }
  if (isOfferUpcoming(offer, now)) return { kind: 'upcoming', from: Date.parse(offer.startDate!) }
  const window = nextWindow(offer, now, city)
  if (!window || window.from > now) {
    const isOpen = openState(offer.shop, now, city.timeZone) === 'open'
    return { kind: 'waiting', from: window?.from, doubt: window?.doubt, isOpen }
  }
  if (window.doubt) return { kind: 'unknown', why: window.doubt }
  const cautious = offer.conditionsFromText ? nextWindow(heedWords(offer, offer.conditionsFromText), now, city) : window
  const isSure = cautious && cautious.from <= now && !cautious.doubt
  return isSure ? { kind: 'usable', until: Math.min(window.to, cautious.to) } : { kind: 'unknown', why: 'words' }
}

const DAWN = '06:00'
/** Words such as "after 18:00" name no end and mean closing time, which comes before dawn. */
const isOpenEnded = ({ from, to }: NonNullable<Limits['hours']>) => to === '00:00' && from > DAWN

/** The offer as if what its words seem to ask were certain. What is stated goes first. */
const heedWords = (offer: StatusFacts, { weekdays = [], hours = null }: Suggested): StatusFacts => ({
  ...offer,
  conditions: {
    weekdays: offer.conditions.weekdays.length > 0 ? offer.conditions.weekdays : weekdays,
    hours: offer.conditions.hours ?? (hours && (isOpenEnded(hours) ? { ...hours, to: DAWN } : hours)),
  },
})

/** In which order statuses serve somebody who wants to go now. */
export const RANK = { usable: 0, soon: 1, unknown: 2, later: 3, over: 4 } as const
/** One of RANK, the best first; `now` is in milliseconds since 1970. */
export function rankStatus(status: OfferStatus, now: number): number {
  if (status.kind === 'usable') return RANK.usable
  if (status.kind === 'waiting' && isSoon(status, now)) return RANK.soon
  if (status.kind === 'unknown') return RANK.unknown
  return status.kind === 'expired' ? RANK.over : RANK.later
}

const SOON = 2 * HOUR
/** Whether what is closed now is sure to be usable within two hours. */
export const isSoon = ({ from, doubt }: Pick<OfferStatus & { kind: 'waiting' }, 'from' | 'doubt'>, now: number) =>
  from !== undefined && !doubt && from - now <= SOON

/** The window that holds `now`, else the next one. Those that touch are one, what is sure goes before what is not, and nothing lies behind the offer's end. */
function nextWindow(offer: StatusFacts, now: number, city: StatusCity): Window | undefined {
  const end = offer.endDate ? Date.parse(offer.endDate) : Infinity
  const today = wallTime(now, city.timeZone).day
  let found: Window | undefined
  for (let offset = -1; offset <= DAYS_AHEAD; offset++) {
    const day = addDays(today, offset)
    if (found && found.to < startOfDay(day, city.timeZone)) break
    for (const window of windowsOn(day, offer, city)) {
      // Hours that the clock jumps over are none.
      if (window.to <= now || window.to <= window.from || window.from > end) continue
      if (!found || (found.doubt && !window.doubt && window.from <= Math.max(found.from, now))) found = window
      else if (found.doubt === window.doubt && window.from <= found.to) found = { ...found, to: Math.max(found.to, window.to) }
    }
  }
  // The end itself still belongs to the offer.
  return found && { ...found, to: Math.min(found.to, end + 1) }
}

/**
 * When an offer can be used in the shift that begins on a day. That day is the one whose weekday counts, also after midnight; where the
 * offer's own hours began the evening before, it is that evening's.
 */
function windowsOn(day: string, { shop, conditions: { weekdays, hours } }: StatusFacts, city: StatusCity): Window[] {
  const shift = shiftOn(day, shop, city)
  if (!shift) return []
  const isAllowed = (on: string) => weekdays.length === 0 || weekdays.includes(weekdayOf(on))
  const [from, to] = [parseClock(hours?.from ?? ''), parseClock(hours?.to ?? '')]
  if (from === undefined || to === undefined) return isAllowed(day) ? [shift] : []
  return [addDays(day, -1), day, addDays(day, 1)]
    .filter((begin) => isAllowed(begin < day ? begin : day))
    .map((begin) => ({
      from: Math.max(shift.from, instantAt(begin, from, city.timeZone)),
      to: Math.min(shift.to, instantAt(to <= from ? addDays(begin, 1) : begin, to, city.timeZone)),
      doubt: shift.doubt,
    }))
    .filter((window) => window.from < window.to)
}

/** When a shop is open on a day, and what puts that in doubt. Hours that nobody knows may be any. */
function shiftOn(day: string, shop: StatusFacts['shop'], { timeZone, holidays }: StatusCity): Window | undefined {
  const hours = hoursOn(shop, day)
  if (hours && !hours.isOpen) return undefined
  const times = hours && openTimes(hours, day, timeZone)
  if (!times) return { from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone), doubt: 'hours' }
  return { ...times, doubt: holidayOn(shop, day, holidays) && 'holiday' }
}
