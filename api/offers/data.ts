/** All SQL that reads offers. Facts come from the views current_offer and current_shop alone. */
import { sql, type SqlBool } from 'kysely'

import type { City, Position } from '#contract/city.ts'
import { RELEVANCE_WINDOW, TOTAL_LIMIT } from '#contract/constants.ts'
import type { Offer, OfferDetail, OfferQuery, OfferSort } from '#contract/offer.ts'
import { isOfferLive } from '#contract/offer-rules.ts'
import { fold } from '#contract/search.ts'
import type { Db } from '#db/connection.ts'
import { isId, isNotOver, isRunning, isWithin, matchesOfferFilters, metresFrom, type OfferWhere } from '#db/filters.ts'

import type { CursorKey } from '../http/cursor.ts'
import { toOffer, type OfferRow } from './present-offer.ts'

/** Where a list begins: after this key of its order. */
type After = CursorKey | undefined
type PageRequest = { where: OfferWhere[]; limit: number; after: After; near?: Position | undefined }
/** The items of a page, and the key after which the next one begins; undefined at the end. */
export type OfferSlice = { offers: Offer[]; next: CursorKey | undefined }

const CARD = [
  'offer_id',
  'shop_id',
  'title',
  'description',
  'image_url',
  'category',
  'tags',
  'rating',
  'discount',
  'discount_is_up_to',
  'discount_is_from_text',
  'original_price',
  'discounted_price',
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
  'latitude',
  'longitude',
  'withdrawn_at',
] as const

const currentOffers = (db: Db, where: OfferWhere[]) =>
  db.selectFrom('current_offer').where((eb) => eb.and(where.map((condition) => condition(eb))))

/** The columns of a card for a page that a subquery picks: the page is cut first, then its shops are looked up. */
const hydrate = (db: Db, page: ReturnType<typeof pickPage>) =>
  db
    .selectFrom(page.as('v'))
    .innerJoin('offer as o', 'o.id', 'v.offer_id')
    .innerJoin('current_shop as s', 's.shop_id', 'v.shop_id')
    .selectAll('v')
    .select([
      'o.clicks',
      's.name as shop_name',
      's.address as shop_address',
      's.image_url as shop_image_url',
      's.logo_url as shop_logo_url',
      's.hours as shop_hours',
      's.special_hours as shop_special_hours',
      's.latitude as shop_latitude',
      's.longitude as shop_longitude',
    ])

const pickPage = (db: Db, where: OfferWhere[]) => currentOffers(db, where).select(CARD)

