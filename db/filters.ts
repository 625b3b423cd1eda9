/** The decisions of contract/search.ts and contract/offer-rules.ts in SQL. A test holds both against the same offers. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import { EARTH_RADIUS_KM, GENERIC_PAYMENTS } from '#contract/constants.ts'
import type { Demand } from '#contract/offer.ts'
import { askWanted, FIELD_MARK, fold, TAG_MARK, type FactFilters, type FilterTable } from '#contract/search.ts'
import { endOfDay, startOfDay } from '#contract/time.ts'
import type { Position } from '#contract/wire.ts'

/** Of the columns of `current_offer` or `current_shop`. In SQL's own words: the builder takes longer to find them than the database to answer. */
export type Condition = RawBuilder<SqlBool>
export const isTrue = sql<SqlBool>`true`
const isFalse = sql<SqlBool>`false`
/** All of them; true where there are none. */
export const allOf = (conditions: Condition[]): Condition => (conditions.length === 0 ? isTrue : sql<SqlBool>`${sql.join(conditions, AND)}`)
const AND = sql` and `
const OR = sql` or `

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** An id that a uuid column can be asked for. Anything else is nobody's. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

const at = (instant: number) => sql`${new Date(instant).toISOString()}::timestamptz`
const likeLiteral = (folded: string) => `%${folded.replace(/[\\%_]/g, '\\$&')}%`

/** Whether the trigram index can answer a search. It knows three letters in a row, and two words of two. */
export const isIndexed = (q: string) => /[\p{L}\p{M}\p{N}]{3}|[\p{L}\p{M}\p{N}]{2} +[\p{L}\p{M}\p{N}]{2}/u.test(fold(q.trim()))
/** What the trigram index knows of an offer or a shop. */
export const searchText = sql<string>`search_text`
/** A column holds the folded words of a search as they stand. */
export const containsText = (column: Expression<string>, q: string): Condition => sql`${column} like ${likeLiteral(fold(q.trim()))}`
/** The same where no index of trigrams is asked: it finds them in a third less time. */
export const holdsText = (column: Expression<string>, q: string): Condition => sql`strpos(${column}, ${fold(q.trim())}) > 0`

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
export function isRunning(now: number): Condition {
  const instant = at(now)
  return sql`(starts_at <= ${instant} and ends_at >= ${instant} and withdrawn_at is null)`
}
/** Running or still to come. */
export const isNotOver = (now: number): Condition => sql`(ends_at >= ${at(now)} and withdrawn_at is null)`

/**
 * No newer than the newest that shows: above stand those that an import has written and not shown yet, or has taken back. Every b-tree by
 * which offers are listed ends with their ids, so that a walk steps over those without looking at their rows. It says nothing more, and the
 * planner takes it for a third of all rows: not beside a search, which it would walk for too rarely.
 */
export const isAtMostNewest: Condition = sql`offer_id <= coalesce((select newest_shown from catalogue), 'ffffffff-ffff-ffff-ffff-ffffffffffff')`

/** Any of the tags, whole. */
const hasTag = (tags: string[]): Condition =>
  sql`(${sql.join(
    tags.map((tag) => sql`search_text like ${likeLiteral(TAG_MARK + fold(tag) + TAG_MARK)}`),
    OR,
  )})`

const CONDITIONS: FilterTable<{ timeZone: string }, Condition[]> = {
  q: (q) => [containsText(searchText, q)],
  category: (category) => [sql`category = ${category}`],
  tags: (tags) => [hasTag(tags)],
  shop: (shop) => [isId(shop) ? sql`shop_id = ${shop}::uuid` : isFalse],
  from: (day, { timeZone }) => [sql`(starts_at >= ${at(startOfDay(day, timeZone))} or starts_at = '-infinity')`],
  to: (day, { timeZone }) => [sql`ends_at <= ${at(endOfDay(day, timeZone))}`],
  on: (day, { timeZone }) => [sql`(starts_at <= ${at(endOfDay(day, timeZone))} and ends_at >= ${at(startOfDay(day, timeZone))})`],
  without: (demands) => demands.map((demand) => LACKS[demand]),
  service: (way) => [sql`(service = '{}' or ${way} = any(service))`],
}

/** Everything that a list may be narrowed by, place and status aside. */
export const matchesOfferFilters = (filters: FactFilters, timeZone: string): Condition[] =>
  askWanted(CONDITIONS, filters, { timeZone }).flat()

/** That an offer does not ask for it. */
const LACKS: Record<Demand, Condition> = {
  bank: sql`(payment is null or lower(payment) in (${sql.join([...GENERIC_PAYMENTS])}))`,
  card: sql`(payment is null or lower(payment) = 'cash')`,
  minimum: sql`(minimum_purchase is null or minimum_purchase = 0)`,
  'new-customers': sql`not new_customers_only`,
}

/** Whose place is known, and whose is not. */
export const isPlaced: Condition = sql`latitude is not null`
export const isNowhere: Condition = sql`latitude is null`
/** Metres from a place through the globe, which orders as the way over its surface does; the gist index answers it. */
export const metresFrom = ({ lat, lng }: Position) => sql<number>`(point <-> (select kade_point(${lat}, ${lng})))`
/** Within so many kilometres, by index; whoever needs it exact measures again. */
export const isWithin = ({ lat, lng }: Position, kilometres: number): Condition =>
  sql`(point <@ cube_enlarge(kade_point(${lat}, ${lng}), ${kilometres * 1000}, 3) and point <-> kade_point(${lat}, ${lng}) <= ${chordOf(kilometres)})`

/** The straight line, in metres, under an arc on the globe. */
const chordOf = (kilometres: number) => 2 * EARTH_RADIUS_KM * 1000 * Math.sin(Math.min(kilometres / (2 * EARTH_RADIUS_KM), Math.PI / 2))

/** Of a row of `shop_identity`: an import that shows has taught it, not one that runs or is only checked. */
export const isShownKey: Condition = sql`shop_identity.added_in <> all ((select hidden from catalogue)::integer[])`

/** Of a row `shop`: the number that files gave to it, the latest of several. */
export const numberOfShop = sql<string | null>`(
  select external_id from shop_identity
  where shop_identity.shop_id = shop.shop_id and external_id is not null and ${isShownKey}
  order by added_in desc, external_id limit 1)`
