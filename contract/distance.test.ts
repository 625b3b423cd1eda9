import { expect, test } from 'vitest'

import { describeRadius, directionsUrl, distanceBetween, formatDistance, positionOf, readNear, roundedNear } from './distance.ts'

const fort = { lat: 6.9344, lng: 79.8428 }
const wellawatte = { lat: 6.8747, lng: 79.8605 }

test('a degree on the equator of a globe of 6371 km is 111.195 km [#198]', () => {
  expect(distanceBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo(111.1949, 3)
  expect(distanceBetween(fort, wellawatte)).toBeCloseTo(6.921, 2)
})

test('a place is longitude, then latitude: the other way round it would lie in another country [#117]', () => {
  expect(positionOf({ type: 'Point', coordinates: [79.8428, 6.9344] })).toEqual(fort)
  expect(distanceBetween(positionOf({ type: 'Point', coordinates: [79.8605, 6.8747] })!, fort)).toBeLessThan(10)
})

test.each([
  [0.0004, '0 m'],
  [0.64, '640 m'],
  [0.9994, '999 m'],
  [0.9996, '1.0 km'],
  [1, '1.0 km'],
  [12.34, '12.3 km'],
  [undefined, 'Unknown distance'],
  [Number.NaN, 'Unknown distance'],
])('%o kilometres show as %s [#198] [#199]', (kilometres, text) => {
  expect(formatDistance(kilometres)).toBe(text)
})

test('directions go to latitude, longitude [#230]', () => {
  expect(directionsUrl(fort)).toMatch(/destination=6\.9344,79\.8428$/)
})

test('a position is asked for within about 100 m, and is the same for everyone in a street', () => {
  expect(roundedNear({ lat: 6.934412, lng: 79.842789 })).toBe('6.934,79.843')
  expect(roundedNear({ lat: 6.93444, lng: 79.8426 })).toBe(roundedNear({ lat: 6.93361, lng: 79.8434 }))
  const rounded = readNear(roundedNear({ lat: 6.9344999, lng: 79.8424999 }))!
  expect(distanceBetween(rounded, { lat: 6.9344999, lng: 79.8424999 })).toBeLessThan(0.08)
})

test('what is no position is none', () => {
  expect(readNear('6.9344,79.8428')).toEqual(fort)
  for (const near of ['', null, undefined, '91,0', '0,181', '6.9', '6.9,79.8,1', 'here', '1e1,2']) expect(readNear(near)).toBeUndefined()
})

test('radii are said in whole words', () => {
  expect([0.5, 1, 2, 25].map(describeRadius)).toEqual(['500 m', '1 km', '2 km', '25 km'])
})
