import type { Model } from '../ranking/model.ts'

/** Which items of a model are of which shop, looked up once for each model. */
const known = new WeakMap<Model, Map<string, number[]>>()
function itemsOf(model: Model) {
  const items = known.get(model) ?? new Map<string, number[]>()
  if (known.has(model)) return items
  for (const [item, place] of model.itemShops.entries()) {
    const id = model.shopIds[place]!
    items.set(id, [...(items.get(id) ?? []), item])
  }
  known.set(model, items)
  return items
}

/** Shops that people choose together with these, which are left out; those that are most so first. */
export function findSimilarShops(model: Model, shopIds: string[], limit: number): string[] {
  const { itemShops, neighbours } = model
  const { starts, columns, values } = neighbours
  const items = itemsOf(model)
  const given = shopIds.flatMap((id) => items.get(id) ?? [])
  const own = new Set(given.map((item) => itemShops[item]!))
  const weights = new Map<number, number>()
  for (const row of given)
    for (let n = starts[row]!; n < starts[row + 1]!; n += 1) {
      const shop = itemShops[columns[n]!]!
      if (!own.has(shop)) weights.set(shop, (weights.get(shop) ?? 0) + values[n]!)
    }
  return [...weights]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([shop]) => model.shopIds[shop]!)
}
