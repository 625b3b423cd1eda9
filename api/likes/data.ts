/** The SQL of likes: one table for offers and one for shops, each with the consumer and the target as its key. */
import { sql, type SqlBool } from 'kysely'

import type { City } from '#contract/city.ts'
import { LIKE_LIMIT } from '#contract/constants.ts'
import type { TargetType } from '#contract/interaction.ts'
import type { LikedOffer, LikedShop } from '#contract/like.ts'
import type { Db, Trx } from '#db/connection.ts'
import { containsText } from '#db/filters.ts'

import { shownPicturesOfShop } from '../fetched-pictures/data-shown.ts'
import { sliceInTurn, toSlice, type Slice, type SliceRequest } from '../http/paging.ts'
import { revision } from '../offers/data-cards.ts'
import { endingKey } from '../offers/data-orders.ts'
import { readCards } from '../offers/keep-cards.ts'
import { toShop } from '../shops/present-shop.ts'

const TABLES = {
  OFFER: { table: sql.table('liked_offer'), target: sql.ref('offer_id') },
  SHOP: { table: sql.table('liked_shop'), target: sql.ref('shop_id') },
} as const

type Like = { type: TargetType; consumerId: string; targetId: string }

/** Answers whether there is a new like: there is none where it was there already, or where the list is full. */
export async function insertLike(trx: Trx, { type, consumerId, targetId, now }: Like & { now: number }): Promise<boolean> {
  const { table, target } = TABLES[type]
  const { numAffectedRows } = await sql`
    insert into ${table} (consumer_id, ${target}, liked_at)
    select ${consumerId}::uuid, ${targetId}::uuid, ${new Date(now)}::timestamptz
    where (select count(*) from ${table} where consumer_id = ${consumerId}::uuid) < ${LIKE_LIMIT}
    on conflict do nothing`.execute(trx)
  return numAffectedRows === 1n
}

/** Answers whether there was one. */
export async function deleteLike(trx: Trx, { type, consumerId, targetId }: Like): Promise<boolean> {
  const { table, target } = TABLES[type]
  const { numAffectedRows } = await sql`
    delete from ${table} where consumer_id = ${consumerId}::uuid and ${target} = ${targetId}::uuid`.execute(trx)
  return numAffectedRows === 1n
}

export async function isLiked(trx: Trx, { type, consumerId, targetId }: Like): Promise<boolean> {
  const { table, target } = TABLES[type]
  const { rows } = await sql`
    select 1 from ${table} where consumer_id = ${consumerId}::uuid and ${target} = ${targetId}::uuid`.execute(trx)
  return rows.length > 0
}

