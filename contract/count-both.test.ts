import { expect, test } from 'vitest'

import { countBoth } from './count-both.ts'

test('offers and shops are told together, and neither where there is none', () => {
  expect([countBoth(1_200, 1), countBoth(1, 0), countBoth(0, 2), countBoth(0, 0)]).toEqual([
    '1,200 offers and 1 shop',
    '1 offer',
    '2 shops',
    '',
  ])
})
