import { TOTAL_LIMIT } from '#contract/constants.ts'

import { writeCursor, type CursorKey } from './cursor.ts'

/** Exact up to TOTAL_LIMIT. The pages that follow take the number of the first from their cursor. */
export type Total = { total: number; totalIsMore: boolean }
export const toTotal = (counted: number): Total => ({ total: Math.min(counted, TOTAL_LIMIT), totalIsMore: counted > TOTAL_LIMIT })

/** A page on the wire. */
export const toPage = <T>(data: T[], next: CursorKey | undefined, { total, totalIsMore }: Total) => ({
  data,
  count: data.length,
  total,
  totalIsMore,
  nextCursor: next ? writeCursor({ key: next, total, totalIsMore }) : null,
})
