/** Who chose what, out of the single events. */
import type { Events, TrainedShop, TrainingSet } from './training-set.ts'

/** One row for each shopper: the items that they chose. `values` (to 1) say how surely, `strengths` how much, for who came back often. */
export type Choices = {
  users: number
  items: number
  starts: Uint32Array
  columns: Uint32Array
  values: Float32Array
  strengths: Float32Array
}

/** "People who like that shop like this one": an edge between two items is true of so many shoppers, or it is none. Of fewer it would tell what one of them did. */
export const CARRIERS = 3

/** A category of a shop is an item of its own from so many choices on, where another one of the shop has as many. */
const OF_ITS_OWN = 20

export type Items = { shops: Uint32Array; categories: Int32Array; find: (shop: number, category: number) => number }

/** Every shop is an item, at its own place; behind them come the categories of shops that have many choices of several. */
export function listItems(shops: TrainedShop[], events: Events): Items {
  const counts = new Map<number, Map<number, number>>()
  for (let n = 0; n < events.shop.length; n += 1) {
    const category = events.category[n]!
    if (category < 0) continue
    const ofShop = counts.get(events.shop[n]!) ?? new Map<number, number>()
    counts.set(events.shop[n]!, ofShop.set(category, (ofShop.get(category) ?? 0) + 1))
  }
  const itemShops = shops.map((_, shop) => shop)
  const itemCategories = shops.map(() => -1)
  const own = new Map<string, number>()
  for (const [shop, ofShop] of counts) {
    const large = [...ofShop].filter(([, count]) => count >= OF_ITS_OWN).map(([category]) => category)
    if (large.length < 2) continue
    for (const category of large) {
      own.set(`${shop} ${category}`, itemShops.length)
      itemShops.push(shop)
      itemCategories.push(category)
    }
  }
  const find = own.size === 0 ? (shop: number) => shop : (shop: number, category: number) => own.get(`${shop} ${category}`) ?? shop
  return { shops: Uint32Array.from(itemShops), categories: Int32Array.from(itemCategories), find }
}

/** The places of `keys` in their order: counts first, so memory and time grow with their number alone. */
function groupBy(keys: Uint32Array, groups: number) {
  const starts = new Uint32Array(groups + 1)
  for (const key of keys) starts[key + 1]! += 1
  for (let group = 0; group < groups; group += 1) starts[group + 1]! += starts[group]!
  const places = new Uint32Array(keys.length)
  const next = starts.slice()
  for (let n = 0; n < keys.length; n += 1) {
    const at = next[keys[n]!]!
    places[at] = n
    next[keys[n]!] = at + 1
  }
  return { starts, places }
}

export function gatherChoices({ users, events }: TrainingSet, items: Items): Choices {
  const { starts, places } = groupBy(events.user, users)
  const columns = new Uint32Array(places.length)
  const sums = new Float32Array(places.length)
  const begins = new Uint32Array(users + 1)
  let filled = 0
  const seen = new Int32Array(items.shops.length).fill(-1)
  for (let user = 0; user < users; user += 1) {
    const begin = filled
    for (let n = starts[user]!; n < starts[user + 1]!; n += 1) {
      const event = places[n]!
      const item = items.find(events.shop[event]!, events.category[event]!)
      if (seen[item]! < begin) {
        seen[item] = filled
        columns[filled] = item
        filled += 1
      }
      const place = seen[item]!
      sums[place] = sums[place]! + events.weight[event]!
    }
    begins[user + 1] = filled
  }
  const whole = sums.subarray(0, filled)
  return {
    users,
    items: items.shops.length,
    starts: begins,
    columns: columns.slice(0, filled),
    values: whole.map((sum) => Math.min(1, sum)),
    strengths: whole.map((sum) => Math.log2(1 + sum)),
  }
}

/** The same turned round: for each item the shoppers who chose it. */
export function turnChoices({ users, items, starts, columns, values }: Choices) {
  const { starts: begins, places } = groupBy(columns, items)
  const owner = new Uint32Array(columns.length)
  for (let user = 0; user < users; user += 1) owner.fill(user, starts[user], starts[user + 1])
  return { starts: begins, columns: places.map((place) => owner[place]!), values: Float32Array.from(places, (place) => values[place]!) }
}

/** How many shoppers chose each item. */
export function countSupport({ items, columns, values }: Choices) {
  const support = new Float32Array(items)
  for (let n = 0; n < columns.length; n += 1) support[columns[n]!]! += values[n]!
  return support
}
