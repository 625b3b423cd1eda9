/**
 * The cards of the offers that many lists show, in memory: as they are at one revision of the catalogue, so that what is shown together
 * was true together.
 */
import { LRUCache } from 'lru-cache'

import type { City } from '#contract/city.ts'
import { COUNTER_LIFE } from '#contract/constants.ts'
import { distanceTo } from '#contract/distance.ts'
import { offer, type Offer } from '#contract/offer.ts'
import { shopSummary, type ShopSummary } from '#contract/shop.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { createLastUsed } from '#db/last-used.ts'

import type { Context } from '../context.ts'
import { addFields, shapeOnce } from '../http/shaped.ts'
import { toShopSummary } from '../shops/present-shop.ts'
import { selectCards, selectShopsOfCards, shopIdsOf, type CardRow, type Picked } from './data-cards.ts'
import { toOffer, type Card } from './present-offer.ts'

/**
 * A card lies here from the second time on that it is asked for: most of a large catalogue is asked for once, and keeping that would be
 * work for the memory alone. Shops are few and stand on many cards, which share them. `changes` counts the cards that were forgotten one by one.
 */
type Shelf = {
  revision: number
  changes: number
  asked: LRUCache<string, true>
  cards: LRUCache<string, Card>
  shops: LRUCache<string, ShopSummary>
}
/** What cards hold in memory grows with their longest texts: so many letters for each that there is room for. */
const LETTERS = 2_000
const sizes = new WeakMap<Db, number>()
function sizeOf(db: Db) {
  const size = sizes.get(db)
  if (size === undefined) throw new Error('nobody keeps the cards of this database')
  return size
}
const lettersOf = ({ offer: { title, description, termsAndConditions } }: Card) =>
  500 + title.length + (description?.length ?? 0) + (termsAndConditions?.length ?? 0)
/** Beside an answer and a page, which are kept for seconds, and the seconds after which clicks are added up, they stay younger than counters may be. */
const KEPT_FOR = COUNTER_LIFE - 15_000
const shelves = new WeakMap<Db, Shelf>()

/** What was asked for once, whatever has been published since. */
const asked = new WeakMap<Db, LRUCache<string, true>>()
function askedOf(db: Db) {
  const known = asked.get(db) ?? createLastUsed<string, true>(2 * sizeOf(db))
  asked.set(db, known)
  return known
}

/** The shelf of the newest revision that anybody has seen. */
function openShelf(db: Db, revision: number): Shelf {
  const shelf = shelves.get(db)
  if (shelf && shelf.revision >= revision) return shelf
  const max = sizeOf(db)
  const room = { max, maxSize: max * LETTERS, ttl: KEPT_FOR, ttlResolution: 1_000 }
  const empty = {
    revision,
    changes: 0,
    asked: askedOf(db),
    cards: new LRUCache<string, Card>({ ...room, sizeCalculation: lettersOf }),
    shops: new LRUCache<string, ShopSummary>({
      ...room,
      sizeCalculation: ({ name, address }) => 500 + name.length + (address?.length ?? 0),
    }),
  }
  shelves.set(db, empty)
  return empty
}

/** Keeps cards from now on, and forgets those that change. */
export function keepCards({ db, config, onCatalogueChange, onOfferChange }: Context) {
  sizes.set(db, config.CARDS_IN_MEMORY)
  onCatalogueChange.add(() => forgetCards(db))
  onOfferChange.add((id) => forgetCard(db, id))
}

/** To be called when the catalogue has changed. */
export const forgetCards = (db: Db) => void shelves.delete(db)

/** To be called when one offer has changed by itself. What is just being read may be of before: it is shown, and not kept. */
export function forgetCard(db: Db, id: string) {
  const shelf = shelves.get(db)
  if (!shelf) return
  shelf.cards.delete(id)
  shelf.changes += 1
}

const toCard = (row: CardRow, shop: ShopSummary, city: City): Card => ({
  offer: toOffer(row, shop, city),
  latitude: row.latitude,
  longitude: row.longitude,
  redemptionCode: row.redemption_code,
  reportedAt: row.reported_at?.toISOString() ?? null,
  isWithdrawn: row.withdrawn_at !== null,
})

/** What is newer than the shelf makes all that lies there a thing of before. */
function renew(shelf: Shelf, revision: number) {
  if (revision <= shelf.revision) return
  shelf.cards.clear()
  shelf.shops.clear()
  shelf.revision = revision
}

/** The shops of these cards, each shaped once, and the revision that they are of where some had to be read. Without a shelf all have to. */
async function readShops(db: Db, shelf: Shelf | undefined, cards: CardRow[]) {
  const ids = shopIdsOf(cards)
  const shops = new Map(ids.map((id) => [id, shelf?.shops.get(id)]))
  const missing = ids.filter((id) => !shops.get(id))
  const rows = missing.length > 0 ? await selectShopsOfCards(db, missing) : []
  const revision = rows[0]?.revision
  for (const row of rows) {
    const shop = shapeOnce(shopSummary, toShopSummary(row))
    shops.set(row.shop_id, shop)
    if (shelf && revision === shelf.revision) shelf.shops.set(row.shop_id, shop)
  }
  return { shops, revision }
}

/** Cards by their ids, as they are at `revision` of the catalogue or a later one. Those that nobody has are left out. */
export async function readCards(db: Db, ids: string[], city: City, revision = 0): Promise<Card[]> {
  const shelf = openShelf(db, revision)
  const { revision: before, changes } = shelf
  const known = ids.map((id) => shelf.cards.get(id))
  if (known.every((card) => card !== undefined)) return known
  const cards = new Map(ids.map((id, at) => [id, known[at]]))
  const missing = ids.filter((_, at) => !known[at])
  const rows = await selectCards(db, missing)
  const newest = rows[0]?.revision ?? before
  // Something was published in between: what lay on the shelf is of before.
  if (newest > before && missing.length < ids.length) return readCards(db, ids, city, newest)
  renew(shelf, newest)
  const { shops, ...read } = await readShops(db, newest === shelf.revision ? shelf : undefined, rows)
  if (read.revision !== undefined && read.revision !== newest) return readCards(db, ids, city, Math.max(newest, read.revision))
  for (const row of rows) {
    const shop = shops.get(row.shop_id)
    // Gone in between.
    if (!shop) continue
    const id = row.offer_id
    const card = toCard(row, shop, city)
    const isWanted = shelf.asked.has(id)
    if (isWanted) card.offer = shapeOnce(offer, card.offer)
    else shelf.asked.set(id, true)
    cards.set(id, card)
    // No longer than its shop, which lies there already: a picture of it may be fetched meanwhile.
    if (isWanted && newest === shelf.revision && changes === shelf.changes)
      shelf.cards.set(id, card, { ttl: Math.max(1, shelf.shops.getRemainingTTL(shop.id)) })
  }
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** The offers that a list has picked, in its order, with their distance from `near`. */
export async function showPicked(db: Db, picked: Picked[], city: City, near?: Position): Promise<Offer[]> {
  if (picked.length === 0) return []
  const revision = Math.max(...picked.map((one) => one.revision))
  const cards = await readCards(
    db,
    picked.map((one) => one.offer_id),
    city,
    revision,
  )
  const offers = cards.map((card) => card.offer)
  return near ? addFields(offers, (_, at) => distanceTo(near, cards[at]!.latitude, cards[at]!.longitude)) : offers
}
