/** What every query of offers begins and ends with: the current facts, and the columns of a card with those of its shop. */
import { sql } from 'kysely'

import type { City } from '#contract/city.ts'
import type { Offer } from '#contract/offer.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import type { OfferWhere } from '#db/filters.ts'

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
] as const

export const currentOffers = (db: Db, where: OfferWhere[]) =>
  db.selectFrom('current_offer').where((eb) => eb.and(where.map((condition) => condition(eb))))

/** The columns of a card for a page that a subquery picks: the page is cut first, then its shops are looked up. */
export const hydrate = (db: Db, page: ReturnType<typeof pickPage>) =>
  db
    .selectFrom(page.as('v'))
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

export const pickPage = (db: Db, where: OfferWhere[]) => currentOffers(db, where).select(CARD)

/** Current offers in the order of their ids as given; unknown ones are left out. */
export async function listOffersByIds(db: Db, ids: string[], city: City, near?: Position): Promise<Offer[]> {
  if (ids.length === 0) return []
  const rows = await hydrate(db, pickPage(db, [(eb) => eb('offer_id', '=', sql<string>`any(${ids}::uuid[])`)])).execute()
  const byId = new Map(rows.map((row) => [row.offer_id, toOffer(row, city, near)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