/** By end date, the soonest first, without an end last. The key is `[end, id]`. */
async function sliceByEnding(db: Db, { where, limit, after }: PageRequest, city: City): Promise<OfferSlice> {
  let page = pickPage(db, where)
    .orderBy('ends_at')
    .orderBy('offer_id')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(ends_at, offer_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const rows = await hydrate(db, page).orderBy('v.ends_at').orderBy('v.offer_id').execute()
  return toSlice(rows, limit, city, endingKey)
}
const endingKey = (row: OfferRow): CursorKey => [row.ends_at instanceof Date ? row.ends_at.toISOString() : 'infinity', row.offer_id]

/** The greatest saving first; "up to" counts as none. The key is `[discount, id]`. */
async function sliceByDiscount(db: Db, { where, limit, after }: PageRequest, city: City): Promise<OfferSlice> {
  let page = pickPage(db, where)
    .select('counted_discount')
    .orderBy('counted_discount', 'desc')
    .orderBy('offer_id', 'desc')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(counted_discount, offer_id) < (${after[0]}::real, ${after[1]}::uuid)`)
  const rows = await hydrate(db, page)
    .orderBy(sql`v.counted_discount`, 'desc')
    .orderBy('v.offer_id', 'desc')
    .execute()
  return toSlice(rows, limit, city, (row) => [row.discount_is_up_to ? 0 : row.discount, row.offer_id])
}

/** What came last first: ids grow with time. The key is `[id]`. */
async function sliceByNewest(db: Db, { where, limit, after }: PageRequest, city: City): Promise<OfferSlice> {
  let page = pickPage(db, where)
    .orderBy('offer_id', 'desc')
    .limit(limit + 1)
  if (after) page = page.where('offer_id', '<', String(after[0]))
  const rows = await hydrate(db, page).orderBy('v.offer_id', 'desc').execute()
  return toSlice(rows, limit, city, (row) => [row.offer_id])
}

/** The nearest first, by index; offers whose place is not known follow by end date. The key is `[metres, id]`, then that of the rest. */
async function sliceByDistance(db: Db, request: PageRequest, city: City): Promise<OfferSlice> {
  const { where, limit, after, near } = request
  if (!near) throw new Error('a list by distance needs a place')
  const isPlaced: OfferWhere = (eb) => eb('latitude', 'is not', null)
  const isNowhere: OfferWhere = (eb) => eb('latitude', 'is', null)
  const rest = (limitOfRest: number, afterRest: After) =>
    sliceByEnding(db, { where: [...where, isNowhere], limit: limitOfRest, after: afterRest }, city)
  if (after?.[0] === 'rest') return continueAs('rest', await rest(limit, after.length > 1 ? after.slice(1) : undefined))

  const metres = metresFrom(near)
  let page = pickPage(db, [...where, isPlaced])
    .select(metres.as('metres'))
    .orderBy(metres)
    .orderBy('offer_id')
    .limit(limit + 1)
  if (after) page = page.where(sql<SqlBool>`(${metres}, offer_id) > (${after[0]}::float8, ${after[1]}::uuid)`)
  const rows = await hydrate(db, page)
    .orderBy(sql`v.metres`)
    .orderBy('v.offer_id')
    .execute()
  const placed = toSlice(rows, limit, city, (row) => [row.metres ?? 0, row.offer_id], near)
  if (placed.next) return placed
  const missing = limit - placed.offers.length
  if (missing === 0) return { ...placed, next: ['rest'] }
  const others = continueAs('rest', await rest(missing, undefined))
  return { offers: [...placed.offers, ...others.offers], next: others.next }
}
const continueAs = (phase: string, { offers, next }: OfferSlice): OfferSlice => ({ offers, next: next && [phase, ...next] })

/**
 * By how well the words fit: title that begins with them, title, shop, tag or category. The first RELEVANCE_WINDOW matches by end date are
 * ranked; the key is `['rank', how many were shown]`, and behind the window it goes on by end date.
 */
async function sliceByRelevance(db: Db, request: PageRequest & { q: string }, city: City): Promise<OfferSlice> {
  const { where, limit, after, q } = request
  if (after?.[0] === 'rest') return continueAs('rest', await sliceByEnding(db, { where, limit, after: after.slice(1) }, city))
  const folded = fold(q.trim())
  const candidates = await currentOffers(db, where)
    .select([
      'offer_id',
      'ends_at',
      sql<string>`split_part(search_text, chr(31), 2)`.as('title'),
      sql<string>`split_part(search_text, chr(31), 3)`.as('shop'),
    ])
    .orderBy('ends_at')
    .orderBy('offer_id')
    .limit(RELEVANCE_WINDOW)
    .execute()
  const fit = ({ title, shop }: { title: string; shop: string }) =>
    title.startsWith(folded) ? 0 : title.includes(folded) ? 1 : shop.includes(folded) ? 2 : 3
  const ranked = candidates.toSorted((a, b) => fit(a) - fit(b))
  const begin = after ? Number(after[1]) : 0
  const ids = ranked.slice(begin, begin + limit).map((candidate) => candidate.offer_id)
  const offers = await listOffersByIds(db, ids, city)
  if (begin + limit < ranked.length) return { offers, next: ['rank', begin + limit] }
  const last = candidates.length === RELEVANCE_WINDOW ? candidates.at(-1) : undefined
  return { offers, next: last && ['rest', last.ends_at instanceof Date ? last.ends_at.toISOString() : 'infinity', last.offer_id] }
}

/** Current offers in the order of their ids as given; unknown ones are left out. */
export async function listOffersByIds(db: Db, ids: string[], city: City): Promise<Offer[]> {
  if (ids.length === 0) return []
  const rows = await hydrate(db, pickPage(db, [(eb) => eb('offer_id', '=', sql<string>`any(${ids}::uuid[])`)])).execute()
  const byId = new Map(rows.map((row) => [row.offer_id, toOffer(row, city)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One row more than asked for tells that there is more. */
function toSlice(rows: OfferRow[], limit: number, city: City, keyOf: (row: OfferRow) => CursorKey, near?: Position): OfferSlice {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { offers: shown.map((row) => toOffer(row, city, near)), next: rows.length > limit && last ? keyOf(last) : undefined }
}

const slices = { ending: sliceByEnding, discount: sliceByDiscount, newest: sliceByNewest, distance: sliceByDistance } as const

export type ListRequest = { filters: OfferQuery; sort: OfferSort; limit: number; after: After; now: number; city: City }

/** What a list's questions come to, without its place. */
const conditionsOf = ({ filters, now, city }: Pick<ListRequest, 'filters' | 'now' | 'city'>) => [
  isRunning(now),
  ...matchesOfferFilters(filters, city.timeZone),
]
const conditionOfPlace = ({ near, radius }: OfferQuery): OfferWhere[] =>
  near && radius !== undefined ? [() => isWithin(near, radius)] : []

/** One page of running offers. */
export function listOffers(db: Db, { filters, sort, limit, after, now, city }: ListRequest): Promise<OfferSlice> {
  const where = [...conditionsOf({ filters, now, city }), ...conditionOfPlace(filters)]
  const request = { where, limit, after, near: filters.near }
  if (sort === 'relevance' && filters.q) return sliceByRelevance(db, { ...request, q: filters.q }, city)
  return slices[sort === 'relevance' ? 'ending' : sort](db, request, city)
}

/** How many a list holds, counted up to one more than TOTAL_LIMIT. */
export async function countOffers(db: Db, request: Pick<ListRequest, 'filters' | 'now' | 'city'>) {
  return countUpTo(db, [...conditionsOf(request), ...conditionOfPlace(request.filters)])
}
/** How many a radius leaves out because nobody knows where they are. */
export async function countOffersNowhere(db: Db, request: Pick<ListRequest, 'filters' | 'now' | 'city'>) {
  return countUpTo(db, [...conditionsOf(request), (eb) => eb('latitude', 'is', null)])
}
async function countUpTo(db: Db, where: OfferWhere[]) {
  const some = currentOffers(db, where)
    .select(sql`1`.as('one'))
    .limit(TOTAL_LIMIT + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type ShopOffers = { shopId: string; q?: string | undefined; now: number; city: City }
const conditionsOfShop = ({ shopId, q, now, city }: ShopOffers) => [
  isNotOver(now),
  ...matchesOfferFilters({ shop: shopId, q }, city.timeZone),
]

/** A shop's offers, running and upcoming, by end date. */
export const listOffersOfShop = (db: Db, request: ShopOffers & { limit: number; after: After }) =>
  sliceByEnding(db, { where: conditionsOfShop(request), limit: request.limit, after: request.after }, request.city)
export const countOffersOfShop = (db: Db, request: ShopOffers) => countUpTo(db, conditionsOfShop(request))

/** Every running offer, in batches, each with a query of its own. */
export async function* streamOffers(db: Db, { now, city, batch }: { now: number; city: City; batch: number }): AsyncGenerator<Offer[]> {
  let after: After
  do {
    const { offers, next } = await sliceByNewest(db, { where: [isRunning(now)], limit: batch, after }, city)
    if (offers.length > 0) yield offers
    after = next
  } while (after)
}

/** How many of the best candidates of each kind are weighed against one another. */
const RELATED_CANDIDATES = 60

/** Running offers that share tags or the category, the most in common first, then the soonest to end. */
export async function listRelatedOffers(
  db: Db,
  {
    category,
    tags = [],
    exclude,
    limit,
    now,
    city,
  }: { category?: string | undefined; tags?: string[] | undefined; exclude?: string | undefined; limit: number; now: number; city: City },
) {
  const others: OfferWhere[] = [
    isRunning(now),
    ...(exclude && isId(exclude) ? [((eb) => eb('offer_id', '!=', exclude)) satisfies OfferWhere] : []),
  ]
  const candidates = (filters: { category?: string | undefined; tags?: string[] }) =>
    currentOffers(db, [...others, ...matchesOfferFilters(filters, city.timeZone)])
      .select(['offer_id', 'tags', 'category', 'ends_at'])
      .orderBy('ends_at')
      .orderBy('offer_id')
      .limit(RELATED_CANDIDATES)
      .execute()
  const found = await Promise.all([
    ...(tags.length > 0 ? [candidates({ tags })] : []),
    ...(category ? [candidates({ category })] : []),
    ...(tags.length === 0 && !category ? [candidates({})] : []),
  ])
  const wanted = new Set(tags.map(fold))
  const score = (row: { tags: string[]; category: string }) =>
    2 * row.tags.filter((tag) => wanted.has(fold(tag))).length + (row.category === category ? 1 : 0)
  const distinct = [...new Map(found.flat().map((row) => [row.offer_id, row])).values()]
  const best = distinct.toSorted((a, b) => score(b) - score(a) || Number(a.ends_at) - Number(b.ends_at))
  return listOffersByIds(
    db,
    best.slice(0, limit).map((row) => row.offer_id),
    city,
  )
}

export type FoundOffer = { offer: OfferDetail; isWithdrawn: boolean }

/** An offer by its id, running or not; undefined for ids that nobody has. Its code is told only while it runs (D-43). */
export async function findOffer(db: Db, { id, now, city }: { id: string; now: number; city: City }): Promise<FoundOffer | undefined> {
  if (!isId(id)) return undefined
  const row = await hydrate(db, pickPage(db, [(eb) => eb('offer_id', '=', id)]).select('redemption_code'))
    .select(sql<string | null>`v.redemption_code`.as('redemption_code'))
    .executeTakeFirst()
  if (!row) return undefined
  const offer = toOffer(row, city)
  const isTold = isOfferLive(offer, now) && row.withdrawn_at === null
  return { offer: { ...offer, redemptionCode: isTold ? row.redemption_code : null }, isWithdrawn: row.withdrawn_at !== null }
}
