import { sql } from 'kysely'

import type { Db } from '#db/connection.ts'

import { Pace } from './measure-batches.ts'

/** Rows that are looked at at once by whoever only looks: a few milliseconds. */
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

/** Walks over a table by its ids, for `removed_in` stands in no index: that keeps the marking of replaced versions cheap. */
export async function sweep(db: Db, table: VersionTable, step: Step, signal?: AbortSignal) {
  const range = await findRange(db, table)
  const pace = new Pace('cleaning')
  for (let from = range?.first; range && from !== undefined && from <= range.last;) {
    signal?.throwIfAborted()
    const { size } = pace
    await timed(pace, () => step(from!, from! + size - 1).execute(db))
    from = await findNext(db, table, from + size)
  }
}

/** Calls for a statement that takes so many rows at most, until there are none left. */
export async function sweepAll(db: Db, step: (limit: number) => ReturnType<typeof sql>, signal?: AbortSignal) {
  const pace = new Pace('cleaning')
  for (;;) {
    signal?.throwIfAborted()
    const { numAffectedRows = 0n } = await timed(pace, () => step(pace.size).execute(db))
    if (numAffectedRows === 0n) return
  }
}

async function timed<T>(pace: Pace, step: () => Promise<T>) {
  const begun = performance.now()
  const done = await step()
  pace.learn({ rows: pace.size, took: performance.now() - begun })
  return done
}
