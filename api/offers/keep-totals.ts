import { setImmediate as afterInput, setTimeout as sleep } from 'node:timers/promises'

import { COUNTER_LIFE } from '#contract/constants.ts'
import type { OfferQuery } from '#contract/offer.ts'
import type { Db } from '#db/connection.ts'
import { createLastUsed } from '#db/last-used.ts'

import { apartFromReaders, type Context } from '../context.ts'
import { toTotal, type Total } from '../http/paging.ts'

/** Counting a thousand matches costs more than reading a page of them: a total is kept so long, in milliseconds. */
const KEPT_FOR = 10_000
/** While it is counted anew the last one serves, if it is no older: beside a large import that waits, counting takes longer than all else. */
const SERVES_FOR = COUNTER_LIFE - 15_000
/** How long, in milliseconds, one waits for a count anew when the catalogue has changed, before the last one has to do. */
export const PATIENCE = 150
const KEPT_TOTALS = 5_000

/** `edition` is that of the catalogue: what is counted of one before is not taken for what there is now. */
type Counted = { total: Total; at: number; edition: number }
type Counting = { total: Promise<Total>; edition: number }
type Kept = { last?: Counted; counting?: Counting | undefined }
type Count = (db: Db) => Promise<number>

/** `last` is what was counted last, however old: a hint. */
export type Totals = { count: (query: OfferQuery, work: Count) => Promise<Total>; last: (query: OfferQuery) => Total | undefined }
const keyOf = ({ sort: _, limit: __, cursor: ___, near, ...filters }: OfferQuery) =>
  JSON.stringify([filters, filters.radius === undefined ? null : near])

/** Totals by what a list asks, whatever its order and page. Who asks while the first is counted waits for it. */
export function createTotals(context: Context): Totals {
  const { db, clock, onCatalogueChange } = context
  const apart = apartFromReaders(context).db
  const kept = createLastUsed<string, Kept>(KEPT_TOTALS)
  let edition = 0
  onCatalogueChange.add(() => (edition += 1))

  /** One that is counted already, or a new one; where another serves meanwhile, no reader waits behind it. */
  function begin(entry: Kept, work: Count): Promise<Total> {
    if (entry.counting?.edition === edition) return entry.counting.total
    const counting = { total: work(entry.last ? apart : db).then(toTotal), edition }
    entry.counting = counting
    void keep(entry, counting, clock.now())
    return counting.total
  }

  /** Where counting fails, the next who asks tries again. */
  async function keep(entry: Kept, counting: Counting, at: number) {
    try {
      const total = await counting.total
      if (counting.edition === edition) entry.last = { total, at, edition }
    } catch {
    } finally {
      if (entry.counting === counting) entry.counting = undefined
    }
  }

  async function count(query: OfferQuery, work: Count): Promise<Total> {
    const key = keyOf(query)
    const entry = kept.get(key) ?? {}
    kept.set(key, entry)
    const { last } = entry
    const age = last === undefined ? Infinity : clock.now() - last.at
    if (last?.edition === edition && age < KEPT_FOR) return last.total
    const counting = begin(entry, work)
    if (!last || age >= SERVES_FOR) return counting
    if (last.edition === edition) return last.total
    // What has come in while this process was busy counts as well.
    const patience = sleep(PATIENCE, undefined, { ref: false }).then(() => afterInput())
    return Promise.race([counting, patience.then(() => (entry.last ?? last).total)])
  }
  return { count, last: (query) => kept.peek(keyOf(query))?.last?.total }
}
