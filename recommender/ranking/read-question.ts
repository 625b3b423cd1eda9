/** From ids and names to the numbers of a model. */
import type { Position } from '#contract/wire.ts'
import { emptyProfile, Scorer, type Item } from './score-subjects.ts'
import type { Profile } from './describe-fit.ts'
import { layFlat, type Model } from './model.ts'
import type { Candidate, Deed } from './question.ts'

/** Where ids and names stand in a model, and what scoring keeps between questions. */
export type ModelIndex = {
  model: Model
  scorer: Scorer
  shops: Map<string, number>
  categories: Map<string, number>
  ownItems: Map<number, Map<number, number>>
  flatten: (position: Position) => { east: number; north: number }
}

const opened = new WeakMap<Model, ModelIndex>()

/** Looked up once for as long as a model is in use. */
export function openModel(model: Model): ModelIndex {
  const known = opened.get(model)
  if (known) return known
  const ownItems = new Map<number, Map<number, number>>()
  for (let item = model.shopIds.length; item < model.itemShops.length; item += 1) {
    const shop = model.itemShops[item]!
    ownItems.set(shop, (ownItems.get(shop) ?? new Map<number, number>()).set(model.itemCategories[item]!, item))
  }
  const made: ModelIndex = {
    model,
    scorer: new Scorer(model),
    shops: new Map(model.shopIds.map((id, shop) => [id, shop])),
    categories: new Map(model.categories.map((name, category) => [name, category])),
    ownItems,
    flatten: layFlat(model.middle),
  }
  opened.set(model, made)
  return made
}

type Named = Pick<Candidate, 'shopId' | 'position'> & { category?: string }

export function findItem({ model, shops, categories, ownItems, flatten }: ModelIndex, { shopId, category: name, position }: Named): Item {
  const shop = shops.get(shopId) ?? -1
  const named = name === undefined ? -1 : (categories.get(name) ?? -1)
  const category = named >= 0 || shop < 0 ? named : model.shopCategories[shop]!
  const item = ownItems.size === 0 ? shop : (ownItems.get(shop)?.get(category) ?? shop)
  if (position) {
    const { east, north } = flatten(position)
    return { shop, item, category, east, north }
  }
  return { shop, item, category, east: shop < 0 ? Number.NaN : model.east[shop]!, north: shop < 0 ? Number.NaN : model.north[shop]! }
}

/** A click says less than a like. How long ago something was is left out: it made the ranking of public data worse (decision 0013). */
const WEIGHT = { like: 1, click: 0.3, dismissal: 0 } as const

/** What somebody did, each item once. `deeds` holds the latest deed of each place of the profile. */
export function readProfile(open: ModelIndex, deeds: Deed[]): { profile: Profile; deeds: Deed[] } {
  const found = new Map<string, { item: Item; weight: number; deed: Deed }>()
  for (const deed of deeds) {
    const weight = WEIGHT[deed.kind]
    if (weight === 0) continue
    const item = findItem(open, deed)
    const key = item.item < 0 ? deed.shopId : String(item.item)
    const known = found.get(key)
    if (!known) found.set(key, { item, weight, deed })
    else {
      known.weight += weight
      if (deed.kind === 'like' && known.deed.kind !== 'like') known.deed = deed
    }
  }
  const all = [...found.values()]
  if (all.length === 0) return { profile: emptyProfile, deeds: [] }
  const profile: Profile = {
    items: Int32Array.from(all, ({ item }) => item.item),
    values: Float32Array.from(all, ({ weight }) => Math.min(1, weight)),
    strengths: Float32Array.from(all, ({ weight }) => Math.log2(1 + weight)),
    east: Float32Array.from(all, ({ item }) => item.east),
    north: Float32Array.from(all, ({ item }) => item.north),
    categories: Int32Array.from(all, ({ item }) => item.category),
  }
  return { profile, deeds: all.map(({ deed }) => deed) }
}
