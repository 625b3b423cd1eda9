/** The SQL of candidates: each source answers the ids of a bounded number of running offers, through an index of its own. */
import { sql } from 'kysely'

import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { isRunning, matchesOfferFilters, metresFrom } from '#db/filters.ts'
import { planOnce } from '#db/pool.ts'

const running = (db: Db, now: number) => db.selectFrom('current_offer').select('offer_id').where(isRunning(now))
const idsOf = (rows: { offer_id: string }[]) => rows.map((row) => row.offer_id)

export const listEndingSoon = async (db: Db, now: number, limit: number) =>
  idsOf(await running(db, now).orderBy('ends_at').orderBy('offer_id').limit(limit).execute())

/** Ids grow with time. */
export const listNew = async (db: Db, now: number, limit: number) =>
  idsOf(await running(db, now).orderBy('offer_id', 'desc').limit(limit).execute())

export const listSaving = async (db: Db, now: number, limit: number) =>
  idsOf(await running(db, now).orderBy('counted_discount', 'desc').orderBy('offer_id', 'desc').limit(limit).execute())

export const listInCategory = async (db: Db, category: string, now: number, limit: number) =>
  idsOf(await running(db, now).where('category', '=', category).orderBy('ends_at').orderBy('offer_id').limit(limit).execute())

export const listWithTag = async (db: Db, tag: string, now: number, limit: number) =>
  idsOf(
    await running(db, now)
      .where((eb) => eb.and(matchesOfferFilters({ tags: [tag] }, 'UTC').map((condition) => condition(eb))))
      .limit(limit)
      .execute(),
  )

/** Those that run of the `window` nearest: without that bound a catalogue of the past would be walked through. */
export async function listNear(db: Db, near: Position, now: number, { limit, window }: { limit: number; window: number }) {
  const nearest = db.selectFrom('current_offer').selectAll().orderBy(metresFrom(near)).limit(window).as('current_offer')
  const rows = await db
    .selectFrom(nearest)
    .select('offer_id')
    .where(isRunning(now) as never)
    .limit(limit)
    .execute()
  return idsOf(rows)
}

/** Of the `window` hottest, whatever has become of them, those that run. */
export function listPopular(db: Db, now: number, window: number) {
  const hottest = db.selectFrom('popularity').select(['offer_id', 'heat']).orderBy('heat', 'desc').limit(window).as('p')
  return db
    .selectFrom(hottest)
    .innerJoin('current_offer', 'current_offer.offer_id', 'p.offer_id')
    .select(['p.offer_id', 'category'])
    .where(isRunning(now))
    .orderBy('p.heat', 'desc')
    .orderBy('p.offer_id')
    .execute()
}

/** The first offers of each of these shops to end. */
export async function listOfShops(db: Db, shopIds: string[], each: number, now: number) {
  if (shopIds.length === 0) return []
  const at = new Date(now)
  const { rows } = await sql<{ offer_id: string }>`
    select o.offer_id from unnest(${shopIds}::uuid[]) as s (id) cross join lateral (
      select offer_id from current_offer
      where shop_id = s.id and starts_at <= ${at} and ends_at >= ${at} and withdrawn_at is null
      order by ends_at, offer_id limit ${each}
    ) as o`.execute(db)
  return idsOf(rows)
}

/** What the ranker asks of offers, running or not: also of those that somebody liked long ago. */
export const selectOfferFacts = (db: Db, ids: string[]) =>
  db
    .selectFrom('current_offer as v')
    .innerJoin('offer as o', 'o.id', 'v.offer_id')
    .select([
      'v.offer_id',
      'v.shop_id',
      'v.category',
      'v.tags',
      'v.latitude',
      'v.longitude',
      'v.discount',
      'v.discount_is_up_to',
      'v.original_price',
      'v.discounted_price',
      'v.starts_at',
      'v.ends_at',
      'v.withdrawn_at',
      'v.weekdays',
      'v.valid_from',
      'v.valid_to',
      'v.conditions_from_text',
      'o.created_at',
    ])
    .where('v.offer_id', '=', sql<string>`any(${ids}::uuid[])`)
    .modifyEnd(planOnce)
    .execute()
export type OfferFactsRow = Awaited<ReturnType<typeof selectOfferFacts>>[number]

export const selectShopFacts = (db: Db, ids: string[]) =>
  db
    .selectFrom('current_shop')
    .select(['shop_id', 'name', 'latitude', 'longitude', 'hours', 'special_hours'])
    .where('shop_id', '=', sql<string>`any(${ids}::uuid[])`)
    .modifyEnd(planOnce)
    .execute()
export type ShopFactsRow = Awaited<ReturnType<typeof selectShopFacts>>[number]

export const selectHeats = (db: Db, ids: string[]) =>
  db
    .selectFrom('popularity')
    .select(['offer_id', 'heat'])
    .where('offer_id', '=', sql<string>`any(${ids}::uuid[])`)
    .modifyEnd(planOnce)
    .execute()

export const findRevision = async (db: Db) => (await db.selectFrom('catalogue').select('revision').executeTakeFirstOrThrow()).revision
