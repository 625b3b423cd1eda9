import { expect, test } from 'vitest'

import { formatCount } from './format-count.ts'

test('a number is written as in English, with its thousands set apart', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 100_000, 1_234_567]) expect(formatCount(count)).toBe(count.toLocaleString('en'))
})