/** The ids of what somebody likes, the latest first. */
export async function listLikedIds(db: Db, consumerId: string) {
  const list = async (type: TargetType) => {
    const { table, target } = TABLES[type]
    const { rows } = await sql<{ id: string }>`
      select ${target} as id from ${table} where consumer_id = ${consumerId}::uuid order by liked_at desc, ${target}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const [likedOffers, likedShops] = await Promise.all([list('OFFER'), list('SHOP')])
  return { likedOffers, likedShops }
}

type LikedOf = { consumerId: string; q: string | undefined }
type LikedRequest = SliceRequest & LikedOf

/**
 * The offers that somebody likes, as a table of its own: `offset 0` keeps the planner from walking through the whole catalogue in the
 * order of its ends, for there are LIKE_LIMIT of them at most.
 */
const likedOffers = (db: Db, { consumerId, q }: LikedOf) =>
  db
    .selectFrom(
      db
        .selectFrom('liked_offer as l')
        .innerJoin('current_offer as v', 'v.offer_id', 'l.offer_id')
        .select(['v.offer_id', 'v.ends_at', 'v.withdrawn_at', 'v.search_text', 'l.liked_at'])
        .where('l.consumer_id', '=', consumerId)
        .offset(0)
        .as('liked'),
    )
    .$if(Boolean(q), (rows) => rows.where((eb) => containsText(eb.ref('search_text'), q!)))
const likedShops = (db: Db, { consumerId, q }: LikedOf) =>
  db
    .selectFrom('liked_shop as l')
    .innerJoin('current_shop as v', 'v.shop_id', 'l.shop_id')
    .where('l.consumer_id', '=', consumerId)
    .$if(Boolean(q), (rows) => rows.where((eb) => containsText(eb.ref('v.search_text'), q!)))

/**
 * What ends soonest first; behind it what is over or withdrawn, the latest first. Keys are `[asOf, end, id]`: what ends while somebody
 * reads on stays in its part, and so comes once.
 */
export async function listLikedOffers(
  db: Db,
  { now, city, after: last, ...request }: LikedRequest & { now: number; city: City },
): Promise<Slice<LikedOffer>> {
  const rows = likedOffers(db, request).select(['offer_id', 'ends_at', 'liked_at', revision])
  const asOf = Number(last?.[0] ?? now)
  const isThere = sql<SqlBool>`(ends_at >= ${new Date(asOf)} and withdrawn_at is null)`
  const { items, next } = await sliceInTurn(
    { ...request, after: last?.slice(1) },
    async ({ limit, after }) => {
      let page = rows.where(isThere).orderBy('ends_at').orderBy('offer_id')
      if (after) page = page.where(sql<SqlBool>`(ends_at, offer_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
      return toSlice(await page.limit(limit + 1).execute(), limit, (row) => row, endingKey)
    },
    async ({ limit, after }) => {
      let page = rows
        .where(sql<SqlBool>`not ${isThere}`)
        .orderBy('ends_at', 'desc')
        .orderBy('offer_id', 'desc')
      if (after) page = page.where(sql<SqlBool>`(ends_at, offer_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
      return toSlice(await page.limit(limit + 1).execute(), limit, (row) => row, endingKey)
    },
  )
  const likedAt = new Map(items.map((row) => [row.offer_id, row.liked_at]))
  const cards = await readCards(db, [...likedAt.keys()], city, Math.max(0, ...items.map((row) => row.revision)))
  return {
    items: cards.map(({ offer, isWithdrawn }) => ({ ...offer, isWithdrawn, likedAt: likedAt.get(offer._id)!.toISOString() })),
    next: next && [asOf, ...next],
  }
}

/** By name; behind them those that have left. The key is `[name, id]`, with `rest` before it for the latter. */
export async function listLikedShops(db: Db, request: LikedRequest): Promise<Slice<LikedShop>> {
  const read =
    (isWithdrawn: boolean) =>
    async ({ limit, after }: SliceRequest) => {
      let page = likedShops(db, request)
        .selectAll('v')
        .select(shownPicturesOfShop)
        .select('l.liked_at')
        .where('v.withdrawn_at', isWithdrawn ? 'is not' : 'is', null)
        .orderBy('v.name_key')
        .orderBy('v.shop_id')
      if (after) page = page.where(sql<SqlBool>`(v.name_key, v.shop_id) > (${after[0]}, ${after[1]}::uuid)`)
      return toSlice(
        await page.limit(limit + 1).execute(),
        limit,
        (row) => ({ ...toShop(row), isWithdrawn, likedAt: row.liked_at.toISOString() }),
        (row) => [row.name_key, row.shop_id],
      )
    }
  return sliceInTurn(request, read(false), read(true))
}

const rows = sql<number>`count(*)`.as('rows')
/** How many there are: LIKE_LIMIT at most. */
export const countLikedOffers = async (db: Db, request: LikedOf) =>
  (await likedOffers(db, request).select(rows).executeTakeFirstOrThrow()).rows
export const countLikedShops = async (db: Db, request: LikedOf) =>
  (await likedShops(db, request).select(rows).executeTakeFirstOrThrow()).rows
