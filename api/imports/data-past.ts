/** What imports replaced: kept beside the tables that shoppers read, so that it can be brought back. */
import { sql } from 'kysely'

import type { Db } from '#db/connection.ts'

import { sweep, sweepAll, type VersionTable } from './sweep-table.ts'

/** Rows whose ids are known that one step keeps. */
const KEPT = 100

const PAST = { offer_version: 'offer_past', shop_version: 'shop_past' } as const
export const ID = { offer_version: 'offer_id', shop_version: 'shop_id' } as const

/** Whose facts a version has: those of the import that wrote it, or of the one for which an undo has brought them back. */
export const author = sql<number>`coalesce(restored_from, added_in)`
/** That of a row by another name, where more than one has such columns. */
export const authorOf = (row: string) => sql<number>`coalesce(${sql.ref(`${row}.restored_from`)}, ${sql.ref(`${row}.added_in`)})`

/** The versions that an import is known to have replaced, by their ids. */
export type Replaced = Record<VersionTable, number[]>

/**
 * Moves the versions that an import replaced out of what shoppers read. Broken off, it goes on where it was. Where it is known which they are
 * nobody looks for them.
 */
export async function keepReplaced(
  db: Db,
  table: VersionTable,
  importId: number,
  { replaced, signal }: { replaced?: Replaced | undefined; signal?: AbortSignal | undefined },
) {
  const id = sql.ref(ID[table])
  const keep = (which: ReturnType<typeof sql>) => sql`
    with gone as (delete from ${sql.table(table)} where ${which} and removed_in = ${importId} returning *)
    insert into ${sql.table(PAST[table])} (removed_in, ${id}, added_in, facts)
    select removed_in, ${id}, ${author}, to_jsonb(gone) - 'walked_text' from gone
    on conflict do nothing`
  if (!replaced) return sweep(db, table, (from, to) => keep(sql`id between ${from} and ${to}`), signal)
  const ids = replaced[table]
  for (let from = 0; from < ids.length; from += KEPT) await keep(sql`id = any(${ids.slice(from, from + KEPT)}::bigint[])`).execute(db)
}

/** The imports that take back others. What they wrote as their own is gone; all else they wrote in the name of those who had said it. */
export async function listUndos(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('import').select('id').where('undoes', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * An import was undone: what it replaced is back, or was withdrawn before it. In small steps. Where the undo gave a shop to another import, for
 * its offers, that one has replaced what the shop was before.
 */
export async function forgetPast(db: Db, importId: number, undo: number) {
  await sweep(
    db,
    'shop_version',
    (from, to) => sql`update shop_past past set removed_in = version.restored_from from shop_version version
      where past.removed_in = ${importId} and version.id between ${from} and ${to} and version.shop_id = past.shop_id
        and version.added_in = ${undo} and version.removed_in is null
        and version.withdrawn_at is null and version.restored_from <> past.added_in`,
  )
  for (const table of ['offer_version', 'shop_version'] as const) {
    const [past, id] = [sql.table(PAST[table]), sql.ref(ID[table])]
    await sweepAll(
      db,
      (limit) => sql`delete from ${past} where removed_in = ${importId} and ${id} in (
        select ${id} from ${past} where removed_in = ${importId} limit ${limit}
      )`,
    )
  }
}

export type PastFacts = { added_in: number; facts: Record<string, unknown> }

/** What an import replaced of these offers or shops, by their ids. What it created is not among it. */
export async function listPast(db: Db, table: VersionTable, importId: number, ids: string[]): Promise<Map<string, PastFacts>> {
  const id = sql.ref(ID[table])
  const { rows } = await sql<PastFacts & { id: string }>`select ${id} as id, added_in, facts from ${sql.table(PAST[table])}
    where removed_in = ${importId} and ${id} = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id: its, ...past }) => [its, past]))
}

/** The latest import that has changed what another one said: one look into an index each. In a query of imports under this name. */
export const latestBlocker = (imports: string) => sql<number | null>`greatest(
  (select max(removed_in) from offer_past where added_in = ${sql.ref(`${imports}.id`)}),
  (select max(removed_in) from shop_past where added_in = ${sql.ref(`${imports}.id`)})
)`

/** How much of what one import said another has replaced. */
export async function countReplaced(db: Db, { of, by }: { of: number; by: number }) {
  const count = (past: 'offer_past' | 'shop_past') =>
    sql`(select count(*) from ${sql.table(past)} where added_in = ${of} and removed_in = ${by})::int`
  const { rows } = await sql<{
    offers: number
    shops: number
  }>`select ${count('offer_past')} as offers, ${count('shop_past')} as shops`.execute(db)
  return rows[0]!
}
