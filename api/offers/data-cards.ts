/** What every query of offers begins and ends with: the current facts, and the columns of a card and of its shop. */
import { sql, type CompiledQuery, type InferResult, type SqlBool } from 'kysely'

import { SCAN_LIMIT } from '#contract/constants.ts'
import type { Db } from '#db/connection.ts'
import { allOf, holdsText, isAtMostNewest, isRunning, type Condition } from '#db/filters.ts'
import { planOnce } from '#db/pool.ts'

import { shownPicture, shownPicturesOfShop } from '../fetched-pictures/data-shown.ts'

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
 * Offers as they are now, to stand behind `from`. `scanned` is a condition that no index answers: it is put to the SCAN_LIMIT offers that
 * end soonest alone, so that no question takes longer the more offers there are.
 */
export const currentOffers = (where: Condition[], scanned?: Condition) =>
  scanned
    ? sql`(select * from current_offer where ${allOf(where)} order by ${SOONEST} limit ${sql.lit(SCAN_LIMIT)}) as current_offer where ${scanned}`
    : sql`current_offer where ${allOf(where)}`

/** Of a version: no import that waits has written it. As a case, as in the views: the planner takes the same as a conjunction for next to no rows. */
const isNotHidden = sql<SqlBool>`case when added_in = any ((select hidden from catalogue)::integer[]) then false else true end`

/**
 * Those of the `scan` running offers which end soonest that hold these words, in that order, to stand behind `from`. An index proposes them
 * without a look at their rows, and the view decides what shows: what an import has just replaced counts among the `scan` until it is swept.
 */
export function walkedOffers({ q, now }: { q: string; now: number }, scan: number) {
  const holds = (text: 'walked_text' | 'search_text') => holdsText(sql.ref(text), q)
  // `offset 0` keeps the planner from joining in any other way: it thinks that a third of all texts hold whatever is looked for.
  return sql`(
    select shown.* from (
      select * from (
        select ends_at, offer_id, added_in, walked_text from offer_version
        where ${isRunning(now)} and ${isAtMostNewest} and ${isNotHidden} order by ${SOONEST} limit ${sql.lit(scan)}
      ) as soonest where walked_text is null or ${holds('walked_text')}
    ) as walked join lateral (
      select * from current_offer where offer_id = walked.offer_id and added_in = walked.added_in offset 0
    ) as shown using (ends_at, offer_id, added_in)
  ) as current_offer where ${holds('search_text')}`
}

/** What a query picks of an offer: the rest is looked up afterwards, or known already. */
export type Picked = { offer_id: string; revision: number }
export const revision = sql<number>`(select revision from catalogue)`.as('revision')

const compileCards = (db: Db) =>
  db
    .selectFrom('current_offer as v')
    .innerJoin('offer as o', 'o.id', 'v.offer_id')
    .where('v.offer_id', '=', sql<string>`any(${NONE}::uuid[])`)
    .select(CARD.map((column) => `v.${column}` as const))
    .select(shownPicture('v.image_url').as('image_url'))
    .select(['o.clicks', 'o.reported_at', revision])
    .modifyEnd(planOnce)
    .compile()

const compileShops = (db: Db) =>
  db
    .selectFrom('current_shop')
    .where('shop_id', '=', sql<string>`any(${NONE}::uuid[])`)
    .select(['shop_id', 'name', 'address', 'hours', 'special_hours', 'latitude', 'longitude'])
    .select([...shownPicturesOfShop, revision])
    .modifyEnd(planOnce)
    .compile()
const NONE: string[] = []

/** Compiles a statement once and sends it with these ids, its one parameter. */
function prepareByIds<C extends CompiledQuery>(compile: (db: Db) => C) {
  let compiled: C | undefined
  return async (db: Db, ids: string[]) => {
    compiled ??= compile(db)
    return (await db.executeQuery({ ...compiled, parameters: [ids] })).rows as InferResult<C>
  }
}
/** Everything that a card shows of the offers with these ids, in any order. */
export const selectCards = prepareByIds(compileCards)
export type CardRow = Awaited<ReturnType<typeof selectCards>>[number]
/** Everything that a card shows of these shops. */
export const selectShopsOfCards = prepareByIds(compileShops)
export const shopIdsOf = (cards: { shop_id: string }[]) => [...new Set(cards.map((card) => card.shop_id))]
