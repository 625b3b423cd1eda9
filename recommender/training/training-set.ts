/** What a model of one city is trained on: facts out of the catalogue and the interaction log, as numbers. */
import type { Position } from '#contract/wire.ts'

/** A shop goes by its place in this list, a category by its place in `categories`. */
export type TrainedShop = { id: string; position?: Position; categories: number[] }

/** `above`: the wider category that it belongs to, where there is one. */
export type TrainedCategory = { name: string; above?: string }

/**
 * What shoppers did, one event at each place of all five arrays, in any order. The same shopper and shop may come often: a model knows how
 * often and how lately.
 */
export type Events = {
  /** 0 to `users` - 1; who it was does not matter. */
  user: Uint32Array
  shop: Uint32Array
  /** Of the offer; -1 where it was the shop itself or nobody knows. */
  category: Int32Array
  /** How much it says: 1 for a like, less for a click. Above 0. */
  weight: Float32Array
  /** Milliseconds since 1970; 0 where nobody knows. */
  at: Float64Array
}

export type TrainingSet = { shops: TrainedShop[]; categories: TrainedCategory[]; users: number; events: Events }

/** These events alone, in this order. */
export function pickEvents({ user, shop, category, weight, at }: Events, places: ArrayLike<number>): Events {
  const pick = <T extends Uint32Array | Int32Array | Float32Array | Float64Array>(from: T, into: T) => {
    for (let n = 0; n < places.length; n += 1) into[n] = from[places[n]!]!
    return into
  }
  const { length } = places
  return {
    user: pick(user, new Uint32Array(length)),
    shop: pick(shop, new Uint32Array(length)),
    category: pick(category, new Int32Array(length)),
    weight: pick(weight, new Float32Array(length)),
    at: pick(at, new Float64Array(length)),
  }
}
