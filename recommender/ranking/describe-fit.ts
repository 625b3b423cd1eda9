/**
 * How an item fits somebody by content and place alone: the numbers that the trees are asked with, in training and in serving. Nothing here knows
 * who else chose the item, so it says the same of a shop that nobody has met yet.
 */
import type { Model } from './model.ts'

/** What is known about a shopper, as numbers; one place in all arrays for each item that they chose. */
export type Profile = {
  /** -1: an item that the model does not know. */
  items: Int32Array
  /** How surely they like it, to 1. */
  values: Float32Array
  /** How much, where somebody came back often; more than 1 then. */
  strengths: Float32Array
  /** Kilometres; NaN: nobody knows. */
  east: Float32Array
  north: Float32Array
  /** -1: none. */
  categories: Int32Array
}

/** What is asked about. `shop`: -1 where the model has not met it. */
export type Subject = { shop: number; category: number; east: number; north: number }

export const FEATURE = {
  category: 0,
  widerCategory: 1,
  lift: 2,
  visitors: 3,
  near: 4,
  around: 5,
  oftenNear: 6,
  oftenAround: 7,
  busyNear: 8,
  busyAround: 9,
} as const
export const FEATURES = Object.keys(FEATURE).length
export const ABOUT_CATEGORY = [FEATURE.category, FEATURE.widerCategory, FEATURE.lift]
export const ABOUT_PLACE = [FEATURE.near, FEATURE.around, FEATURE.oftenNear, FEATURE.oftenAround]

/** How much the share of a category among everybody's choices counts beside somebody's own, in choices. */
const PRIOR = 3
/** Kilometres at which a place counts half, or a quarter. */
const NEAR = 0.2
const AROUND = 1

/** What of a profile is the same for every subject. */
export type ProfileSums = {
  profile: Profile
  choices: number
  strength: number
  ofCategory: Float32Array
  ofWider: Float32Array
  hasPlaces: boolean
  all: number
}

export function sumProfile(model: Model, profile: Profile): ProfileSums {
  const ofCategory = new Float32Array(model.categories.length)
  const ofWider = new Float32Array(model.widerChoices.length)
  let choices = 0
  let strength = 0
  for (let n = 0; n < profile.items.length; n += 1) {
    choices += profile.values[n]!
    strength += profile.strengths[n]!
    const category = profile.categories[n]!
    if (category < 0) continue
    ofCategory[category]! += profile.values[n]!
    ofWider[model.wider[category]!]! += profile.values[n]!
  }
  return {
    profile,
    choices,
    strength,
    ofCategory,
    ofWider,
    hasPlaces: profile.east.some((east) => !Number.isNaN(east)),
    all: model.widerChoices.reduce((sum, count) => sum + count, 0),
  }
}

/**
 * Writes the numbers of one subject into `row`. `without` is the place in the profile of the subject itself, which is then described as if the
 * shopper had not chosen it (training asks so); -1 otherwise. What others chose of the subject itself is never counted. Trees only compare,
 * so these are plain parts and ratios: their logarithms would say the same and cost more than all the rest.
 */
export function describeFit(model: Model, sums: ProfileSums, { shop, category, east, north }: Subject, without: number, row: Float32Array) {
  const own = without < 0 ? 0 : sums.profile.values[without]!
  const rest = Math.max(0, sums.choices - own)
  if (category >= 0) {
    const gone = shop < 0 ? 0 : model.support[shop]!
    const wider = model.wider[category]!
    const all = model.categoryChoices
    const share = (all[category]! - gone + 0.5) / (sums.all + 0.5 * all.length)
    const widerShare = (model.widerChoices[wider]! - gone + 0.5) / (sums.all + 0.5 * model.widerChoices.length)
    const likes = (Math.max(0, sums.ofCategory[category]! - own) + PRIOR * share) / (rest + PRIOR)
    row[FEATURE.category] = likes
    row[FEATURE.widerCategory] = (Math.max(0, sums.ofWider[wider]! - own) + PRIOR * widerShare) / (rest + PRIOR)
    row[FEATURE.lift] = likes / share
    row[FEATURE.visitors] = (all[category]! - gone + 1) / (model.categoryShops[category]! - (gone > 0 ? 1 : 0) + 1)
  } else {
    row.fill(1, FEATURE.category, FEATURE.visitors + 1)
  }
  describePlace(sums, rest, east, north, without, row)
  row[FEATURE.busyNear] = shop < 0 ? 0 : model.busyNear[shop]!
  row[FEATURE.busyAround] = shop < 0 ? 0 : model.busyAround[shop]!
}

/** How close it is to what they chose; nothing where nobody knows where it is. */
function describePlace(
  { profile, strength, hasPlaces }: ProfileSums,
  rest: number,
  x: number,
  y: number,
  without: number,
  row: Float32Array,
) {
  const { values, strengths, east, north } = profile
  let near = 0
  let around = 0
  let oftenNear = 0
  let oftenAround = 0
  for (let n = 0; hasPlaces && n < east.length; n += 1) {
    const square = (east[n]! - x) ** 2 + (north[n]! - y) ** 2
    if (n === without || !(square >= 0)) continue
    const close = 1 / (1 + square / NEAR ** 2)
    const reach = 1 / (1 + square / AROUND ** 2)
    near += values[n]! * close
    oftenNear += strengths[n]! * close
    around += values[n]! * reach * reach
    oftenAround += strengths[n]! * reach * reach
  }
  const strengthOfRest = Math.max(strength - (without < 0 ? 0 : strengths[without]!), 1)
  row[FEATURE.near] = near / Math.max(rest, 1) + 1e-3
  row[FEATURE.around] = around / Math.max(rest, 1) + 1e-2
  row[FEATURE.oftenNear] = oftenNear / strengthOfRest + 1e-3
  row[FEATURE.oftenAround] = oftenAround / strengthOfRest + 1e-2
}

/** Adds up the neighbours of all that somebody chose, into one number for each item. */
export function sumNeighbours({ neighbours }: Model, { items, values }: Profile, sums: Float32Array) {
  sums.fill(0)
  for (let n = 0; n < items.length; n += 1) {
    const item = items[n]!
    if (item < 0) continue
    const value = values[n]!
    for (let k = neighbours.starts[item]!; k < neighbours.starts[item + 1]!; k += 1)
      sums[neighbours.columns[k]!]! += value * neighbours.values[k]!
  }
}
