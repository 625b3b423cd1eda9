/** The words of the door sign, which every card and page of an offer shows first: can it be used now, until when, and if not, when? */
import { hoursText, weekdaysText, isRunOfDays } from './limit-texts.ts'
import { isOfferExpired } from './offer-rules.ts'
import { isSoon, offerStatus, type Limits, type OfferStatus, type StatusCity, type StatusFacts } from './offer-status.ts'
import { hoursOn } from './shop-rules.ts'
import { addDays, DAY, daysBetween, formatClock, formatDay, formatWeekday, HOUR, MINUTE, wallTime, weekdayOf } from './time.ts'

/** `strong` comes first and heavier; `rest` follows it directly, with its own comma or space. */
export type DoorSign = { status: 'usable' | 'soon' | 'ending' | 'closed' | 'unknown' | 'expired'; strong: string; rest: string }

/** The end of an offer is called near within this time, and a moment of tomorrow needs its day beyond that one. */
const ENDING = 6 * HOUR
const NIGHT = 12 * HOUR
/** What closes on no day of the week is open around the clock. */
const ALWAYS = 6 * DAY

/** What the sign says at an instant (milliseconds since 1970). */
export function doorSign(offer: StatusFacts, now: number, city: StatusCity): DoorSign {
  const status = offerStatus(offer, now, city)
  switch (status.kind) {
    case 'expired':
      return { status: 'expired', strong: 'Expired', rest: expiredSince(offer.endDate!, now, city) }
    case 'upcoming':
      return { status: 'closed', strong: 'Starts', rest: ` ${startText(status.from, now, city)}` }
    case 'usable':
      return usableSign(offer, status.until, now, city)
    case 'unknown':
      return { status: 'unknown', strong: '', rest: doubtText(status.why, offer) }
    case 'waiting':
      return waitingSign(offer, status, now, city)
  }
}

function usableSign(offer: StatusFacts, until: number, now: number, city: StatusCity): DoorSign {
  const isLast = isOfferExpired(offer, until)
  if (isLast && until - now <= ENDING) return { status: 'ending', strong: 'Expires', rest: ` in ${duration(now, until)}` }
  const isAlways = !isLast && until - now > ALWAYS
  return { status: 'usable', strong: 'Usable now', rest: isAlways ? ', open 24 hours' : `, until ${untilText(until, now, city)}` }
}

function waitingSign(offer: StatusFacts, status: OfferStatus & { kind: 'waiting' }, now: number, city: StatusCity): DoorSign {
  const { from, doubt, isOpen } = status
  const isOwn = isOpen || doubt === 'hours'
  if (from === undefined) {
    const isGone = isLastWeek(offer, now)
    if (isOwn) return { status: 'closed', strong: isGone ? 'No longer usable' : 'Not now', rest: '' }
    return { status: 'closed', strong: 'Closed', rest: isGone ? ', no longer usable' : '' }
  }
  if (isSoon(status, now)) return { status: 'soon', strong: isOwn ? 'Usable' : 'Opens', rest: ` in ${duration(now, from)}` }
  const rule = isOwn && doubt !== 'holiday' && ruleFrom(offer, from, now, city)
  if (rule) return { status: 'closed', strong: 'Not now', rest: `, ${rule}` }
  const verb = isOwn ? (doubt ? 'perhaps from' : 'usable') : doubt ? 'may open' : 'opens'
  return { status: 'closed', strong: isOwn ? 'Not now' : 'Closed', rest: `, ${verb} ${momentText(from, now, city)}` }
}

const doubtText = (why: (OfferStatus & { kind: 'unknown' })['why'], { conditionsFromText }: StatusFacts) => {
  if (why === 'holiday') return 'Holiday, hours may differ'
  return why === 'hours'
    ? 'Hours unknown, call first'
    : `Ask first, may be ${limitsText({ weekdays: conditionsFromText?.weekdays ?? [], hours: conditionsFromText?.hours ?? null })}`
}

/**
 * The offer's own rule in words, where it is one for a run of weekdays. Where the shop is closed on a day that the rule allows, the rule
 * would promise too much, and the moment is said instead.
 */
function ruleFrom({ shop, conditions }: StatusFacts, from: number, now: number, { timeZone }: StatusCity) {
  if (!isRunOfDays(conditions.weekdays)) return undefined
  const { day } = wallTime(from, timeZone)
  for (let between = addDays(wallTime(now, timeZone).day, 1); between < day; between = addDays(between, 1))
    if (conditions.weekdays.includes(weekdayOf(between))) return undefined
  return limitsText(conditions, hoursOn(shop, day)?.open)
}

/** `weekdays before 16:00`, `weekends only`, `Tue and Thu from 11:00 to 15:00`, `only after 18:00`. `opens` is when the shop does. */
function limitsText({ weekdays, hours }: Limits, opens?: string) {
  const days = weekdaysText(weekdays)
  const times = hours && hoursText(hours, opens)
  if (!times) return `${days} only`
  return days ? `${days} ${times}` : `only ${times}`
}

const isLastWeek = ({ endDate }: StatusFacts, now: number) => endDate !== null && Date.parse(endDate) - now < 7 * DAY

function startText(from: number, now: number, { timeZone }: StatusCity) {
  const { day, minutes } = wallTime(from, timeZone)
  const today = wallTime(now, timeZone).day
  return day === today ? `today ${formatClock(minutes)}` : `on ${dayText(day, today)}`
}

function expiredSince(endDate: string, now: number, { timeZone }: StatusCity) {
  const { day, minutes } = wallTime(Date.parse(endDate), timeZone)
  const today = wallTime(now, timeZone).day
  const days = daysBetween(day, today)
  if (days > 1) return ` on ${dayText(day, today)}`
  return `${days === 0 ? ' today' : ' yesterday'}, ${clock(minutes)}`
}

/** `27 Nov`, with its year where that is not this one. */
const dayText = (day: string, today: string) => formatDay(day, { year: day.slice(0, 4) !== today.slice(0, 4) })

/** `22:00`, `midnight`; with its day where it could be taken for today's. */
function untilText(until: number, now: number, city: StatusCity) {
  const { day, minutes } = wallTime(until, city.timeZone)
  const today = wallTime(now, city.timeZone).day
  if (day === today || until - now <= NIGHT) return clock(minutes)
  if (minutes > 0) return momentText(until, now, city)
  const lastDay = addDays(day, -1)
  return lastDay === today ? 'midnight' : `the end of ${relativeDay(lastDay, today)}`
}

/** `16:00`, `tomorrow 09:00`, `Mon 09:00`; a day that begins is its name alone. */
function momentText(at: number, now: number, { timeZone }: StatusCity) {
  const { day, minutes } = wallTime(at, timeZone)
  const today = wallTime(now, timeZone).day
  if (day === today) return clock(minutes)
  return minutes === 0 ? relativeDay(day, today) : `${relativeDay(day, today)} ${clock(minutes)}`
}
const relativeDay = (day: string, today: string) => (day === addDays(today, 1) ? 'tomorrow' : formatWeekday(weekdayOf(day)))

/** From the minute of one instant to the minute of another. */
function duration(from: number, to: number) {
  const minutes = Math.floor(to / MINUTE) - Math.floor(from / MINUTE)
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${Math.max(minutes, 1)} min`
  if (hours < 2 && rest > 0) return `${hours} h ${rest} min`
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

const clock = (minutes: number) => (minutes === 0 ? 'midnight' : formatClock(minutes))
