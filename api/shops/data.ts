/** All SQL that reads shops. */
import { sql, type SqlBool } from 'kysely'

import type { Shop, ShopQuery } from '#contract/shop.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { COUNTED, countSome } from '#db/count-some.ts'
import { allOf, containsText, isId, isNowhere, isPlaced, isWithin, metresFrom, searchText, type Condition } from '#db/filters.ts'

import { shownPicturesOfShop } from '../fetched-pictures/data-shown.ts'
import { sliceInTurn, toSlice, type Slice, type SliceRequest } from '../http/paging.ts'
import { toShop } from './present-shop.ts'

function conditionsOf({ q, near, radius }: ShopQuery): Condition[] {
  const where: Condition[] = [sql`withdrawn_at is null`]
  if (q) where.push(containsText(searchText, q))
  if (near && radius !== undefined) where.push(isWithin(near, radius))
  return where
}

const currentShops = (db: Db, where: Condition[]) => db.selectFrom('current_shop').where(allOf(where))

/** One page of shops: by name, or the nearest first, and then those whose place is not known. */
export function listShops(db: Db, { query, ...request }: SliceRequest & { query: ShopQuery }): Promise<Slice<Shop>> {
  const where = conditionsOf(query)
  const { near } = query
  if (!near) return sliceByName(db, { ...request, where })
  return sliceInTurn(
    request,
    (nearest) => sliceByDistance(db, { ...nearest, where: [...where, isPlaced], near }),
    (rest) => sliceByName(db, { ...rest, where: [...where, isNowhere] }),
  )
}

/** The key is `[name, id]`. */
async function sliceByName(db: Db, { where, limit, after }: SliceRequest & { where: Condition[] }) {
  let page = currentShops(db, where)
    .selectAll()
    .select(shownPicturesOfShop)
    .orderBy('name_key')
    .orderBy('shop_id')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(name_key, shop_id) > (${after[0]}, ${after[1]}::uuid)`)
  return toSlice(
    await page.execute(),
    limit,
    (row) => toShop(row),
    (row) => [row.name_key, row.shop_id],
  )
}

/** The key is `[metres, id]`. */
async function sliceByDistance(db: Db, { where, limit, after, near }: SliceRequest & { where: Condition[]; near: Position }) {
  const metres = metresFrom(near)
  let page = currentShops(db, where)
    .selectAll()
    .select(shownPicturesOfShop)
    .select(metres.as('metres'))
    .orderBy(metres)
    .orderBy('shop_id')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(${metres}, shop_id) > (${after[0]}::float8, ${after[1]}::uuid)`)
  return toSlice(
    await page.execute(),
    limit,
    (row) => toShop(row, near),
    (row) => [row.metres, row.shop_id],
  )
}

/** How many a list holds, counted up to one more than TOTAL_LIMIT. */
export const countShops = (db: Db, query: ShopQuery) =>
  countSome(
    db,
    currentShops(db, conditionsOf(query))
      .select(sql`1`.as('one'))
      .limit(COUNTED),
  )

/** A shop by its id, withdrawn or not; undefined for ids that nobody has. */
export async function findShop(db: Db, id: string): Promise<{ shop: Shop; isWithdrawn: boolean } | undefined> {
  if (!isId(id)) return undefined
  const row = await db.selectFrom('current_shop').selectAll().select(shownPicturesOfShop).where('shop_id', '=', id).executeTakeFirst()
  return row && { shop: toShop(row), isWithdrawn: row.withdrawn_at !== null }
}
