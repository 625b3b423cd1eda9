/** The orders of a list of offers: which one a question gets, what fits it best, and the keys by which it goes on. */
import { RELEVANCE_WINDOW } from '#contract/constants.ts'
import type { OfferQuery, OfferSort } from '#contract/offer.ts'
import { isId } from '#db/filters.ts'

import type { CursorKey } from '../http/cursor.ts'
import { isKeyInTurn } from '../http/paging.ts'

/** The orders that the database knows. What can be used now is known to the rules alone. */
export type StoredSort = Exclude<OfferSort, 'usable'>

/** Asked for, else what fits the question: best match first with words, nearest first with a place, else what ends soonest. */
function sortOf({ sort, near, q }: OfferQuery): OfferSort {
  if (sort === 'relevance' && !q) return 'ending'
  return sort ?? (q ? 'relevance' : near ? 'distance' : 'ending')
}
/** Whether a list asks what can be used now (list-by-status.ts). */
export const asksForStatus = (query: OfferQuery) => query.usable !== undefined || sortOf(query) === 'usable'
/** The order in which offers come that are weighed by their status: the list's own, or nearest and soonest. */
export function storedSortOf(query: OfferQuery): StoredSort {
  const sort = sortOf(query)
  if (sort === 'usable') return query.near ? 'distance' : 'ending'
  return sort
}

/** The one spelling that we write: the 31st of February is none, and no database would take it, nor years of five digits as JavaScript writes them. */
const isInstant = (text: string) => /^\d{4}-/.test(text) && Date.parse(text) > 0 && new Date(text).toISOString() === text
const isEnd = (end: unknown) => end === 'infinity' || (typeof end === 'string' && isInstant(end))
/** The key of a list by end date. */
export const isEndingKey = ([end, id, ...more]: CursorKey) => isEnd(end) && isId(id) && more.length === 0
/** Numbers that every column of ours can be asked for: what is nearly nothing, or very much, is an error to single precision. */
const isPlain = (number: unknown) => number === 0 || (typeof number === 'number' && Math.abs(number) > 1e-30 && Math.abs(number) < 1e9)
/** The key of a list by a number: a discount, or metres. */
export const isNumberKey = ([number, id, ...more]: CursorKey) => isPlain(number) && isId(id) && more.length === 0

/** A key comes back from outside: only one that this list could have given goes into a query. */
export function isKeyOf(query: OfferQuery, key: CursorKey): boolean {
  const isStoredKey = (stored: CursorKey) => isKeyOfSort(storedSortOf(query), stored)
  if (!asksForStatus(query)) return isStoredKey(key)
  return query.usable ? isStatusKey(key) : key.length > 1 && isKeyInTurn(key, isStatusKey, isStoredKey)
}

function isKeyOfSort(sort: StoredSort, key: CursorKey): boolean {
  switch (sort) {
    case 'ending':
      return isEndingKey(key)
    case 'discount':
      return isNumberKey(key)
    case 'newest':
      return key.length === 1 && isId(key[0])
    case 'distance':
      return isKeyInTurn(key, isNumberKey, isEndingKey)
    case 'relevance':
      return key.length > 1 && isKeyInTurn(key, isRankKey, isEndingKey)
  }
}
const isCount = (part: unknown) => Number.isSafeInteger(part) && Number(part) >= 0
const isRankKey = ([phase, shown, ...more]: CursorKey) =>
  phase === 'rank' && isCount(shown) && Number(shown) < RELEVANCE_WINDOW && more.length === 0
/** The minute in which the list began, the last offer of it that was looked at, and where that stood. */
const isStatusKey = ([phase, at, id, position, ...more]: CursorKey) =>
  phase === 'status' && isCount(at) && isId(id) && isCount(position) && more.length === 0
