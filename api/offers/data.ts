/** The SQL that reads offers: one, some, how many. What the queries share stands in data-cards.ts, the orders in data-orders.ts. */
import { sql } from 'kysely'

import type { City } from '#contract/city.ts'
import type { Offer, OfferQuery } from '#contract/offer.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { COUNTED, countSome } from '#db/count-some.ts'
import {
  containsText,
  isAtMostNewest,
  isId,
  isIndexed,
  isNotOver,
  isNowhere,
  isRunning,
  isWithin,
  matchesOfferFilters,
  searchText,
  type Condition,
} from '#db/filters.ts'

import type { Slice, SliceRequest, Total } from '../http/paging.ts'
import { toShopSummary } from '../shops/present-shop.ts'
import { currentOffers, selectCards, selectShopsOfCards, shopIdsOf, SOONEST, type Picked } from './data-cards.ts'
import { sliceByEnding, sliceByNewest, slices } from './data-orders.ts'
import { readCards, showPicked } from './keep-cards.ts'
import type { StoredSort } from './order-offers.ts'
import { toOffer, toOfferDetail } from './present-offer.ts'

/** What is asked of running offers, whatever the order and the page. */
export type ListRequest = { filters: OfferQuery; now: number; city: City }

/** What a list's questions come to, without its place. A search that no index answers stands apart. */
function conditionsOf({ filters: { q, ...filters }, now, city }: ListRequest) {
  const isApart = q !== undefined && q !== '' && !isIndexed(q)
  // By an index in whose order no list is walked.
  const isSearched = (Boolean(q) && !isApart) || Boolean(filters.tags?.length) || filters.radius !== undefined
  const matches = matchesOfferFilters(isApart ? filters : { ...filters, q }, city.timeZone)
  const where = [isRunning(now), ...(isSearched ? [] : [isAtMostNewest]), ...matches]
  return { where, scanned: isApart ? containsText(searchText, q) : undefined }
}
const conditionOfPlace = ({ near, radius }: OfferQuery): Condition[] => (near && radius !== undefined ? [isWithin(near, radius)] : [])

/** Looks up what was picked. */
const present = async (db: Db, { items, next }: Slice<Picked>, city: City, near?: Position): Promise<Slice<Offer>> => ({
  items: await showPicked(db, items, city, near),
  next,
})

/** `matches` is how many it held when somebody counted them last: a hint. */
type StoredList = ListRequest & SliceRequest & { sort: StoredSort; matches?: Total | undefined }
/** One page of running offers. */
export const listOffers = async (db: Db, request: StoredList): Promise<Slice<Offer>> =>
  present(db, await pickOffers(db, request), request.city, request.filters.near)

/** Which offers are on it. */
export function pickOffers(db: Db, { sort, limit, after, matches, ...request }: StoredList): Promise<Slice<Picked>> {
  const { filters } = request
  const { where, scanned } = conditionsOf(request)
  return slices[sort](db, {
    where: [...where, ...conditionOfPlace(filters)],
    scanned,
    limit,
    after,
    near: filters.near,
    q: filters.q,
    hasOnePlan: scanned ? asksOnly(filters, 'q') : hasOnePlan(filters, sort, matches),
    words: filters.q && asksOnly(filters, 'q') ? { q: filters.q, now: request.now, matches } : undefined,
  })
}
/**
 * All of it or a category, by an index in whose order it comes. Those by end date begin with what runs; the others hold what is over as well, and
 * where little else is there, it is better looked up and sorted.
 */
const hasOnePlan = (filters: OfferQuery, sort: StoredSort, matches: Total | undefined) =>
  asksOnly(filters, 'category') && (sort === 'ending' || (matches?.totalIsMore === true && (!filters.category || sort !== 'newest')))
/** Whether a list is narrowed by this alone, or by nothing. */
const asksOnly = ({ sort: _, limit: __, cursor: ___, near: ____, ...filters }: OfferQuery, only: keyof OfferQuery) =>
  Object.entries(filters).every(([name, value]) => name === only || value === undefined)

/** How many a list holds, counted up to one more than TOTAL_LIMIT. */
export function countOffers(db: Db, request: ListRequest) {
  const { where, scanned } = conditionsOf(request)
  return countUpTo(db, [...where, ...conditionOfPlace(request.filters)], { scanned, isWalk: !isLookedUp(request.filters) })
}
/** By an index that finds few enough, in an order of its own. */
const isLookedUp = ({ q, tags, category, shop, radius }: OfferQuery) =>
  Boolean(q) || Boolean(tags?.length) || radius !== undefined || [category, shop].some((one) => one && one !== 'all')

/** How many a radius leaves out because nobody knows where they are. */
export function countOffersNowhere(db: Db, request: ListRequest) {
  const { where, scanned } = conditionsOf(request)
  return countUpTo(db, [...where, isNowhere], { scanned })
}

type Counting = { scanned?: Condition | undefined; isWalk?: boolean }
/** `isWalk` counts in the order of an index. A scan of the table would begin with what is over and what imports have replaced, however much that is. */
const countUpTo = (db: Db, where: Condition[], { scanned, isWalk = false }: Counting = {}) =>
  countSome(db, sql`(select 1 from ${currentOffers(where, scanned)} ${isWalk ? sql`order by ${SOONEST}` : sql``} limit ${COUNTED})`)

type ShopOffers = { shopId: string; q?: string | undefined; now: number; city: City }
const conditionsOfShop = ({ shopId, q, now, city }: ShopOffers) => [
  isNotOver(now),
  ...matchesOfferFilters({ shop: shopId, q }, city.timeZone),
]

/** A shop's offers, running and upcoming, by end date. */
export const listOffersOfShop = async (db: Db, { limit, after, ...request }: ShopOffers & SliceRequest): Promise<Slice<Offer>> =>
  present(db, await sliceByEnding(db, { where: conditionsOfShop(request), limit, after }), request.city)
export const countOffersOfShop = (db: Db, request: ShopOffers) => countUpTo(db, conditionsOfShop(request))

/** Cards and their shops as they are at one revision: where something was published in between, they are read again. */
async function selectWithShops(db: Db, ids: string[]) {
  for (;;) {
    const rows = await selectCards(db, ids)
    const shops = await selectShopsOfCards(db, shopIdsOf(rows))
    if (shops.every(({ revision }) => revision === rows[0]?.revision))
      return { rows, shops: new Map(shops.map((row) => [row.shop_id, row])) }
  }
}

/** Every running offer, in batches, each with a query of its own. */
export async function* streamOffers(db: Db, { now, city, batch }: { now: number; city: City; batch: number }): AsyncGenerator<Offer[]> {
  let after: SliceRequest['after']
  do {
    const { items, next } = await sliceByNewest(db, { where: [isRunning(now)], limit: batch, after })
    const ids = items.map((item) => item.offer_id)
    // Past what is kept in memory: nobody asks for most of them again.
    const { rows, shops } = await selectWithShops(db, ids)
    const offers = new Map(
      rows.flatMap((row) => {
        const shop = shops.get(row.shop_id)
        return shop ? [[row.offer_id, toOffer(row, toShopSummary(shop), city)]] : []
      }),
    )
    if (offers.size > 0) yield ids.flatMap((id) => offers.get(id) ?? [])
    after = next
  } while (after)
}

/** An offer by its id, running or not; undefined for ids that nobody has. */
export async function findOffer(db: Db, { id, now, city }: { id: string; now: number; city: City }) {
  if (!isId(id)) return undefined
  const [card] = await readCards(db, [id.toLowerCase()], city)
  return card && { offer: toOfferDetail(card, now), isWithdrawn: card.isWithdrawn }
}
