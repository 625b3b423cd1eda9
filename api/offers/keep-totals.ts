import { LRUCache } from 'lru-cache'

import { COUNTER_LIFE } from '#contract/constants.ts'
import type { OfferQuery } from '#contract/offer.ts'
import type { Db } from '#db/connection.ts'

import { apartFromReaders, type Context } from '../context.ts'
import { toTotal, type Total } from '../http/paging.ts'

/** Counting a thousand matches costs more than reading a page of them: a total is kept so long, in milliseconds. */
const KEPT_FOR = 10_000
/** While it is counted anew the last one serves, if it is no older: beside a large import that waits, counting takes longer than all else. */
const SERVES_FOR = COUNTER_LIFE - 15_000
const KEPT_TOTALS = 5_000

type Kept = { total: Promise<Total>; counted: number; isCounting: boolean }
type Count = (db: Db) => Promise<number>

/** Totals by what a list asks, whatever its order and page; gone when the catalogue changes. Who asks while the first is counted waits for it. */
export function createTotals(context: Context) {
  const { db, clock, onCatalogueChange } = context
  const apart = apartFromReaders(context).db
  const kept = new LRUCache<string, Kept>({ max: KEPT_TOTALS })
  onCatalogueChange.add(() => kept.clear())

  /** Nobody waits for it. Where it fails, the next one tries again. */
  async function recount(known: Kept, count: Count) {
    known.isCounting = true
    const counted = clock.now()
    try {
      const total = toTotal(await count(apart))
      Object.assign(known, { total: Promise.resolve(total), counted })
    } catch {
    } finally {
      known.isCounting = false
    }
  }

  return ({ sort: _, limit: __, cursor: ___, near, ...filters }: OfferQuery, count: Count): Promise<Total> => {
    const key = JSON.stringify([filters, filters.radius === undefined ? null : near])
    const known = kept.get(key)
    const age = known === undefined ? Infinity : clock.now() - known.counted
    if (known && age < SERVES_FOR) {
      if (age >= KEPT_FOR && !known.isCounting) void recount(known, count)
      return known.total
    }
    const first = { total: count(db).then(toTotal), counted: clock.now(), isCounting: false }
    kept.set(key, first)
    first.total.catch(() => kept.get(key) === first && kept.delete(key))
    return first.total
  }
}
