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

/** The first id from this one on: where many rows have gone, nobody walks over what is not there. */
export async function findNext(db: Db, table: VersionTable, from: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`select min(id) as id from ${sql.table(table)} where id >= ${from}`.execute(db)
  return rows[0]!.id ?? undefined
}

type Step = (from: number, to: number) => ReturnType<typeof sql>
type Walk = { size?: number; signal?: AbortSignal | undefined }

/** Walks over a table by its ids, for `removed_in` stands in no index: that keeps the marking of replaced versions cheap. */
export async function sweep(db: Db, table: VersionTable, step: Step, { size = SWEEP, signal }: Walk = {}) {
  const range = await findRange(db, table)
  if (!range) return
  for (
    let from: number | undefined = range.first;
    from !== undefined && from <= range.last;
    from = await findNext(db, table, from + size)
  ) {
    signal?.throwIfAborted()
    await step(from, from + size - 1).execute(db)
  }
}

/** Calls for a statement that takes so many rows at most, until there are none left. */
export async function sweepAll(db: Db, step: (limit: number) => ReturnType<typeof sql>, signal?: AbortSignal) {
  for (;;) {
    signal?.throwIfAborted()
    const { numAffectedRows = 0n } = await step(SWEEP).execute(db)
    if (numAffectedRows === 0n) return
  }
}
