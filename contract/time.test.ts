import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  addDays,
  clockSpans,
  DAY,
  daysBetween,
  endOfDay,
  HOUR,
  instantAt,
  learnClock,
  parseClock,
  startOfDay,
  wallTime,
  weekdayOf,
} from './time.ts'

const at = (iso: string) => Date.parse(iso)

test('midnight in Colombo is half past six the evening before in UTC', () => {
  expect(startOfDay('2026-11-21', 'Asia/Colombo')).toBe(at('2026-11-20T18:30:00Z'))
  expect(wallTime(at('2026-11-20T18:30:00Z'), 'Asia/Colombo')).toEqual({ day: '2026-11-21', weekday: 'saturday', minutes: 0 })
  expect(wallTime(at('2026-11-20T18:29:59.999Z'), 'Asia/Colombo')).toEqual({ day: '2026-11-20', weekday: 'friday', minutes: 23 * 60 + 59 })
})

test('a day ends with its last millisecond, also where the clock changes and the day has 23 or 25 hours', () => {
  expect(endOfDay('2026-11-21', 'Asia/Colombo')).toBe(at('2026-11-21T18:29:59.999Z'))
  expect(endOfDay('2026-03-29', 'Europe/Berlin') + 1 - startOfDay('2026-03-29', 'Europe/Berlin')).toBe(23 * HOUR)
  expect(endOfDay('2026-10-25', 'Europe/Berlin') + 1 - startOfDay('2026-10-25', 'Europe/Berlin')).toBe(25 * HOUR)
})

test('a time that the clock jumps over is the moment of the jump, one that it shows twice is the first', () => {
  expect(instantAt('2026-03-29', 2 * 60 + 30, 'Europe/Berlin')).toBe(at('2026-03-29T01:00:00Z'))
  expect(instantAt('2026-10-25', 2 * 60 + 30, 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'))
  // Midnight itself is jumped over in Cairo on the last Friday of April.
  expect(startOfDay('2026-04-24', 'Africa/Cairo')).toBe(at('2026-04-23T22:00:00Z'))
})

test('whatever the zone, the wall clock at the instant of a wall time shows that time', () => {
  const zones = [
    'Asia/Colombo',
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'America/Sao_Paulo',
    'Pacific/Kiritimati',
    'UTC',
  ]
  const day = fc.integer({ min: 0, max: 6 * 365 }).map((count) => addDays('2024-01-01', count))
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, fc.integer({ min: 0, max: 24 * 60 - 1 }), (zone, date, minutes) => {
      const shown = wallTime(instantAt(date, minutes, zone), zone)
      expect(shown.day).toBe(date)
      // A time inside a jump shows as the end of the jump, an hour later at the most.
      expect(shown.minutes).toBeGreaterThanOrEqual(minutes)
      expect(shown.minutes - minutes).toBeLessThanOrEqual(60)
    }),
    { numRuns: 2_000 },
  )
})

test('days are counted by the calendar, not by hours', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(weekdayOf('2026-11-21')).toBe('saturday')
  expect(DAY).toBe(24 * HOUR)
})

test.each([
  ['00:00', 0],
  ['09:30', 570],
  ['23:59', 1439],
  ['24:00', undefined],
  ['9:00', undefined],
  ['12:60', undefined],
  ['', undefined],
])('the clock %o is minute %o', (clock, minutes) => {
  expect(parseClock(clock)).toBe(minutes)
})

test.each(['Asia/Colombo', 'Europe/Berlin', 'America/St_Johns', 'Africa/Casablanca', 'Australia/Lord_Howe'])(
  'what the clock of %s does is told in spans, and read from them without Intl',
  (timeZone) => {
    const now = Date.parse('2026-11-22T09:00:00Z')
    // A zone that Intl does not know: it could not be asked.
    const told = `Told/${timeZone}`
    learnClock(told, clockSpans(now, timeZone))
    for (let then = now - 700 * DAY; then < now + 700 * DAY; then += 5.3 * HOUR)
      expect(wallTime(then, told)).toEqual(wallTime(then, timeZone))
  },
)

test('a clock that does not change is one span of four years', () => {
  const spans = clockSpans(Date.parse('2026-11-22T09:00:00Z'), 'Asia/Colombo')
  expect(spans).toEqual([{ from: Date.parse('2024-11-22'), until: Date.parse('2028-11-21'), offset: 5.5 * HOUR }])
})
