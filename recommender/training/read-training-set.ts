/** What a city's model is trained on, out of the catalogue and what shoppers did: read in batches, held as numbers. */
import type { Db } from '#db/connection.ts'
import { DAY } from '#contract/time.ts'

import { readClicks, readLikes, readShops, selectShopsOfOffers } from './data.ts'
import type { Events, TrainedShop, TrainingSet } from './training-set.ts'

const WEIGHT = { like: 1, click: 0.3 } as const
/** Clicks from before say little of today; likes say of themselves how long they hold. */
const CLICKS_FOR = 400 * DAY
/** More than that is not held in memory: 24 bytes each. The latest clicks are read last, and it is they that are left out. */
const MOST_EVENTS = 20_000_000

/** `until` is the line of the log up to which clicks are read. */
export async function readTrainingSet(db: Db, { now, until }: { now: number; until: number }): Promise<TrainingSet> {
  const { shops, categories } = await readCity(db)
  const shopAt = new Map(shops.map(({ id }, place) => [id, place]))
  const categoryAt = new Map(categories.map(({ name }, place) => [name, place]))
  const users = new Map<string, number>()
  const events = createEvents()
  const offers = new Map<string, { shop: number; category: number } | undefined>()

  async function add(rows: { consumer_id: string; target_id: string; at: Date; is_shop: boolean }[], weight: number) {
    const unknown = [...new Set(rows.flatMap((row) => (row.is_shop || offers.has(row.target_id) ? [] : [row.target_id])))]
    for (const id of unknown) offers.set(id, undefined)
    if (unknown.length > 0)
      for (const row of await selectShopsOfOffers(db, unknown)) {
        const shop = shopAt.get(row.shop_id)
        if (shop !== undefined) offers.set(row.offer_id, { shop, category: categoryAt.get(row.category) ?? -1 })
      }
    for (const row of rows) {
      const place = row.is_shop ? toShop(shopAt.get(row.target_id)) : offers.get(row.target_id)
      if (!place || events.length() >= MOST_EVENTS) continue
      const user = users.get(row.consumer_id) ?? users.size
      users.set(row.consumer_id, user)
      events.add(user, place.shop, place.category, weight, row.at.getTime())
    }
  }
  for await (const rows of readLikes(db, 'OFFER'))
    await add(
      rows.map((row) => ({ ...row, is_shop: false })),
      WEIGHT.like,
    )
  for await (const rows of readLikes(db, 'SHOP'))
    await add(
      rows.map((row) => ({ ...row, is_shop: true })),
      WEIGHT.like,
    )
  for await (const rows of readClicks(db, { from: now - CLICKS_FOR, until })) await add(rows, WEIGHT.click)
  return { shops, categories, users: users.size, events: events.take() }
}
const toShop = (shop: number | undefined) => (shop === undefined ? undefined : { shop, category: -1 })

async function readCity(db: Db) {
  const categoryAt = new Map<string, number>()
  const shops: TrainedShop[] = []
  for await (const rows of readShops(db))
    for (const { shop_id: id, latitude: lat, longitude: lng, categories } of rows) {
      for (const name of categories) if (!categoryAt.has(name)) categoryAt.set(name, categoryAt.size)
      shops.push({
        id,
        ...(lat !== null && lng !== null && { position: { lat, lng } }),
        categories: categories.map((name) => categoryAt.get(name)!),
      })
    }
  return { shops, categories: [...categoryAt.keys()].map((name) => ({ name })) }
}

/** Arrays that grow by doubling: numbers in plain arrays would take three times the memory. */
function createEvents() {
  let length = 0
  let held = allocate(1_024)
  return {
    length: () => length,
    add(user: number, shop: number, category: number, weight: number, at: number) {
      if (length === held.user.length) held = copyInto(held, allocate(length * 2))
      held.user[length] = user
      held.shop[length] = shop
      held.category[length] = category
      held.weight[length] = weight
      held.at[length] = at
      length += 1
    },
    take: () => cut(held, length),
  }
}
const allocate = (length: number): Events => ({
  user: new Uint32Array(length),
  shop: new Uint32Array(length),
  category: new Int32Array(length),
  weight: new Float32Array(length),
  at: new Float64Array(length),
})
function copyInto(from: Events, into: Events) {
  for (const name of ['user', 'shop', 'category', 'weight', 'at'] as const) into[name].set(from[name])
  return into
}
const cut = ({ user, shop, category, weight, at }: Events, length: number): Events => ({
  user: user.slice(0, length),
  shop: shop.slice(0, length),
  category: category.slice(0, length),
  weight: weight.slice(0, length),
  at: at.slice(0, length),
})
