/** How many rows a list holds, counted no further than a page tells. */
import { sql, type Expression } from 'kysely'

import { TOTAL_LIMIT } from '#contract/constants.ts'

import type { Db } from './connection.ts'

/** What a list that is counted is cut to: one more than the wire tells says that there are more. */
export const COUNTED = TOTAL_LIMIT + 1

/** The number of rows of a query that is limited to COUNTED. */
export async function countSome(db: Db, some: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${some} as counted`.execute(db)
  return rows[0]!.count
}
