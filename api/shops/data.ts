/** All SQL that reads shops. */
import { sql, type Selectable, type SqlBool } from 'kysely'

import type { Position } from '#contract/city.ts'
import { TOTAL_LIMIT } from '#contract/constants.ts'
import type { Shop, ShopQuery } from '#contract/shop.ts'
import type { Db } from '#db/connection.ts'
import { containsText, isId, isWithin, metresFrom, type ShopWhere } from '#db/filters.ts'
import type { ShopVersionTable } from '#db/schema.ts'

import type { CursorKey } from '../http/cursor.ts'
import { distanceTo, toPoint } from '../offers/present-offer.ts'

type ShopRow = Selectable<ShopVersionTable>
type ShopSlice = { shops: Shop[]; next: CursorKey | undefined }

export const toShop = (row: ShopRow, near?: Position): Shop => ({
  _id: row.shop_id,
  id: row.shop_id,
  name: row.name,
  address: row.address,
  location: toPoint(row.latitude, row.longitude),
  imageUrl: row.image_url,
  logo: row.logo_url,
  businessHours: row.hours,
  specialHours: row.special_hours,
  description: row.description,
  phone: row.phone,
  email: row.email,
  website: row.website,
  category: row.category,
  categories: row.categories,
  rating: row.rating,
  socialMedia: { facebook: row.facebook, twitter: row.twitter, instagram: row.instagram },
  ...distanceTo(near, row.latitude, row.longitude),
})

function conditionsOf({ q, near, radius }: ShopQuery): ShopWhere[] {
  const where: ShopWhere[] = [(eb) => eb('withdrawn_at', 'is', null)]
  if (q) where.push((eb) => containsText(eb.ref('search_text'), q))
  if (near && radius !== undefined) where.push(() => isWithin(near, radius))
  return where
}

const currentShops = (db: Db, where: ShopWhere[]) =>
  db.selectFrom('current_shop').where((eb) => eb.and(where.map((condition) => condition(eb))))

/** One page of shops: by name, or the nearest first, and then those whose place is not known. The key is `[name, id]` or `[metres, id]`. */
export async function listShops(
  db: Db,
  { query, limit, after }: { query: ShopQuery; limit: number; after: CursorKey | undefined },
): Promise<ShopSlice> {
  const { near } = query
  const where = conditionsOf(query)
  if (!near || after?.[0] === 'rest') {
    const isRest = near !== undefined
    const slice = await sliceByName(db, isRest ? [...where, isNowhere] : where, limit, isRest ? after?.slice(1) : after)
    return isRest ? { ...slice, next: slice.next && ['rest', ...slice.next] } : slice
  }
  const placed = await sliceByDistance(db, where, limit, after, near)
  if (placed.next || query.radius !== undefined) return placed
  const missing = limit - placed.shops.length
  if (missing === 0) return { ...placed, next: ['rest'] }
  const rest = await sliceByName(db, [...where, isNowhere], missing, undefined)
  return { shops: [...placed.shops, ...rest.shops], next: rest.next && ['rest', ...rest.next] }
}
const isNowhere: ShopWhere = (eb) => eb('latitude', 'is', null)

async function sliceByName(db: Db, where: ShopWhere[], limit: number, after: CursorKey | undefined): Promise<ShopSlice> {
  let page = currentShops(db, where)
    .selectAll()
    .orderBy('name_key')
    .orderBy('shop_id')
    .limit(limit + 1)
  if (after && after.length > 0) page = page.where(sql<SqlBool>`(name_key, shop_id) > (${after[0]}, ${after[1]}::uuid)`)
  return toSlice(await page.execute(), limit, (row) => [row.name_key, row.shop_id])
}

async function sliceByDistance(
  db: Db,
  where: ShopWhere[],
  limit: number,
  after: CursorKey | undefined,
  near: Position,
): Promise<ShopSlice> {
  const metres = metresFrom(near)
  let page = currentShops(db, where)
    .where('latitude', 'is not', null)
    .selectAll()
    .select(metres.as('metres'))
    .orderBy(metres)
    .orderBy('shop_id')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(${metres}, shop_id) > (${after[0]}::float8, ${after[1]}::uuid)`)
  return toSlice(await page.execute(), limit, (row) => [row.metres, row.shop_id], near)
}

function toSlice<T extends ShopRow>(rows: T[], limit: number, keyOf: (row: T) => CursorKey, near?: Position): ShopSlice {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shops: shown.map((row) => toShop(row, near)), next: rows.length > limit && last ? keyOf(last) : undefined }
}

/** How many a list holds, counted up to one more than TOTAL_LIMIT. */
export async function countShops(db: Db, query: ShopQuery) {
  const some = currentShops(db, conditionsOf(query))
    .select(sql`1`.as('one'))
    .limit(TOTAL_LIMIT + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A shop by its id, withdrawn or not; undefined for ids that nobody has. */
export async function findShop(db: Db, id: string): Promise<{ shop: Shop; isWithdrawn: boolean } | undefined> {
  if (!isId(id)) return undefined
  const row = await db.selectFrom('current_shop').selectAll().where('shop_id', '=', id).executeTakeFirst()
  return row && { shop: toShop(row), isWithdrawn: row.withdrawn_at !== null }
}
