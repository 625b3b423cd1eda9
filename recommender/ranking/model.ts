/**
 * What training has found out about one city, ready to serve: texts and typed arrays, nothing else, so that it is small to keep and quick to
 * load. Whoever serves it passes it on and looks at `trainedUntil` and `method` alone.
 */
import { CATEGORIES, EARTH_RADIUS_KM } from '#contract/constants.ts'
import type { Position } from '#contract/wire.ts'

/** Rows of few entries: row `r` is what stands in `columns` and `values` from `starts[r]` to before `starts[r + 1]`. */
export type Rows = { starts: Uint32Array; columns: Uint32Array; values: Float32Array }

/**
 * Boosted trees of `depth` decisions, one after the other; each complete, its nodes in rows from the root on. To the right goes what is above the
 * threshold. The sum of one leaf of each is a log of odds.
 */
export type Trees = { depth: number; features: Uint8Array; thresholds: Float32Array; leaves: Float32Array }

/**
 * What was chosen before training, on choices that were kept back. `beta`: how much the random walk holds popular ends back. `penalty`: that of EASE, undefined
 * where the city is too large for it. `share`: how much the walk counts beside EASE, both on the same scale; 1 without. `content`: how much
 * content counts beside the neighbours, on their scale too.
 */
export type Settings = { beta: number; penalty?: number; share: number; content: number }

export type Model = {
  /** The latest event that it has seen, in milliseconds since 1970; 0: it has seen none, or none with a time. */
  trainedUntil: number
  /** How the neighbours were found, in words for the log; `none` without training. */
  method: string
  settings?: Settings
  /** Items are what people choose: a shop, or one category of a shop that has many of several. */
  itemShops: Uint32Array
  /** -1: the whole shop. */
  itemCategories: Int32Array
  /** How many shoppers have chosen the item. */
  support: Float32Array
  shopIds: string[]
  /** Kilometres east and north of `middle`; NaN: nobody knows. */
  east: Float32Array
  north: Float32Array
  middle: { lat: number; lng: number }
  /** The main category of each shop, -1: none. */
  shopCategories: Int32Array
  categories: string[]
  /** Of each category the wider one that it belongs to. */
  wider: Uint16Array
  /** Choices and shops of each category, and of each wider one. */
  categoryChoices: Float32Array
  categoryShops: Float32Array
  widerChoices: Float32Array
  /** How busy it is around each shop, itself left out: choices nearby, by the logarithm, within some 200 m and within a kilometre. */
  busyNear: Float32Array
  busyAround: Float32Array
  /** People who chose the one (row) also choose the other (column), and how much so. Both are items. */
  neighbours: Rows
  /** What content and place alone say about somebody and a shop that nobody has met. Without trees a rule made by hand. */
  trees: Trees
  /** How much the parts count beside the neighbours. */
  blend: { content: number; popularity: number }
}

const rows = (): Rows => ({ starts: new Uint32Array(1), columns: new Uint32Array(0), values: new Float32Array(0) })

/** Of a city that nobody has trained yet: what is left goes by content, interests, place and popularity. */
export const emptyModel = (): Model => ({
  trainedUntil: 0,
  method: 'none',
  itemShops: new Uint32Array(0),
  itemCategories: new Int32Array(0),
  support: new Float32Array(0),
  shopIds: [],
  east: new Float32Array(0),
  north: new Float32Array(0),
  middle: { lat: 0, lng: 0 },
  shopCategories: new Int32Array(0),
  categories: [...CATEGORIES],
  wider: Uint16Array.from(CATEGORIES.keys()),
  categoryChoices: new Float32Array(CATEGORIES.length),
  categoryShops: new Float32Array(CATEGORIES.length),
  widerChoices: new Float32Array(CATEGORIES.length),
  busyNear: new Float32Array(0),
  busyAround: new Float32Array(0),
  neighbours: rows(),
  trees: { depth: 0, features: new Uint8Array(0), thresholds: new Float32Array(0), leaves: new Float32Array(0) },
  blend: { content: 1, popularity: 0.1 },
})

const DEGREE_KM = (EARTH_RADIUS_KM * Math.PI) / 180

/** Kilometres east and north of the middle of a city: flat, as a city is. */
export function layFlat(middle: Position) {
  const degreeEast = DEGREE_KM * Math.cos((middle.lat * Math.PI) / 180)
  return ({ lat, lng }: Position) => ({ east: (lng - middle.lng) * degreeEast, north: (lat - middle.lat) * DEGREE_KM })
}
