import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isOfferLive } from './offer-rules.ts'
import { isSoon, offerStatus, rankStatus, type StatusFacts } from './offer-status.ts'
import { openState } from './shop-rules.ts'
import { addDays, clockSpans, DAY, formatClock, HOUR, MINUTE, wallTime, WEEKDAYS, weekdayOf } from './time.ts'

/** From the date line to the date line, with halves and quarters of hours, both hemispheres, and days on which the clock jumps at midnight. */
const ZONES = `Asia/Colombo Asia/Kolkata Asia/Kathmandu Asia/Tehran Asia/Tokyo Asia/Beirut Asia/Gaza Australia/Sydney Australia/Lord_Howe
  Australia/Eucla Pacific/Auckland Pacific/Chatham Pacific/Apia Pacific/Pago_Pago Pacific/Honolulu America/New_York America/Los_Angeles
  America/St_Johns America/Santiago America/Havana America/Sao_Paulo Europe/London Europe/Berlin Africa/Cairo`.split(/\s+/)
const NOW = Date.parse('2026-11-21T06:30:00Z')

/** Moments of any kind, half of them within a day and a half of a change of the city's clock. */
const moments = (timeZone: string) => {
  const changes = clockSpans(NOW, timeZone).slice(1)
  const anywhere = fc.integer({ min: -500 * 1440, max: 500 * 1440 }).map((minutes) => NOW + minutes * MINUTE)
  if (changes.length === 0) return anywhere
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -36 * 60, max: 36 * 60 }))
    .map(([{ from }, minutes]) => from + minutes * MINUTE)
  return fc.oneof(anywhere, near)
}

const clock = fc.oneof(fc.constantFrom('00:00', '02:00', '02:30', '03:00'), fc.integer({ min: 0, max: 1439 }).map(formatClock))
const dayHours = fc.record({ isOpen: fc.boolean(), open: clock, close: clock })
const between = fc.option(fc.record({ from: clock, to: clock }).filter(({ from, to }) => from !== to))
const hoursOfWeek = fc.tuple(
  ...WEEKDAYS.map(() => fc.oneof({ weight: 9, arbitrary: dayHours }, { weight: 1, arbitrary: fc.constant(undefined) })),
)

const situation = fc.constantFrom(...ZONES).chain((timeZone) =>
  fc.record({
    timeZone: fc.constant(timeZone),
    now: moments(timeZone),
    week: hoursOfWeek,
    weekdays: fc.subarray([...WEEKDAYS]),
    hours: between,
    starts: fc.option(fc.integer({ min: -3 * 1440, max: 1440 })),
    lasts: fc.option(fc.integer({ min: 0, max: 4 * 1440 })),
    special: fc.option(dayHours),
    holiday: fc.constantFrom(undefined, -1, 0, 1),
  }),
)
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never

