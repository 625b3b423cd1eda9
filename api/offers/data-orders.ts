/** The orders in which offers are listed. Each picks one page by an index, and says the key after which the next one begins. */
import { sql, type SqlBool } from 'kysely'

import { RELEVANCE_WINDOW } from '#contract/constants.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { fitOf, isNowhere, isPlaced, metresFrom, type OfferWhere } from '#db/filters.ts'

import type { CursorKey } from '../http/cursor.ts'
import { asRest, sliceInTurn, toSlice, type Slice, type SliceRequest } from '../http/paging.ts'
import { currentOffers, revision, type Picked } from './data-cards.ts'
import type { StoredSort } from './order-offers.ts'
import type { CardRow } from './present-offer.ts'

/** `near` and `q` are there where the order asks for them (order-offers.ts sees to it). */
export type OrderRequest = SliceRequest & {
  where: OfferWhere[]
  scanned?: OfferWhere | undefined
  near?: Position | undefined
  q?: string | undefined
}
type Key<T> = (row: T) => CursorKey
const cut = <T extends Picked>(rows: T[], limit: number, keyOf: Key<T>): Slice<Picked> => toSlice(rows, limit, (row) => row, keyOf)

/** By end date, the soonest first, without an end last. The key is `[end, id]`. */
export async function sliceByEnding(db: Db, { where, scanned, limit, after }: OrderRequest): Promise<Slice<Picked>> {
  let page = currentOffers(db, where, scanned)
    .select(['offer_id', 'ends_at', revision])
    .orderBy('ends_at')
    .orderBy('offer_id')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(ends_at, offer_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  return cut(await page.execute(), limit, endingKey)
}
/** The place of an offer in a list by end date. */
export const endingKey = ({ ends_at, offer_id }: Pick<CardRow, 'ends_at' | 'offer_id'>): CursorKey => [
  ends_at instanceof Date ? ends_at.toISOString() : 'infinity',
  offer_id,
]

/** The greatest saving first; "up to" counts as none. The key is `[discount, id]`. */
async function sliceByDiscount(db: Db, { where, scanned, limit, after }: OrderRequest): Promise<Slice<Picked>> {
  let page = currentOffers(db, where, scanned)
    .select(['offer_id', 'counted_discount', revision])
    .orderBy('counted_discount', 'desc')
    .orderBy('offer_id', 'desc')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(counted_discount, offer_id) < (${after[0]}::real, ${after[1]}::uuid)`)
  return cut(await page.execute(), limit, (row) => [row.counted_discount, row.offer_id])
}

/** Where the newest that show begin: above stand those that an import has written and not shown yet, or has taken back. */
const isAtMostNewest = sql<SqlBool>`offer_id <= coalesce((select newest_shown from catalogue), 'ffffffff-ffff-ffff-ffff-ffffffffffff')`

/** What came last first: ids grow with time. The key is `[id]`. */
export async function sliceByNewest(db: Db, { where, scanned, limit, after }: OrderRequest): Promise<Slice<Picked>> {
  let page = currentOffers(db, where, scanned)
    .select(['offer_id', revision])
    .where(isAtMostNewest)
    .orderBy('offer_id', 'desc')
    .limit(limit + 1)
  if (after) page = page.where('offer_id', '<', String(after[0]))
  return cut(await page.execute(), limit, (row) => [row.offer_id])
}

/** The nearest first, by index; offers whose place is not known follow by end date. The key is `[metres, id]`, then that of the rest. */
function sliceByDistance(db: Db, request: OrderRequest): Promise<Slice<Picked>> {
  const { where, scanned, near } = request
  if (!near) throw new Error('a list by distance needs a place')
  const metres = metresFrom(near)
  return sliceInTurn(
    request,
    async ({ limit, after }) => {
      let nearest = currentOffers(db, [...where, isPlaced], scanned)
        .select(['offer_id', metres.as('metres'), revision])
        .orderBy(metres)
      if (after) nearest = nearest.where(sql<SqlBool>`(${metres}, offer_id) > (${after[0]}::float8, ${after[1]}::uuid)`)
      // PostgreSQL before 17 has the index's order by distance alone, and a shop's offers are all equally far: they come together and
      // are put into their order outside.
      const page = db
        .selectFrom(nearest.fetch(limit + 1, 'with ties').as('nearest'))
        .selectAll()
        .orderBy('metres')
        .orderBy('offer_id')
        .limit(limit + 1)
      return cut(await page.execute(), limit, (row) => [row.metres, row.offer_id])
    },
    (rest) => sliceByEnding(db, { ...rest, scanned, where: [...where, isNowhere] }),
  )
}

/**
 * By how well the words fit: title that begins with them, title, shop, tag or category. The first RELEVANCE_WINDOW matches by end date are
 * ranked; the key is `['rank', how many were shown]`, and behind the window it goes on by end date.
 */
async function sliceByRelevance(db: Db, { where, scanned, limit, after, q = '' }: OrderRequest): Promise<Slice<Picked>> {
  if (after?.[0] === 'rest') return asRest(await sliceByEnding(db, { where, scanned, limit, after: after.slice(1) }))
  const matches = currentOffers(db, where, scanned).orderBy('ends_at').orderBy('offer_id')
  const shown = after ? Number(after[1]) : 0
  const items = await db
    .selectFrom(
      matches
        .select(['offer_id', 'ends_at', fitOf(q).as('fit'), revision])
        .limit(RELEVANCE_WINDOW)
        .as('candidate'),
    )
    .select(['offer_id', 'revision', sql<number>`count(*) over ()`.as('candidates')])
    .orderBy('fit')
    .orderBy('ends_at')
    .orderBy('offer_id')
    .offset(shown)
    .limit(limit)
    .execute()
  // Fewer match than when the page before was read.
  if (items.length === 0 && shown < RELEVANCE_WINDOW) return { items, next: undefined }
  const candidates = items[0]?.candidates ?? RELEVANCE_WINDOW
  if (shown + limit < candidates) return { items, next: ['rank', shown + limit] }
  if (candidates < RELEVANCE_WINDOW) return { items, next: undefined }
  const last = await matches
    .select(['offer_id', 'ends_at'])
    .offset(RELEVANCE_WINDOW - 1)
    .limit(1)
    .executeTakeFirst()
  return asRest({ items, next: last && endingKey(last) })
}

export const slices: Record<StoredSort, (db: Db, request: OrderRequest) => Promise<Slice<Picked>>> = {
  ending: sliceByEnding,
  discount: sliceByDiscount,
  newest: sliceByNewest,
  distance: sliceByDistance,
  relevance: sliceByRelevance,
}
