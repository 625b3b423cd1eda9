import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isOfferLive } from './offer-rules.ts'
import { NOW, offerOf, situation } from '#test/make-situations.ts'
import { isSoon, offerStatus, rankStatus } from './offer-status.ts'
import { openState } from './shop-rules.ts'
import { addDays, DAY, HOUR, MINUTE, wallTime, weekdayOf } from './time.ts'

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
    const isNeverClosed = shift.open === shift.close
    if (!special && !isNeverClosed && city.holidays.some((holiday) => holiday.day === day)) return false
    return [-1, 0, 1].some((offset) => {
      const begin = addDays(day, offset)
      if (weekdays.length > 0 && !weekdays.includes(weekdayOf(hours && offset < 0 ? begin : day))) return false
      return !hours || isBetween(begin, minutesOf(hours.from), minutesOf(hours.to))
    })
  })
}

const withoutWords = (given: Parameters<typeof offerOf>[0]) => offerOf({ ...given, seems: null })

const RUNS = { numRuns: 500 }

test('in every time zone, around both changes of its clock, an offer is usable exactly when the clock on the wall says so', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { offer, city, now } = withoutWords(given)
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
      const { offer, city, now } = withoutWords(given)
      const status = offerStatus(offer, now, city)
      if (status.kind !== 'waiting' || status.from === undefined) return
      const between = Math.floor(now + (status.from - 1 - now) * part)
      expect(offerStatus(offer, between, city).kind).toBe('waiting')
      expect(offerStatus(offer, status.from, city).kind).toBe(status.doubt ? 'unknown' : 'usable')
    }),
    RUNS,
  )
})

test('what words seem to ask never makes an offer usable, nor usable for longer', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { offer, city, now } = offerOf(given)
      const [stated, heeded] = [offerStatus({ ...offer, conditionsFromText: null }, now, city), offerStatus(offer, now, city)]
      if (stated.kind === 'usable' && heeded.kind === 'usable') expect(heeded.until).toBeLessThanOrEqual(stated.until)
      else expect(heeded).toEqual(stated.kind === 'usable' ? { kind: 'unknown', why: 'words' } : stated)
    }),
    RUNS,
  )
})

test('a shop is open exactly when an offer of it without conditions can be used [#156]', () => {
  fc.assert(
    fc.property(situation, (given) => {
      const { offer, city, now } = offerOf({
        ...given,
        weekdays: [],
        hours: null,
        seems: null,
        starts: null,
        lasts: null,
        holiday: undefined,
      })
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
