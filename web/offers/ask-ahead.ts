/** Asks for the list of a word while it is still being typed, so that it is there once it may be shown. Only in the browser. */
import { InfiniteQueryObserver, type InfiniteData, type InfiniteQueryObserverOptions, type QueryKey } from '@tanstack/react-query'

import { browserQueries } from '#web/lib/browser.ts'
import { getOrigin } from '#web/place/place-store.ts'
import { shopListQuery } from '#web/shops/queries.ts'

import { withNear, type OfferFilters } from './offer-address.ts'
import { offerListQuery } from './queries.ts'

/** Ends the watch over what was asked for last: a question that nobody watches is cancelled. */
let release: (() => void) | undefined

/**
 * Asks for the list of these wishes, unless it is known or on its way, in place of the one before. A navigation that is given up does not
 * end it. Lists without a word are known already, or not shown at all.
 */
export function askAhead(filters: OfferFilters) {
  const before = release
  release = filters.q ? ask(filters) : undefined
  before?.()
}

/** The page on which something was typed is left. */
export function forgetAhead() {
  release?.()
  release = undefined
}

const ask = (filters: OfferFilters) =>
  filters.view === 'shops' ? watch(shopListQuery(filters)) : watch(offerListQuery(withNear(filters, getOrigin())))

const watch = <Page, Key extends QueryKey, Cursor>(list: InfiniteQueryObserverOptions<Page, Error, InfiniteData<Page>, Key, Cursor>) =>
  new InfiniteQueryObserver(browserQueries, list).subscribe(() => undefined)
