import type { Model } from '../ranking/model.ts'

/** Where each shop stands in a model, looked up once for each model. */
const places = new WeakMap<Model, Map<string, number>>()
function placesOf(model: Model) {
  const known = places.get(model)
  if (known) return known
  const made = new Map(model.shopIds.map((id, place) => [id, place]))
  places.set(model, made)
  return made
}

/** Shops that people choose together with these, which are left out; those that are most so first. */
export function findSimilarShops(model: Model, shopIds: string[], limit: number): string[] {
  const { starts, columns, values } = model.neighbours
  const at = placesOf(model)
  const given = new Set(shopIds.flatMap((id) => at.get(id) ?? []))
  const weights = new Map<number, number>()
  for (const row of given)
    for (let n = starts[row]!; n < starts[row + 1]!; n += 1) {
      const other = columns[n]!
      if (!given.has(other)) weights.set(other, (weights.get(other) ?? 0) + values[n]!)
    }
  return [...weights]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([place]) => model.shopIds[place]!)
}
