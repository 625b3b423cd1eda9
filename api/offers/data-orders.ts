/** The orders in which offers are listed. Each picks one page by an index, and says the key after which the next one begins. */
import { sql, type RawBuilder } from 'kysely'

import { FIRST_PAGE_SIZE, PAGE_LIMIT, PAGE_SIZE, RELEVANCE_WINDOW, SCAN_LIMIT, WALK_LIMIT } from '#contract/constants.ts'
import type { Position } from '#contract/wire.ts'
import { parseTimestamp, type Db } from '#db/connection.ts'
import { fitOf, isAtMostNewest, isNowhere, isPlaced, isTrue, metresFrom, type Condition } from '#db/filters.ts'
import { planOnce } from '#db/pool.ts'

import type { CursorKey } from '../http/cursor.ts'
import { asRest, readRestKey, sliceInTurn, toSlice, type Slice, type SliceRequest, type Total } from '../http/paging.ts'
import { currentOffers, revision, SOONEST, walkedOffers, type CardRow, type Picked } from './data-cards.ts'
import type { StoredSort } from './order-offers.ts'

/** `near` and `q` are there where the order asks for them (order-offers.ts sees to it). */
export type OrderRequest = SliceRequest & {
  where: Condition[]
  scanned?: Condition | undefined
  near?: Position | undefined
  q?: string | undefined
  /** It is best walked by one index, whatever its values. */
  hasOnePlan?: boolean | undefined
  words?: Words | undefined
}
/** Words that nothing else narrows. `matches` is how many running offers held them when somebody counted last. */
export type Words = { q: string; now: number; matches: Total | undefined }
type KeyOf<T> = (row: T & Picked) => CursorKey
const cut = <T>(rows: (T & Picked)[], limit: number, keyOf: KeyOf<T>): Slice<Picked> => toSlice(rows, limit, (row) => row, keyOf)

/** The columns that a key is made of, what they are ordered by, and where the page begins. */
type Order<T> = {
  columns: RawBuilder<unknown>
  by: RawBuilder<unknown>
  begins?: Condition | undefined
  keyOf: KeyOf<T>
}

const endOf = (hasOnePlan = false) => (hasOnePlan ? planOnce : NOTHING)
const NOTHING = sql``
/** One more than a page, as a literal, for a plan that is made once depends on it; of few lengths, so that there are few plans. */
function rowsFor(limit: number) {
  const length = LENGTHS.find((one) => one >= limit)
  return length === undefined ? sql`${limit + 1}` : sql.lit(length + 1)
}
const LENGTHS = [FIRST_PAGE_SIZE, PAGE_SIZE, PAGE_LIMIT]

/** One page in an order, in SQL's own words: to build so short a statement would take longer than to read what it answers. */
async function readSlice<T>(
  db: Db,
  { where, scanned, limit, hasOnePlan }: OrderRequest,
  { columns, by, begins = isTrue, keyOf }: Order<T>,
) {
  const { rows } = await sql<T & Picked>`
    select ${columns}, ${revision} from ${currentOffers(where, scanned)} and ${begins} order by ${by} limit ${rowsFor(limit)}${endOf(hasOnePlan)}`.execute(
    db,
  )
  return cut(rows, limit, keyOf)
}

/** By end date, the soonest first, without an end last. The key is `[end, id]`. */
export const sliceByEnding = (db: Db, request: OrderRequest): Promise<Slice<Picked>> =>
  readSlice<{ ends: string }>(db, request, {
    // As text: of all the ends on a page the key needs the last.
    columns: sql`offer_id, ends_at::text as ends`,
    by: SOONEST,
    begins: request.after && sql`(ends_at, offer_id) > (${request.after[0]}::timestamptz, ${request.after[1]}::uuid)`,
    keyOf: ({ ends, offer_id }) => endingKey({ ends_at: parseTimestamp(ends), offer_id }),
  })
/** The place of an offer in a list by end date. */
export const endingKey = ({ ends_at, offer_id }: Pick<CardRow, 'ends_at' | 'offer_id'>): CursorKey => [
  ends_at instanceof Date ? ends_at.toISOString() : 'infinity',
  offer_id,
]

/** The greatest saving first; "up to" counts as none. The key is `[discount, id]`. */
const sliceByDiscount = (db: Db, request: OrderRequest): Promise<Slice<Picked>> =>
  readSlice<{ counted_discount: number }>(db, request, {
    columns: sql`offer_id, counted_discount`,
    by: sql`counted_discount desc, offer_id desc`,
    begins: request.after && sql`(counted_discount, offer_id) < (${request.after[0]}::real, ${request.after[1]}::uuid)`,
    keyOf: (row) => [row.counted_discount, row.offer_id],
  })

/** What came last first: ids grow with time. The key is `[id]`. */
export const sliceByNewest = (db: Db, { where, ...request }: OrderRequest): Promise<Slice<Picked>> =>
  readSlice(
    db,
    { ...request, where: where.includes(isAtMostNewest) ? where : [...where, isAtMostNewest] },
    {
      columns: sql`offer_id`,
      by: sql`offer_id desc`,
      begins: request.after && sql`offer_id < ${request.after[0]}::uuid`,
      keyOf: (row) => [row.offer_id],
    },
  )

