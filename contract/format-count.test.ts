import { expect, test } from 'vitest'

import { countBoth, formatCount } from './format-count.ts'

test('a number is written as in English, with its thousands set apart', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 100_000, 1_234_567]) expect(formatCount(count)).toBe(count.toLocaleString('en'))
})

test('offers and shops are told together, and neither where there is none', () => {
  expect([countBoth(1_200, 1), countBoth(1, 0), countBoth(0, 2), countBoth(0, 0)]).toEqual([
    '1,200 offers and 1 shop',
    '1 offer',
    '2 shops',
    '',
  ])
})
