import type { Item } from '../ranking/score-subjects.ts'
import type { Profile } from '../ranking/describe-fit.ts'
import type { Model } from '../ranking/model.ts'
import type { Choices } from './gather-choices.ts'

/** The shopper of one row of choices, as rankOffers would see them. */
export function buildProfile(model: Model, { starts, columns, values, strengths }: Choices, user: number): Profile {
  const [from, to] = [starts[user]!, starts[user + 1]!]
  const items = Int32Array.from(columns.subarray(from, to))
  return {
    items,
    values: values.subarray(from, to),
    strengths: strengths.subarray(from, to),
    east: Float32Array.from(items, (item) => model.east[model.itemShops[item]!]!),
    north: Float32Array.from(items, (item) => model.north[model.itemShops[item]!]!),
    categories: items.map((item) => categoryOf(model, item)),
  }
}

export const categoryOf = (model: Model, item: number) =>
  model.itemCategories[item]! >= 0 ? model.itemCategories[item]! : model.shopCategories[model.itemShops[item]!]!

export function buildSubject(model: Model, item: number): Item {
  const shop = model.itemShops[item]!
  return { item, shop, category: categoryOf(model, item), east: model.east[shop]!, north: model.north[shop]! }
}
