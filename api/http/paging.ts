/** Lists that come page by page: where a page is cut, how it goes on, how many there are. */
import { TOTAL_LIMIT } from '#contract/constants.ts'

import { writeCursor, type CursorKey } from './cursor.ts'

/** Exact up to TOTAL_LIMIT. The pages that follow take the number of the first from their cursor. */
export type Total = { total: number; totalIsMore: boolean }
export const toTotal = (counted: number): Total => ({ total: Math.min(counted, TOTAL_LIMIT), totalIsMore: counted > TOTAL_LIMIT })

/** How many to take, after which key of the list's order. */
export type SliceRequest = { limit: number; after: CursorKey | undefined }
/** The items of a page, and the key after which the next one begins; undefined at the end. */
export type Slice<T> = { items: T[]; next: CursorKey | undefined }

/** A page on the wire. */
export const toPage = <T>({ items, next }: Slice<T>, { total, totalIsMore }: Total) => ({
  data: items,
  count: items.length,
  total,
  totalIsMore,
  nextCursor: next ? writeCursor({ key: next, total, totalIsMore }) : null,
})

/** Cuts a page out of rows: one more than `limit` tells that there is more. */
export function toSlice<R, T>(rows: R[], limit: number, present: (row: R) => T, keyOf: (row: R) => CursorKey): Slice<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(present), next: rows.length > limit && last ? keyOf(last) : undefined }
}

type ReadSlice<T> = (request: SliceRequest) => Promise<Slice<T>>
const REST = 'rest'
/** The key of what is behind such a list, and the one it was made of: undefined where it is not such a key. */
export const toRestKey = (key: CursorKey): CursorKey => [REST, ...key]
export const readRestKey = (key: CursorKey | undefined): CursorKey | undefined => (key?.[0] === REST ? key.slice(1) : undefined)

/** A list that goes on as another one where it ends, also in the middle of a page. Keys of the other begin with `rest`. */
export async function sliceInTurn<T>({ limit, after }: SliceRequest, readFirst: ReadSlice<T>, readRest: ReadSlice<T>): Promise<Slice<T>> {
  if (after?.[0] === REST) return asRest(await readRest({ limit, after: after.length > 1 ? after.slice(1) : undefined }))
  const first = await readFirst({ limit, after })
  if (first.next) return first
  const missing = limit - first.items.length
  const { items, next } = asRest(await readRest({ limit: Math.max(missing, 1), after: undefined }))
  // The page is full: the other list begins on the next one, if it holds anything.
  if (missing === 0) return { items: first.items, next: items.length > 0 ? [REST] : undefined }
  return { items: [...first.items, ...items], next }
}

export const asRest = <T>({ items, next }: Slice<T>): Slice<T> => ({ items, next: next && toRestKey(next) })

/** Whether a key is one of such a list. */
export const isKeyInTurn = (key: CursorKey, isFirst: (key: CursorKey) => boolean, isRest: (key: CursorKey) => boolean) =>
  key[0] === REST ? key.length === 1 || isRest(key.slice(1)) : isFirst(key)
