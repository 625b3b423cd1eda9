import { expect, test } from 'vitest'

import type { Offer } from '#contract/offer.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { measureLife } from './measure-life.ts'

const NOW = Date.parse('2026-11-21T04:30:00.000Z')
const beginsIn = (milliseconds: number) => [{ startDate: new Date(NOW + milliseconds).toISOString(), endDate: null } as Offer]
const endsIn = (milliseconds: number) => [{ endDate: new Date(NOW + milliseconds).toISOString() } as Offer]

test('an answer is kept no longer than until one of its offers begins or ends, and not at all when one has ended while it was made', () => {
  expect(measureLife([{ endDate: null } as Offer], NOW)).toBe(5_000)
  expect(measureLife(endsIn(MINUTE), NOW)).toBe(5_000)
  expect(measureLife(endsIn(1_200), NOW)).toBe(1_201)
  expect(measureLife(endsIn(-300), NOW)).toBeLessThan(0)
  expect(measureLife(endsIn(-DAY), NOW)).toBe(5_000)
  expect(measureLife(beginsIn(1_200), NOW)).toBe(1_200)
  expect(measureLife(beginsIn(-1_200), NOW)).toBe(5_000)
})
