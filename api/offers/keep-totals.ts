import { LRUCache } from 'lru-cache'

import type { OfferQuery } from '#contract/offer.ts'

import type { Context } from '../context.ts'
import { toTotal, type Total } from '../http/paging.ts'

/** Counting a thousand matches costs more than reading a page of them: a total is kept so long, in milliseconds. */
const KEPT_FOR = 10_000
const KEPT_TOTALS = 5_000

/** Totals by what a list asks, whatever its order and page; gone when the catalogue changes. Who asks while one is counted waits for that. */
export function createTotals({ clock, onCatalogueChange }: Context) {
  const kept = new LRUCache<string, { total: Promise<Total>; expires: number }>({ max: KEPT_TOTALS })
  onCatalogueChange.add(() => kept.clear())
  return ({ sort: _, limit: __, cursor: ___, near, ...filters }: OfferQuery, count: () => Promise<number>): Promise<Total> => {
    const key = JSON.stringify([filters, filters.radius === undefined ? null : near])
    const known = kept.get(key)
    if (known && known.expires > clock.now()) return known.total
    const counted = { total: count().then(toTotal), expires: clock.now() + KEPT_FOR }
    kept.set(key, counted)
    counted.total.catch(() => kept.get(key) === counted && kept.delete(key))
    return counted.total
  }
}
