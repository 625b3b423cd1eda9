import { expect, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'

import { describeDistance } from './distance.ts'

const location = { type: 'Point' as const, coordinates: [79.8996, 6.8649] as [number, number] }

test('a distance from the centre is marked as approximate, one from a known place is not [#199, #200]', () => {
  const center = { position: colombo.center, isApproximate: true }
  expect(describeDistance(location, center)).toEqual({ text: '~10.0 km', from: 'the centre' })
  const block = { type: 'Point' as const, coordinates: [colombo.center.lng, colombo.center.lat + 0.0015] as [number, number] }
  expect(describeDistance(block, center).text).toBe('~200 m')
  const here = { position: { lat: 6.8649, lng: 79.8938 }, isApproximate: false }
  expect(describeDistance(location, here)).toEqual({ text: '640 m', from: undefined })
  expect(describeDistance(null, center)).toEqual({ text: 'Unknown distance', from: undefined })
})

test('a distance from a neighbourhood says from which, and is not marked as approximate', () => {
  const borella = { position: { name: 'Borella', lat: 6.9146, lng: 79.8778 }, isApproximate: false }
  expect(describeDistance(location, borella)).toEqual({ text: '6.0 km', from: 'Borella' })
  expect(describeDistance(null, borella)).toEqual({ text: 'Unknown distance', from: undefined })
})