function offerOf({ timeZone, now, week, weekdays, hours, starts, lasts, special, holiday }: Situation) {
  const today = wallTime(now, timeZone).day
  const begin = starts === null ? undefined : now + starts * MINUTE
  const offer: StatusFacts = {
    startDate: begin === undefined ? null : new Date(begin).toISOString(),
    endDate: lasts === null ? null : new Date((begin ?? now - DAY) + lasts * MINUTE).toISOString(),
    conditions: { weekdays, hours },
    shop: {
      businessHours: Object.fromEntries(WEEKDAYS.flatMap((weekday, number) => (week[number] ? [[weekday, week[number]]] : []))),
      specialHours: special ? [{ day: today, ...special }] : [],
    },
  }
  const city = { timeZone, holidays: holiday === undefined ? [] : [{ day: addDays(today, holiday), name: 'A holiday' }] }
  return { offer, city, now }
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/**
 * The same question answered by looking at the clock on the wall, minute by minute: what begins at an hour begins at the first minute at
 * which the wall shows it or more, and so with its end.
 */
function isUsableByTheWall({ offer, city, now }: ReturnType<typeof offerOf>) {
  const wallAt = (at: number) => {
    const { day, minutes } = wallTime(at, city.timeZone)
    return Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE
  }
  const minuteAt = (day: string, minutes: number) => {
    const target = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE
    let at = target - 15 * HOUR
    // By hours while it is far, for the clock may be put back on the way.
    while (wallAt(at) < target - 4 * HOUR) at += HOUR
    while (wallAt(at) < target) at += MINUTE
    return at
  }
  const isBetween = (day: string, from: number, to: number) =>
    minuteAt(day, from) <= now && now < minuteAt(day, to <= from ? to + 1440 : to)
  const { weekdays, hours } = offer.conditions
  const today = wallTime(now, city.timeZone).day
  return [addDays(today, -1), today].some((day) => {
    const special = offer.shop.specialHours.find((one) => one.day === day)
    const shift = special ?? offer.shop.businessHours?.[weekdayOf(day)]
    if (!shift?.isOpen || !isBetween(day, minutesOf(shift.open), minutesOf(shift.close))) return false
    const isNeverClosed = shift.open === '00:00' && shift.close === '00:00'
    if (!special && !isNeverClosed && city.holidays.some((holiday) => holiday.day === day)) return false
    return [-1, 0, 1].some((offset) => {
      const begin = addDays(day, offset)
      if (weekdays.length > 0 && !weekdays.includes(weekdayOf(hours && offset < 0 ? begin : day))) return false
      return !hours || isBetween(begin, minutesOf(hours.from), minutesOf(hours.to))
    })
  })
}

const RUNS = { numRuns: 2_000 }

test('in every time zone, around both changes of its clock, an offer is usable exactly when the clock on the wall says so', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { offer, city, now } = offerOf(given)
      const isUsable = isOfferLive(offer, now) && isUsableByTheWall({ offer, city, now })
      expect(offerStatus(offer, now, city).kind === 'usable').toBe(isUsable)
    }),
    RUNS,
  )
})

test('what is usable stays so until the moment that is named, and not a minute longer', () => {
  fc.assert(
    fc.property(situation, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
      const { offer, city, now } = offerOf(given)
      const status = offerStatus(offer, now, city)
      if (status.kind !== 'usable') return
      const between = Math.floor(now + (status.until - 1 - now) * part)
      expect(offerStatus(offer, between, city).kind).toBe('usable')
      if (status.until - now < 6 * DAY) expect(offerStatus(offer, status.until, city).kind).not.toBe('usable')
    }),
    RUNS,
  )
})

test('what waits cannot be used before the moment that is named, and can be then, or nobody knows', () => {
  fc.assert(
    fc.property(situation, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
      const { offer, city, now } = offerOf(given)
      const status = offerStatus(offer, now, city)
      if (status.kind !== 'waiting' || status.from === undefined) return
      const between = Math.floor(now + (status.from - 1 - now) * part)
      expect(offerStatus(offer, between, city).kind).toBe('waiting')
      expect(offerStatus(offer, status.from, city).kind).toBe(status.doubt ? 'unknown' : 'usable')
    }),
    RUNS,
  )
})

test('a shop is open exactly when an offer of it without conditions can be used [#156]', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { offer, city, now } = offerOf({ ...given, weekdays: [], hours: null, starts: null, lasts: null, holiday: undefined })
      expect(openState(offer.shop, now, city.timeZone) === 'open').toBe(offerStatus(offer, now, city).kind === 'usable')
    }),
    RUNS,
  )
})

test('the order of statuses is: usable, soon, nobody knows, later, over', () => {
  const waiting = { kind: 'waiting', doubt: undefined, isOpen: false } as const
  const statuses = [
    { kind: 'usable', until: NOW + HOUR },
    { ...waiting, from: NOW + 2 * HOUR },
    { kind: 'unknown', why: 'hours' },
    { ...waiting, from: NOW + 2 * HOUR + 1 },
    { kind: 'expired' },
  ] as const
  expect(statuses.map((status) => rankStatus(status, NOW))).toEqual([0, 1, 2, 3, 4])
  expect(rankStatus({ kind: 'upcoming', from: NOW + MINUTE }, NOW)).toBe(3)
  expect(isSoon({ from: NOW + HOUR, doubt: 'holiday' }, NOW)).toBe(false)
})
