import type { Loading } from '#web/lib/load.ts'
import { shopListQuery, shopQuery } from '#web/shops/queries.ts'

import { readFilters, withNear } from './offer-address.ts'
import { categoriesQuery, featuredQuery, offerListQuery, statisticsQuery } from './queries.ts'

/** What the front page and the home screen show: the shops, or featured offers, counters, and the list that the address asks for. */
export async function loadOffers({ queries, later, origin }: Loading, url: URL, { hasList = true } = {}) {
  const filters = readFilters(url.searchParams)
  if (filters.view === 'shops') return void (await queries.ensureInfiniteQueryData(shopListQuery(filters)))
  later(queries.prefetchQuery(statisticsQuery))
  later(queries.prefetchQuery(featuredQuery))
  later(queries.prefetchQuery(categoriesQuery))
  // Which shops there are to choose from weighs as much as twenty offers: the browser asks.
  if (filters.shop) later(queries.prefetchQuery(shopQuery(filters.shop)))
  if (hasList) await queries.ensureInfiniteQueryData(offerListQuery(withNear(filters, origin)))
}
