/** The SQL of candidates: each source answers the ids of a bounded number of running offers, through an index of its own. */
import { sql, type RawBuilder } from 'kysely'

import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { allOf, isAtMostNewest, isRunning, matchesOfferFilters, metresFrom } from '#db/filters.ts'
import { planOnce } from '#db/pool.ts'

const running = (db: Db, now: number) => db.selectFrom('current_offer').select('offer_id').where(isRunning(now))
const idsOf = (rows: { offer_id: string }[]) => rows.map((row) => row.offer_id)

/** So many rows of an index are looked at for those that run, and more where they are not enough: an archive is never walked through. */
const WINDOWS = [1_000, 4_000, 16_000]

type Source = { order: RawBuilder<unknown>; where: RawBuilder<unknown> }
/** The first that run in the order of an index. */
async function listRunning(db: Db, { order, where }: Source, now: number, limit: number): Promise<string[]> {
  let ids: string[] = []
  for (const window of WINDOWS) {
    const { rows } = await sql<{ offer_id: string }>`
      select offer_id from (select * from current_offer where ${where} order by ${order} limit ${window}) as o
      where starts_at <= ${new Date(now)} and ends_at >= ${new Date(now)} and withdrawn_at is null order by ${order} limit ${limit}`.execute(
      db,
    )
    ids = idsOf(rows)
    if (ids.length >= limit) break
  }
  return ids
}
/** What is withdrawn stands in none of the indexes, but in that of ids. */
const isShown = sql`withdrawn_at is null`
/** What waits to be published is stepped over, in a b-tree: it may be a million rows, which each list would walk through. */
const isListed = sql`${isShown} and ${isAtMostNewest}`
const isNotOver = (now: number) => sql`${isListed} and ends_at >= ${new Date(now)}`

export const listEndingSoon = (db: Db, now: number, limit: number) =>
  listRunning(db, { order: sql`ends_at, offer_id`, where: isNotOver(now) }, now, limit)

/** Ids grow with time. */
export const listNew = (db: Db, now: number, limit: number) =>
  listRunning(db, { order: sql`offer_id desc`, where: isAtMostNewest }, now, limit)

export const listSaving = (db: Db, now: number, limit: number) =>
  listRunning(db, { order: sql`counted_discount desc, offer_id desc`, where: isListed }, now, limit)

export const listInCategory = (db: Db, category: string, now: number, limit: number) =>
  listRunning(db, { order: sql`ends_at, offer_id`, where: sql`category = ${category} and ${isNotOver(now)}` }, now, limit)

export const listWithTag = async (db: Db, tag: string, now: number, limit: number) =>
  idsOf(
    await running(db, now)
      .where(allOf(matchesOfferFilters({ tags: [tag] }, 'UTC')))
      .limit(limit)
      .execute(),
  )

/** By an index that knows no ids. */
export const listNear = (db: Db, near: Position, now: number, limit: number) =>
  listRunning(db, { order: metresFrom(near), where: isShown }, now, limit)

/** So many of the hottest are looked at, and more where few of them run. */
const HOT_WINDOWS = [5_000, 20_000]
/** The hottest offers that run, with their heats: as many as the first window has, though `enough` of them will do. */
export async function listHottest(db: Db, now: number, enough: number) {
  let heats = new Map<string, number>()
  for (const window of HOT_WINDOWS) {
    const { rows } = await sql<{ offer_id: string; heat: number }>`
      select p.offer_id, p.heat from (select * from popularity order by heat desc limit ${window}) as p
      join current_offer as o on o.offer_id = p.offer_id
      where o.starts_at <= ${new Date(now)} and o.ends_at >= ${new Date(now)} and o.withdrawn_at is null
      order by p.heat desc, p.offer_id limit ${HOT_WINDOWS[0]}`.execute(db)
    heats = new Map(rows.map((row) => [row.offer_id, row.heat]))
    if (heats.size >= enough) break
  }
  return heats
}

/** The first offers of each of these shops to end. */
export async function listOfShops(db: Db, shopIds: string[], each: number, now: number) {
  if (shopIds.length === 0) return []
  const at = new Date(now)
  const { rows } = await sql<{ offer_id: string }>`
    select o.offer_id from unnest(${shopIds}::uuid[]) as s (id) cross join lateral (
      select offer_id from current_offer
      where shop_id = s.id and starts_at <= ${at} and ends_at >= ${at} and ${isListed}
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
