/** How far it is. Distances are kilometres. */
import { EARTH_RADIUS_KM } from './constants.ts'
import type { Point, Position } from './wire.ts'

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

/** A GeoJSON point, or null where the place is not known. */
export const toPoint = (lat: number | null, lng: number | null): Point | null =>
  lat === null || lng === null ? null : { type: 'Point', coordinates: [lng, lat] }

/** The field of an answer that says how far a place is; nothing where either end is not known. */
export const distanceTo = (from: Position | undefined, lat: number | null, lng: number | null) =>
  from && lat !== null && lng !== null ? { distance: distanceBetween(from, { lat, lng }) } : {}

/** `640 m` under a kilometre, else `1.2 km`; `Unknown distance` where there is none. */
export function formatDistance(kilometres: number | undefined) {
  if (kilometres === undefined || !Number.isFinite(kilometres)) return 'Unknown distance'
  const metres = Math.round(kilometres * 1000)
  return metres < 1000 ? `${metres} m` : `${kilometres.toFixed(1)} km`
}

/** The map's directions to a place: latitude first, as maps want it (#230). */
export const directionsUrl = ({ lat, lng }: Position) => `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`

/** About 111 m of latitude: close enough for a list, and the same for everyone in the same street. */
const NEAR_DECIMALS = 3

/** A position as it is asked for: `6.934,79.843`, rounded to about 100 m, so that answers can be shared and no exact position travels. */
export const roundedNear = ({ lat, lng }: Position) => `${lat.toFixed(NEAR_DECIMALS)},${lng.toFixed(NEAR_DECIMALS)}`

/** The position in `latitude,longitude`; undefined where it is none. */
export function readNear(near: string | null | undefined): Position | undefined {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(near ?? '') ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  const position = { lat: Number(latitude), lng: Number(longitude) }
  return Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180 ? position : undefined
}

/** A radius in words: `500 m`, `2 km`. */
export const describeRadius = (kilometres: number) => formatDistance(kilometres).replace('.0 ', ' ')
