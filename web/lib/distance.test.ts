import { expect, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'

import { describeDistance } from './distance.ts'

const location = { type: 'Point' as const, coordinates: [79.8996, 6.8649] as [number, number] }

test('a distance from the centre is marked as approximate, one from a known place is not [#199, #200]', () => {
  const center = { position: colombo.center, isApproximate: true }
  expect(describeDistance(location, center)).toEqual({ text: '~10.0 km', isApproximate: true })
  const here = { position: { lat: 6.8649, lng: 79.8938 }, isApproximate: false }
  expect(describeDistance(location, here)).toEqual({ text: '640 m', isApproximate: false })
  expect(describeDistance(null, center)).toEqual({ text: 'Unknown distance', isApproximate: false })
})
