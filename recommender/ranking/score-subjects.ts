/** What of a score comes from training: for many subjects at once, on typed arrays. rankOffers adds what only the moment knows. */
import { openTrees } from './ask-trees.ts'
import { describeFit, FEATURES, sumProfile, sumNeighbours, type Profile, type Subject, type ProfileSums } from './describe-fit.ts'
import type { Model } from './model.ts'

/** `item`: -1 where the model has not met it. */
export type Item = Subject & { item: number }

/** A shop that few have chosen is taken for one that as many have chosen as this part of the usual number: what is new is not bad. */
const BENEFIT = 0.25
/** What every shop has beside its choices. */
const LEAST = 0.3

export const emptyProfile: Profile = {
  items: new Int32Array(0),
  values: new Float32Array(0),
  strengths: new Float32Array(0),
  east: new Float32Array(0),
  north: new Float32Array(0),
  categories: new Int32Array(0),
}

/** What one request needs, kept for the next one of the same thread: no request makes garbage of the size of a city. */
export class Scorer {
  readonly model: Model
  readonly #row = new Float32Array(FEATURES)
  readonly neighbourSums: Float32Array
  readonly #benefit: number
  readonly #askTrees: (row: Float32Array) => number
  readonly #neutral = new Float32Array(FEATURES)
  readonly #nobody: ProfileSums
  #sums: ProfileSums

  constructor(model: Model) {
    this.model = model
    this.neighbourSums = new Float32Array(model.itemShops.length)
    const chosen = model.support.filter((count) => count > 0)
    this.#benefit = chosen.length === 0 ? 0 : (BENEFIT * chosen.reduce((sum, count) => sum + count, 0)) / chosen.length
    this.#askTrees = openTrees(model.trees)
    this.#nobody = sumProfile(model, emptyProfile)
    this.#sums = this.#nobody
  }

  /** Whose scores are asked for from now on. */
  read(profile: Profile) {
    this.#sums = sumProfile(this.model, profile)
    sumNeighbours(this.model, profile, this.neighbourSums)
  }

  /** The same subject for somebody of whom nothing is known. The next question of this kind writes over it. */
  describeNobody(item: Item) {
    describeFit(this.model, this.#nobody, item, -1, this.#neutral)
    return this.#neutral
  }

  /** How much people like somebody like the item; 0 where nobody knows. */
  scoreNeighbours(item: number) {
    return item < 0 ? 0 : Math.max(0, this.neighbourSums[item]!)
  }

  /** What it looks like, and how many have chosen it so far: 0 to some tens, on the scale of the neighbours. */
  scoreContent(item: Item, change?: (row: Float32Array) => void) {
    const { model } = this
    const row = this.#row
    if (model.blend.content === 0) return 0
    describeFit(model, this.#sums, item, -1, row)
    change?.(row)
    const support = item.item < 0 ? 0 : model.support[item.item]!
    const chosen = Math.max(support + LEAST, this.#benefit / (1 + support))
    return model.blend.content * Math.exp(this.#askTrees(row)) * chosen
  }
}
