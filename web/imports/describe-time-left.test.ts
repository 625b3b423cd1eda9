import { expect, test } from 'vitest'

import { describeTimeLeft } from './describe-time-left.ts'

test.each([
  [0, 'a few seconds left'],
  [4_999, 'a few seconds left'],
  [5_000, 'about 5 seconds left'],
  [11_000, 'about 15 seconds left'],
  [56_000, 'about 1 minute left'],
  [200_000, 'about 3 minutes left'],
])('%i ms are said to be %s', (milliseconds, words) => {
  expect(describeTimeLeft(milliseconds)).toBe(words)
})
