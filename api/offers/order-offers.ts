/** The orders of a list of offers, and the keys by which a list goes on. */
import { AppError } from '#contract/errors.ts'
import type { OfferQuery, OfferSort } from '#contract/offer.ts'

import { isIdText, type CursorKey } from '../http/cursor.ts'

/** Asked for, else what fits the question: nearest first with a place, best match first with words, else what ends soonest. */
export function sortOf({ sort, near, radius, q }: OfferQuery): OfferSort {
  if (!near && (sort === 'distance' || radius !== undefined)) {
    throw new AppError('invalid_input', {
      message: 'near: is needed for a distance. Send near=latitude,longitude',
      fields: { 'query.near': 'Is needed for a distance' },
    })
  }
  return sort ?? (q ? 'relevance' : near ? 'distance' : 'ending')
}

const INSTANT = /^(infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/
/** The key of a list by end date. */
export const isEndingKey = ([end, id, ...more]: CursorKey) => INSTANT.test(String(end)) && isIdText(id) && more.length === 0
const isNumberAndId = ([number, id, ...more]: CursorKey) => typeof number === 'number' && isIdText(id) && more.length === 0

/** A key comes back from outside: only one that this order could have given goes into a query. */
export function isKeyOf(sort: OfferSort, key: CursorKey): boolean {
  if (sort === 'newest') return key.length === 1 && isIdText(key[0])
  if (sort === 'discount') return isNumberAndId(key)
  if (sort === 'distance' && key[0] === 'rest') return key.length === 1 || isEndingKey(key.slice(1))
  if (sort === 'distance') return isNumberAndId(key)
  if (sort === 'relevance' && key[0] === 'rank') return key.length === 2 && Number.isSafeInteger(key[1]) && Number(key[1]) >= 0
  if (sort === 'relevance' && key[0] === 'rest') return isEndingKey(key.slice(1))
  return isEndingKey(key)
}
