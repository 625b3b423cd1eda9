import { sql } from 'kysely'

import type { Db } from '#db/connection.ts'

import { Pace } from './measure-batches.ts'

/** Rows that are looked at at once by whoever only looks: a few milliseconds. */
export const SWEEP = 2_000

export type VersionTable = 'shop_version' | 'offer_version'

/** The ids that a table of versions has now: what is written meanwhile comes behind. */
export async function findRange(db: Db, table: VersionTable) {
  // Neither end is asked of the index, which may have to be walked far in from there to what is not gone.
  const given = sql<{ last: number }>`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0) as last`
  const { last } = (await given.execute(db)).rows[0]!
  const first = await findNext(db, table, 1, last)
  return first === undefined ? undefined : { first, last }
}

/** Ids that are looked through at once for one that is there: an index keeps those of rows that went just now, and each is a visit of ten microseconds. */
const HOLE = 10_000

/** The first id from this one up to the last: where many rows have gone, nobody takes each step over what is not there. */
export async function findNext(db: Db, table: VersionTable, first: number, last: number): Promise<number | undefined> {
  for (let from = first; from <= last; from += HOLE) {
    const found = sql<{ id: number | null }>`select min(id) as id from ${sql.table(table)} where id between ${from} and ${from + HOLE - 1}`
    const { id } = (await found.execute(db)).rows[0]!
    if (id !== null) return id
  }
  return undefined
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
    from = await findNext(db, table, from + size, range.last)
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
