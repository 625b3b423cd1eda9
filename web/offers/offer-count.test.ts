import { expect, test } from 'vitest'

import { describeCount } from './offer-count.ts'

test('a count is honest about what it does not know', () => {
  expect(describeCount({ total: 1, totalIsMore: false }, {})).toBe('1 offer')
  expect(describeCount({ total: 48, totalIsMore: false, withoutPosition: 3 }, { sort: 'distance' })).toBe(
    '48 offers, nearest first. 3 more have no known place',
  )
  expect(describeCount({ total: 1000, totalIsMore: true }, { sort: 'ending' })).toBe('More than 1,000 offers, ending soonest first')
  expect(describeCount({ total: 1000, totalIsMore: true }, { usable: 'now' })).toBe('More than 1,000 offers')
  // Only the first two thousand of a long list are looked at.
  expect(describeCount({ total: 7, totalIsMore: true }, { usable: 'now' })).toBe('7 offers, and perhaps more')
})
