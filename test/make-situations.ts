/** Situations of an offer for tests: any hours, conditions and dates, in time zones all over the world, many of them around a change of the clock. */
import fc from 'fast-check'

import type { StatusCity, StatusFacts } from '#contract/offer-status.ts'
import { addDays, clockSpans, DAY, formatClock, MINUTE, wallTime, WEEKDAYS } from '#contract/time.ts'

/** From the date line to the date line, with halves and quarters of hours, both hemispheres, and days on which the clock jumps at midnight. */
const ZONES = `Asia/Colombo Asia/Kolkata Asia/Kathmandu Asia/Tehran Asia/Tokyo Asia/Beirut Asia/Gaza Australia/Sydney Australia/Lord_Howe
  Australia/Eucla Pacific/Auckland Pacific/Chatham Pacific/Apia Pacific/Pago_Pago Pacific/Honolulu America/New_York America/Los_Angeles
  America/St_Johns America/Santiago America/Havana America/Sao_Paulo Europe/London Europe/Berlin Africa/Cairo`.split(/\s+/)
export const NOW = Date.parse('2026-11-21T06:30:00Z')

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

export const situation = fc.constantFrom(...ZONES).chain((timeZone) =>
  fc.record({
    timeZone: fc.constant(timeZone),
    now: moments(timeZone),
    week: hoursOfWeek,
    weekdays: fc.subarray([...WEEKDAYS]),
    hours: between,
    seems: fc.option(
      fc.record({
        weekdays: fc.option(fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }), { nil: undefined }),
        hours: fc.option(
          between.map((hours) => hours ?? undefined),
          { nil: undefined },
        ),
      }),
    ),
    starts: fc.option(fc.integer({ min: -3 * 1440, max: 1440 })),
    lasts: fc.option(fc.integer({ min: 0, max: 4 * 1440 })),
    special: fc.option(dayHours),
    holiday: fc.constantFrom(undefined, -1, 0, 1),
  }),
)
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never

export function offerOf({ timeZone, now, week, weekdays, hours, seems, starts, lasts, special, holiday }: Situation) {
  const today = wallTime(now, timeZone).day
  const begin = starts === null ? undefined : now + starts * MINUTE
  const offer: StatusFacts = {
    startDate: begin === undefined ? null : new Date(begin).toISOString(),
    endDate: lasts === null ? null : new Date((begin ?? now - DAY) + lasts * MINUTE).toISOString(),
    conditions: { weekdays, hours },
    conditionsFromText: seems,
    shop: {
      businessHours: Object.fromEntries(WEEKDAYS.flatMap((weekday, number) => (week[number] ? [[weekday, week[number]]] : []))),
      specialHours: special ? [{ day: today, ...special }] : [],
    },
  }
  const city = { timeZone, holidays: holiday === undefined ? [] : [{ day: addDays(today, holiday), name: 'A holiday' }] }
  return { offer, city, now } satisfies { offer: StatusFacts; city: StatusCity; now: number }
}
