import { expect, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'

import { describeDistance } from './distance.ts'

test('a distance from the centre is marked as approximate, one from a known place is not [#199, #200]', () => {
  const location = { type: 'Point' as const, coordinates: [79.8996, 6.8649] as [number, number] }
  expect(describeDistance({ location }, colombo)).toEqual({ text: '~10.0 km', isApproximate: true })
  expect(describeDistance({ location, distance: 0.64 }, colombo)).toEqual({ text: '640 m', isApproximate: false })
  expect(describeDistance({ location: null }, colombo)).toEqual({ text: 'Unknown distance', isApproximate: false })
})
