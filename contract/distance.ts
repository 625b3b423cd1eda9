/** How far it is. Distances are kilometres. */
import { EARTH_RADIUS_KM } from './constants.ts'
import type { Position } from './city.ts'
import type { Point } from './wire.ts'

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in kilometres (haversine, #198). */
export function distanceBetween(a: Position, b: Position) {
  const h =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The position of a GeoJSON point, which puts longitude first (#117). */
export const positionOf = (location: Point | null | undefined): Position | undefined =>
  location ? { lat: location.coordinates[1], lng: location.coordinates[0] } : undefined

/** `640 m` under a kilometre, else `1.2 km`; `Unknown distance` where there is none. */
export function formatDistance(kilometres: number | undefined) {
  if (kilometres === undefined || !Number.isFinite(kilometres)) return 'Unknown distance'
  const metres = Math.round(kilometres * 1000)
  return metres < 1000 ? `${metres} m` : `${kilometres.toFixed(1)} km`
}

/** The map's directions to a place: latitude first, as maps want it (#230). */
export const directionsUrl = ({ lat, lng }: Position) => `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`
