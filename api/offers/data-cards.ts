/** What every query of offers begins and ends with: the current facts, and the columns of a card with those of its shop. */
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'

import type { City } from '#contract/city.ts'
import { COUNTER_LIFE, SCAN_LIMIT } from '#contract/constants.ts'
import { distanceTo } from '#contract/distance.ts'
import type { Offer } from '#contract/offer.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import type { OfferWhere } from '#db/filters.ts'
import { planOnce } from '#db/pool.ts'

import { toOffer } from './present-offer.ts'

const CARD = [
  'offer_id',
  'shop_id',
  'title',
  'description',
  'image_url',
  'category',
  'tags',
  'rating',
  'discount',
  'discount_is_up_to',
  'discount_is_from_text',
  'original_price',
  'discounted_price',
  'minimum_purchase',
  'usage_limit',
  'starts_at',
  'ends_at',
  'terms',
  'offer_url',
  'weekdays',
  'valid_from',
  'valid_to',
  'payment',
  'new_customers_only',
  'service',
  'latitude',
  'longitude',
  'withdrawn_at',
  'redemption_code',
] as const

/**
 * Offers as they are now. `scanned` is a condition that no index answers: it is put to the SCAN_LIMIT offers that end soonest alone, so
 * that no question takes longer the more offers there are.
 */
export function currentOffers(db: Db, where: OfferWhere[], scanned?: OfferWhere) {
  const current = db.selectFrom('current_offer').where((eb) => eb.and(where.map((condition) => condition(eb))))
  if (!scanned) return current
  const some = current.selectAll().orderBy('ends_at').orderBy('offer_id').limit(SCAN_LIMIT)
  return (db.selectFrom(some.as('current_offer')) as unknown as typeof current).where(scanned)
}

/** Everything that a card shows, of some offers and their shops. */
export const selectCards = (db: Db, where: OfferWhere) =>
  db
    .selectFrom(currentOffers(db, [where]).select(CARD).as('v'))
    .innerJoin('offer as o', 'o.id', 'v.offer_id')
    .innerJoin('current_shop as s', 's.shop_id', 'v.shop_id')
    .selectAll('v')
    .select([
      'o.clicks',
      's.name as shop_name',
      's.address as shop_address',
      's.image_url as shop_image_url',
      's.logo_url as shop_logo_url',
      's.hours as shop_hours',
      's.special_hours as shop_special_hours',
      's.latitude as shop_latitude',
      's.longitude as shop_longitude',
    ])
    .select(revision)
    .modifyEnd(planOnce)

/** What a query picks of an offer: the rest is looked up afterwards, or known already. */
export type Picked = { offer_id: string; revision: number }
export const revision = sql<number>`(select revision from catalogue)`.as('revision')

type Card = { offer: Offer; latitude: number | null; longitude: number | null }
/** Cards as they are at one revision of the catalogue, so that what is shown together was true together. Clicks may be a minute old. */
type Shelf = { revision: number; cards: LRUCache<string, Card> }
const SHELF_SIZE = 10_000
const shelves = new WeakMap<Db, Shelf>()

function openShelf(db: Db, at: number): Shelf {
  const shelf = shelves.get(db)
  if (shelf && shelf.revision >= at) return shelf
  const empty = { revision: at, cards: new LRUCache<string, Card>({ max: SHELF_SIZE, ttl: COUNTER_LIFE }) }
  shelves.set(db, empty)
  return empty
}

/** Picked offers in their order, with the distance from `near`. Those that many lists show are remembered. */
export async function hydrate(db: Db, picked: Picked[], city: City, near?: Position): Promise<Offer[]> {
  if (picked.length === 0) return []
  const ids = picked.map((one) => one.offer_id)
  const shelf = openShelf(db, Math.max(...picked.map((one) => one.revision)))
  const cards = new Map<string, Card>()
  for (const id of ids) {
    const known = shelf.cards.get(id)
    if (known) cards.set(id, known)
  }
  const missing = ids.filter((id) => !cards.has(id))
  const rows = missing.length > 0 ? await selectCards(db, (eb) => eb('offer_id', '=', sql<string>`any(${missing}::uuid[])`)).execute() : []
  const newest = rows[0]?.revision ?? shelf.revision
  // Something was published in between: what lay on the shelf is of before.
  if (newest > shelf.revision)
    return hydrate(
      db,
      picked.map((one) => ({ ...one, revision: newest })),
      city,
      near,
    )
  for (const row of rows) {
    const card = { offer: toOffer(row, city), latitude: row.latitude, longitude: row.longitude }
    cards.set(row.offer_id, card)
    shelf.cards.set(row.offer_id, card)
  }
  return ids.flatMap((id) => {
    const card = cards.get(id)
    return card ? [{ ...card.offer, ...distanceTo(near, card.latitude, card.longitude) }] : []
  })
}
