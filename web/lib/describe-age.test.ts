import { expect, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#contract/time.ts'

import { describeAge } from './describe-age.ts'

test('an age is said in what has passed whole, and never as younger than nothing', () => {
  const ages = [-MINUTE, 0, MINUTE - 1, MINUTE, 4 * MINUTE + 59_000, HOUR - 1, HOUR, 2 * DAY]
  expect(ages.map((age) => describeAge(1_800_000_000_000 - age, 1_800_000_000_000))).toEqual([
    'a moment ago',
    'a moment ago',
    'a moment ago',
    '1 minute ago',
    '4 minutes ago',
    '59 minutes ago',
    '1 hour ago',
    '2 days ago',
  ])
})
