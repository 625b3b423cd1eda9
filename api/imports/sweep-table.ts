import { sql } from 'kysely'

import type { Db } from '#db/connection.ts'

/** Rows looked at by one step of a clean-up: a few milliseconds. */
export const SWEEP = 2_000

export type VersionTable = 'shop_version' | 'offer_version'

/** The ids that a table of versions has now: what is written meanwhile comes behind. */
export async function findRange(db: Db, table: VersionTable) {
  const range = sql<{ first: number | null; last: number }>`select min(id) as first, max(id) as last from ${sql.table(table)}`
  const { first, last } = (await range.execute(db)).rows[0]!
  return first === null ? undefined : { first, last }
}

/** Walks over a table by its ids, for `removed_in` stands in no index: that keeps the marking of replaced versions cheap. */
export async function sweep(db: Db, table: VersionTable, step: (from: number, to: number) => ReturnType<typeof sql>, size = SWEEP) {
  const range = await findRange(db, table)
  if (!range) return
  for (let from = range.first; from <= range.last; from += size) await step(from, from + size - 1).execute(db)
}