/** The nearest first, by index; offers whose place is not known follow by end date. The key is `[metres, id]`, then that of the rest. */
function sliceByDistance(db: Db, request: OrderRequest): Promise<Slice<Picked>> {
  const { where, scanned, near, hasOnePlan } = request
  if (!near) throw new Error('a list by distance needs a place')
  const metres = metresFrom(near)
  return sliceInTurn(
    request,
    async ({ limit, after }) => {
      const begins: Condition = after ? sql`(${metres}, offer_id) > (${after[0]}::float8, ${after[1]}::uuid)` : isTrue
      // PostgreSQL before 17 has the index's order by distance alone, and a shop's offers are all equally far: they come together and
      // are put into their order outside.
      const { rows } = await sql<Picked & { metres: number }>`
        select * from (
          select offer_id, ${metres} as metres, ${revision} from ${currentOffers([...where, isPlaced], scanned)} and ${begins}
          order by metres fetch first ${rowsFor(limit)} rows with ties
        ) as nearest order by metres, offer_id limit ${rowsFor(limit)}${endOf(hasOnePlan)}`.execute(db)
      return cut(rows, limit, (row) => [row.metres, row.offer_id])
    },
    (rest) => sliceByEnding(db, { ...rest, scanned, where: [...where, isNowhere] }),
  )
}

/** Up to so many matches are looked up by their words and put in order at once: that takes less than to plan it. */
const LOOKED_UP = 400
/** Of more matches that are counted to the last, the first are looked for among so many offers: to look all up would take twice as long. */
const SHORT_WALK = 2_000

/**
 * The first RELEVANCE_WINDOW matches by end date, ranked. By walking in that order or by looking up all matches: the planner, which knows
 * how frequent words are to a hundredth, takes longer to choose than the walk itself, and on a large catalogue is wrong about it by tens of
 * milliseconds. Where the matches are counted it is asked only if they are too many to be looked up and too few of them end soon.
 */
async function rankMatches(db: Db, { where, scanned, limit, words, q = '' }: OrderRequest, shown: number) {
  const rank = async (matches: RawBuilder<unknown>, end = NOTHING) => {
    const { rows } = await sql<Picked & { candidates: number }>`
      select offer_id, revision, count(*) over () as candidates from (
        select offer_id, ends_at, ${fitOf(q)} as fit, ${revision} from ${matches} order by ${SOONEST} limit ${sql.lit(RELEVANCE_WINDOW)}
      ) as candidate order by fit, ${SOONEST} offset ${shown} limit ${limit}${end}`.execute(db)
    return rows
  }
  const ask = () => rank(currentOffers(where, scanned))
  // Behind `offset` the planner does not know in which order they are wanted.
  const lookUp = () => rank(sql`(select offer_id, ends_at, search_text from ${currentOffers(where)} offset 0) as found`, planOnce)
  if (!words) return ask()
  if (scanned) return rank(walkedOffers(words, SCAN_LIMIT), planOnce)
  if (!words.matches) return ask()
  const { total, totalIsMore } = words.matches
  if (total > LOOKED_UP || totalIsMore) {
    const soonest = await rank(walkedOffers(words, totalIsMore ? WALK_LIMIT : SHORT_WALK), planOnce)
    if (soonest[0]?.candidates === RELEVANCE_WINDOW) return soonest
  }
  return totalIsMore ? ask() : lookUp()
}

/**
 * By how well the words fit: title that begins with them, title, shop, tag or category. The first RELEVANCE_WINDOW matches by end date are
 * ranked; the key is `['rank', how many were shown]`, and behind the window it goes on by end date.
 */
async function sliceByRelevance(db: Db, request: OrderRequest): Promise<Slice<Picked>> {
  const { where, scanned, limit, after } = request
  const behind = readRestKey(after)
  if (behind) return asRest(await sliceByEnding(db, { where, scanned, limit, after: behind }))
  const shown = after ? Number(after[1]) : 0
  const items = await rankMatches(db, request, shown)
  // Fewer match than when the page before was read.
  if (items.length === 0 && shown < RELEVANCE_WINDOW) return { items, next: undefined }
  const candidates = items[0]?.candidates ?? RELEVANCE_WINDOW
  if (shown + limit < candidates) return { items, next: ['rank', shown + limit] }
  if (candidates < RELEVANCE_WINDOW) return { items, next: undefined }
  const { rows } = await sql<{ offer_id: string; ends_at: Date | number }>`
    select offer_id, ends_at from ${currentOffers(where, scanned)} order by ${SOONEST} offset ${RELEVANCE_WINDOW - 1} limit 1`.execute(db)
  return asRest({ items, next: rows[0] && endingKey(rows[0]) })
}

export const slices: Record<StoredSort, (db: Db, request: OrderRequest) => Promise<Slice<Picked>>> = {
  ending: sliceByEnding,
  discount: sliceByDiscount,
  newest: sliceByNewest,
  distance: sliceByDistance,
  relevance: sliceByRelevance,
}
