/** The decisions of contract/search.ts and contract/offer-rules.ts in SQL. A test holds both against the same offers. */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'

import { EARTH_RADIUS_KM, GENERIC_PAYMENTS } from '#contract/constants.ts'
import type { Demand } from '#contract/offer.ts'
import { FIELD_MARK, fold, TAG_MARK, type OfferFilters } from '#contract/search.ts'
import { endOfDay, startOfDay } from '#contract/time.ts'
import type { Position } from '#contract/wire.ts'

import type { Schema } from './schema.ts'

type Where<T extends keyof Schema> = (eb: ExpressionBuilder<Schema, T>) => Expression<SqlBool>
export type OfferWhere = Where<'current_offer'>
export type ShopWhere = Where<'current_shop'>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** An id that a uuid column can be asked for. Anything else is nobody's. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

const at = (instant: number) => new Date(instant)
const likeLiteral = (folded: string) => `%${folded.replace(/[\\%_]/g, '\\$&')}%`

/** Whether the trigram index can answer a search. It knows three letters in a row, and two words of two. */
export const isIndexed = (q: string) => /[\p{L}\p{M}\p{N}]{3}|[\p{L}\p{M}\p{N}]{2} +[\p{L}\p{M}\p{N}]{2}/u.test(fold(q.trim()))
/** `search_text` holds this literal substring. */
export const containsText = (column: Expression<string>, q: string) => sql<SqlBool>`${column} like ${likeLiteral(fold(q.trim()))}`

/** The folded title and shop name in `search_text`, where `offerSearchText` puts them. */
export const foldedTitle = sql<string>`split_part(search_text, ${FIELD_MARK}, 2)`
export const foldedShopName = sql<string>`split_part(search_text, ${FIELD_MARK}, 3)`
/** How well the words of a search fit what they match: 0 for a title that begins with them, then title, shop, and 3 for a tag or the category. */
export function fitOf(q: string) {
  const words = fold(q.trim())
  return sql<number>`case
    when starts_with(search_text, ${FIELD_MARK + words}) then 0
    when strpos(${foldedTitle}, ${words}) > 0 then 1
    when strpos(${foldedShopName}, ${words}) > 0 then 2
    else 3
  end`
}

/** Started and not past its end, both inclusive, and not withdrawn (D-06, D-30). */
export const isRunning =
  (now: number): OfferWhere =>
  () => {
    const instant = at(now).toISOString()
    return sql<SqlBool>`(starts_at <= ${instant}::timestamptz and ends_at >= ${instant}::timestamptz and withdrawn_at is null)`
  }
/** Running or still to come. */
export const isNotOver =
  (now: number): OfferWhere =>
  (eb) =>
    eb.and([eb('ends_at', '>=', at(now)), eb('withdrawn_at', 'is', null)])

/** Any of the tags, whole. */
const hasTag =
  (tags: string[]): OfferWhere =>
  (eb) =>
    eb.or(tags.map((tag) => sql<SqlBool>`${eb.ref('search_text')} like ${likeLiteral(TAG_MARK + fold(tag) + TAG_MARK)}`))

/** Everything that a list may be narrowed by, except place. */
export function matchesOfferFilters(filters: OfferFilters, timeZone: string): OfferWhere[] {
  const { q, category, tags, shop, from, to, on, without = [], service } = filters
  const where: OfferWhere[] = []
  if (q) where.push((eb) => containsText(eb.ref('search_text'), q))
  if (category && category !== 'all') where.push((eb) => eb('category', '=', category))
  if (shop && shop !== 'all') where.push((eb) => (isId(shop) ? eb('shop_id', '=', shop) : eb.lit(false)))
  if (tags?.length) where.push(hasTag(tags))
  if (from) where.push((eb) => eb.or([eb('starts_at', '>=', at(startOfDay(from, timeZone))), eb('starts_at', '=', sql<Date>`'-infinity'`)]))
  if (to) where.push((eb) => eb('ends_at', '<=', at(endOfDay(to, timeZone))))
  if (on) where.push((eb) => eb.and([eb('starts_at', '<=', at(endOfDay(on, timeZone))), eb('ends_at', '>=', at(startOfDay(on, timeZone)))]))
  where.push(...without.map((demand) => LACKS[demand]))
  if (service) where.push(() => sql<SqlBool>`(service = '{}' or ${service} = any(service))`)
  return where
}

/** That an offer does not ask for it. */
const LACKS: Record<Demand, OfferWhere> = {
  bank: (eb) => eb.or([eb('payment', 'is', null), eb(sql`lower(payment)`, 'in', [...GENERIC_PAYMENTS])]),
  card: (eb) => eb.or([eb('payment', 'is', null), eb(sql`lower(payment)`, '=', 'cash')]),
  minimum: (eb) => eb.or([eb('minimum_purchase', 'is', null), eb('minimum_purchase', '=', 0)]),
  'new-customers': (eb) => eb('new_customers_only', '=', false),
}

/** Whose place is known, and whose is not. */
export const isPlaced = () => sql<SqlBool>`latitude is not null`
export const isNowhere = () => sql<SqlBool>`latitude is null`
/** Metres from a place through the globe, which orders as the way over its surface does; the gist index answers it. */
export const metresFrom = ({ lat, lng }: Position) => sql<number>`(point <-> kade_point(${lat}, ${lng}))`
/** Within so many kilometres, by index; whoever needs it exact measures again. */
export const isWithin = ({ lat, lng }: Position, kilometres: number) =>
  sql<SqlBool>`(point <@ cube_enlarge(kade_point(${lat}, ${lng}), ${kilometres * 1000}, 3) and point <-> kade_point(${lat}, ${lng}) <= ${chordOf(kilometres)})`

/** The straight line, in metres, under an arc on the globe. */
const chordOf = (kilometres: number) => 2 * EARTH_RADIUS_KM * 1000 * Math.sin(Math.min(kilometres / (2 * EARTH_RADIUS_KM), Math.PI / 2))

/** Of a row `shop`: the number that files gave to it, the latest of several. One of a file that is only checked does not count. */
export const numberOfShop = sql<string | null>`(
  select external_id from shop_identity
  where shop_identity.shop_id = shop.shop_id and external_id is not null and added_in <> all ((select hidden from catalogue)::integer[])
  order by added_in desc, external_id limit 1)`
