/** The orders in which offers are listed. Each reads one page by an index, and says the key after which the next one begins. */
import { sql, type SqlBool } from 'kysely'

import type { City } from '#contract/city.ts'
import { RELEVANCE_WINDOW } from '#contract/constants.ts'
import type { Offer, OfferSort } from '#contract/offer.ts'
import { fold } from '#contract/search.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { foldedShopName, foldedTitle, isNowhere, isPlaced, metresFrom, type OfferWhere } from '#db/filters.ts'

import type { CursorKey } from '../http/cursor.ts'
import { asRest, sliceInTurn, toSlice, type Slice, type SliceRequest } from '../http/paging.ts'
import { currentOffers, hydrate, listOffersByIds, pickPage } from './data-cards.ts'
import { fitOf } from './order-offers.ts'
import { toOffer, type CardRow } from './present-offer.ts'

/** `near` and `q` are there where the order asks for them (order-offers.ts sees to it). */
export type OrderRequest = SliceRequest & { where: OfferWhere[]; city: City; near?: Position | undefined; q?: string | undefined }

/** By end date, the soonest first, without an end last. The key is `[end, id]`. */
export async function sliceByEnding(db: Db, { where, limit, after, city, near }: OrderRequest): Promise<Slice<Offer>> {
  let page = pickPage(db, where)
    .orderBy('ends_at')
    .orderBy('offer_id')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(ends_at, offer_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const rows = await hydrate(db, page).orderBy('v.ends_at').orderBy('v.offer_id').execute()
  return toSlice(rows, limit, (row) => toOffer(row, city, near), endingKey)
}
const endingKey = ({ ends_at, offer_id }: Pick<CardRow, 'ends_at' | 'offer_id'>): CursorKey => [
  ends_at instanceof Date ? ends_at.toISOString() : 'infinity',
  offer_id,
]

/** The greatest saving first; "up to" counts as none. The key is `[discount, id]`. */
async function sliceByDiscount(db: Db, { where, limit, after, city, near }: OrderRequest): Promise<Slice<Offer>> {
  let page = pickPage(db, where)
    .select('counted_discount')
    .orderBy('counted_discount', 'desc')
    .orderBy('offer_id', 'desc')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(counted_discount, offer_id) < (${after[0]}::real, ${after[1]}::uuid)`)
  const rows = await hydrate(db, page)
    .select(sql<number>`v.counted_discount`.as('counted_discount'))
    .orderBy(sql`v.counted_discount`, 'desc')
    .orderBy('v.offer_id', 'desc')
    .execute()
  return toSlice(
    rows,
    limit,
    (row) => toOffer(row, city, near),
    (row) => [row.counted_discount, row.offer_id],
  )
}

/** What came last first: ids grow with time. The key is `[id]`. */
export async function sliceByNewest(db: Db, { where, limit, after, city, near }: OrderRequest): Promise<Slice<Offer>> {
  let page = pickPage(db, where)
    .orderBy('offer_id', 'desc')
    .limit(limit + 1)
  if (after) page = page.where('offer_id', '<', String(after[0]))
  const rows = await hydrate(db, page).orderBy('v.offer_id', 'desc').execute()
  return toSlice(
    rows,
    limit,
    (row) => toOffer(row, city, near),
    (row) => [row.offer_id],
  )
}

/** The nearest first, by index; offers whose place is not known follow by end date. The key is `[metres, id]`, then that of the rest. */
function sliceByDistance(db: Db, request: OrderRequest): Promise<Slice<Offer>> {
  const { where, city, near } = request
  if (!near) throw new Error('a list by distance needs a place')
  const metres = metresFrom(near)
  return sliceInTurn(
    request,
    async ({ limit, after }) => {
      let page = pickPage(db, [...where, isPlaced])
        .select(metres.as('metres'))
        .orderBy(metres)
        .orderBy('offer_id')
        .limit(limit + 1)
      if (after) page = page.where(sql<SqlBool>`(${metres}, offer_id) > (${after[0]}::float8, ${after[1]}::uuid)`)
      const rows = await hydrate(db, page)
        .select(sql<number>`v.metres`.as('metres'))
        .orderBy(sql`v.metres`)
        .orderBy('v.offer_id')
        .execute()
      return toSlice(
        rows,
        limit,
        (row) => toOffer(row, city, near),
        (row) => [row.metres, row.offer_id],
      )
    },
    (rest) => sliceByEnding(db, { ...rest, city, where: [...where, isNowhere] }),
  )
}

/**
 * By how well the words fit: title that begins with them, title, shop, tag or category. The first RELEVANCE_WINDOW matches by end date are
 * ranked; the key is `['rank', how many were shown]`, and behind the window it goes on by end date.
 */
async function sliceByRelevance(db: Db, { where, limit, after, city, near, q = '' }: OrderRequest): Promise<Slice<Offer>> {
  if (after?.[0] === 'rest') return asRest(await sliceByEnding(db, { where, limit, city, near, after: after.slice(1) }))
  const candidates = await currentOffers(db, where)
    .select(['offer_id', 'ends_at', foldedTitle.as('title'), foldedShopName.as('shop')])
    .orderBy('ends_at')
    .orderBy('offer_id')
    .limit(RELEVANCE_WINDOW)
    .execute()
  const words = fold(q.trim())
  const ranked = candidates.toSorted((a, b) => fitOf(a, words) - fitOf(b, words))
  const begin = after ? Number(after[1]) : 0
  const shown = ranked.slice(begin, begin + limit).map((candidate) => candidate.offer_id)
  const items = await listOffersByIds(db, shown, city, near)
  if (begin + limit < ranked.length) return { items, next: ['rank', begin + limit] }
  const last = candidates.length === RELEVANCE_WINDOW ? candidates.at(-1) : undefined
  return asRest({ items, next: last && endingKey(last) })
}

export const slices: Record<OfferSort, (db: Db, request: OrderRequest) => Promise<Slice<Offer>>> = {
  ending: sliceByEnding,
  discount: sliceByDiscount,
  newest: sliceByNewest,
  distance: sliceByDistance,
  relevance: sliceByRelevance,
}
