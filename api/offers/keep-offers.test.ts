import { expect, test } from 'vitest'

import type { Offer } from '#contract/offer.ts'
import { keepOffers } from './keep-offers.ts'

const NOW = Date.parse('2026-11-21T04:30:00.000Z')
const endsIn = (milliseconds: number) => [{ endDate: new Date(NOW + milliseconds).toISOString() } as Offer]

test('an answer is kept no longer than its offers run, and not at all when one has ended while it was made', () => {
  expect(keepOffers([{ endDate: null } as Offer], NOW)).toBe(5_000)
  expect(keepOffers(endsIn(60_000), NOW)).toBe(5_000)
  expect(keepOffers(endsIn(1_200), NOW)).toBe(1_201)
  expect(keepOffers(endsIn(-300), NOW)).toBeLessThan(0)
  expect(keepOffers(endsIn(-86_400_000), NOW)).toBe(5_000)
})
