/** What every query of offers begins and ends with: the current facts, and the columns of a card with those of its shop. */
import { sql } from 'kysely'

import { SCAN_LIMIT } from '#contract/constants.ts'
import type { Db } from '#db/connection.ts'
import { allOf, holdsText, isAtMostNewest, isRunning, type Condition } from '#db/filters.ts'
import { planOnce } from '#db/pool.ts'

import { shownPicture } from '../fetched-pictures/data-shown.ts'

const CARD = [
  'offer_id',
  'shop_id',
  'title',
  'description',
  'category',
  'tags',
  'rating',
  'discount',
  'discount_is_up_to',
  'discount_is_from_text',
  'original_price',
  'discounted_price',
  'prices_are_from_text',
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
  'conditions_from_text',
  'latitude',
  'longitude',
  'withdrawn_at',
  'redemption_code',
] as const

/** What ends soonest first, without an end last: the order of an index, and of every list that asks for no other. */
export const SOONEST = sql`ends_at, offer_id`

/**
 * Offers as they are now, to stand behind `from`. `scanned` is a condition that no index answers: it is put to the `scan` offers that
 * end soonest alone, so that no question takes longer the more offers there are.
 */
export const currentOffers = (where: Condition[], scanned?: Condition, scan = SCAN_LIMIT) =>
  scanned
    ? sql`(select * from current_offer where ${allOf(where)} order by ${SOONEST} limit ${sql.lit(scan)}) as current_offer where ${scanned}`
    : sql`current_offer where ${allOf(where)}`

/**
 * Those of the `scan` running offers which end soonest that hold these words, in that order, to stand behind `from`. An index proposes them
 * without a look at their rows, and the view decides what shows.
 */
export function walkedOffers({ q, now }: { q: string; now: number }, scan: number) {
  const holds = (text: 'walked_text' | 'search_text') => holdsText(sql.ref(text), q)
  return sql`(
    select current_offer.* from (
      select * from (
        select ends_at, offer_id, added_in, walked_text from offer_version
        where ${isRunning(now)} and ${isAtMostNewest} order by ${SOONEST} limit ${sql.lit(scan)}
      ) as soonest where walked_text is null or ${holds('walked_text')}
    ) as walked join current_offer using (ends_at, offer_id, added_in)
  ) as current_offer where ${holds('search_text')}`
}

/** What a query picks of an offer: the rest is looked up afterwards, or known already. */
export type Picked = { offer_id: string; revision: number }
export const revision = sql<number>`(select revision from catalogue)`.as('revision')

const buildCards = (db: Db, ids: string[]) =>
  db
    .selectFrom(
      db
        .selectFrom('current_offer')
        .where('offer_id', '=', sql<string>`any(${ids}::uuid[])`)
        .select(CARD)
        .select(shownPicture('image_url').as('image_url'))
        .as('v'),
    )
    .innerJoin('offer as o', 'o.id', 'v.offer_id')
    .innerJoin('current_shop as s', 's.shop_id', 'v.shop_id')
    .selectAll('v')
    .select([
      'o.clicks',
      'o.reported_at',
      's.name as shop_name',
      's.address as shop_address',
      's.hours as shop_hours',
      's.special_hours as shop_special_hours',
      's.latitude as shop_latitude',
      's.longitude as shop_longitude',
    ])
    .select([shownPicture('s.image_url').as('shop_image_url'), shownPicture('s.logo_url').as('shop_logo_url')])
    .select(revision)
    .modifyEnd(planOnce)
    .compile()
let compiled: ReturnType<typeof buildCards> | undefined

/** Everything that a card shows, of the offers with these ids and their shops, in any order. Its statement is built once: it has one parameter. */
export async function selectCards(db: Db, ids: string[]) {
  compiled ??= buildCards(db, [])
  const statement: typeof compiled = { ...compiled, parameters: [ids] }
  return (await db.executeQuery(statement)).rows
}
