import { EARTH_RADIUS_KM } from '#contract/constants.ts'
import type { Position } from '#contract/wire.ts'

const DEGREE_KM = (EARTH_RADIUS_KM * Math.PI) / 180

/** Kilometres east and north of the middle of a city: flat, as a city is. */
export function layFlat(middle: Position) {
  const degreeEast = DEGREE_KM * Math.cos((middle.lat * Math.PI) / 180)
  return ({ lat, lng }: Position) => ({ east: (lng - middle.lng) * degreeEast, north: (lat - middle.lat) * DEGREE_KM })
}
