/** Asks for the list of a word while it is still being typed, so that it is there once it may be shown. Only in the browser. */
import {
  InfiniteQueryObserver,
  type FetchInfiniteQueryOptions,
  type InfiniteData,
  type InfiniteQueryObserverOptions,
  type QueryKey,
} from '@tanstack/react-query'

import { browserQueries } from '#web/lib/browser.ts'
import { getOrigin } from '#web/place/place-store.ts'
import { shopListQuery } from '#web/shops/queries.ts'

import { withNear, type OfferFilters } from './offer-address.ts'
import { offerListQuery } from './queries.ts'

/** What ends the watch over a question: over the one whose list shows next, and over one that may be wished after it. */
type Watches = { wanted?: (() => void) | undefined; expected?: (() => void) | undefined }
let watches: Watches = {}

/**
 * Asks for the list of these wishes, unless it is known or on its way. They take the place of what was expected before, and where they are
 * wanted of everything: a question that nobody watches any more is cancelled. A navigation that is given up ends none of them.
 * Without a word nothing is asked ahead: the page asks itself.
 */
export function askAhead(filters: OfferFilters, { isWanted = false } = {}) {
  const before = watches
  const release = filters.q ? ask(filters) : undefined
  watches = isWanted ? { wanted: release } : { ...before, expected: release }
  before.expected?.()
  if (isWanted) before.wanted?.()
}

/** The page on which something was typed is left. */
export const forgetAhead = () => askAhead({}, { isWanted: true })

const ask = (filters: OfferFilters) =>
  filters.view === 'shops' ? watch(shopListQuery(filters)) : watch(offerListQuery(withNear(filters, getOrigin())))

type ListQuery<Page, Key extends QueryKey, Cursor> = FetchInfiniteQueryOptions<Page, Error, Page, Key, Cursor> &
  InfiniteQueryObserverOptions<Page, Error, InfiniteData<Page>, Key, Cursor>

/** Ends with the answer: a list that nobody sees is not to be refreshed. */
const watch = <Page, Key extends QueryKey, Cursor>(list: ListQuery<Page, Key, Cursor>) => {
  const release = new InfiniteQueryObserver(browserQueries, list).subscribe(() => undefined)
  void browserQueries.prefetchInfiniteQuery(list).then(release)
  return release
}
