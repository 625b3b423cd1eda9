/** What somebody has written anew in the refused rows of a file. It belongs to the file, told by its bytes and what they were read as. */
import { isDeepStrictEqual } from 'node:util'

import { sql } from 'kysely'

import type { MendedRow } from '#contract/import.ts'
import type { Db, Trx } from '#db/connection.ts'

/** Cells by their rows. */
export type Corrections = ReadonlyMap<number, MendedRow['cells']>

/** What is kept of the file of an import; of some rows alone where they are named. */
export async function listCorrections(db: Db | Trx, importId: number, rows?: number[]): Promise<Corrections> {
  const found = await db
    .selectFrom('correction as c')
    .innerJoin('import as i', (join) => join.onRef('i.file_hash', '=', 'c.file_hash').onRef('i.kind', '=', 'c.kind'))
    .select(['c.row', 'c.cells'])
    .where('i.id', '=', importId)
    .$if(rows !== undefined, (query) => query.where('c.row', '=', sql<number>`any(${rows}::integer[])`))
    .execute()
  return new Map(found.map(({ row, cells }) => [row, cells]))
}

/** Which rows of the file of an import were written anew just so. */
export async function listCorrected(db: Db, importId: number, mended: MendedRow[]): Promise<ReadonlySet<number>> {
  const numbers = mended.map(({ row }) => row)
  if (numbers.length === 0) return new Set()
  const known = await listCorrections(db, importId, numbers)
  const isKnown = ({ row, cells }: MendedRow) => isDeepStrictEqual({ ...known.get(row), ...cells }, known.get(row))
  return new Set(mended.filter(isKnown).map(({ row }) => row))
}

/** Adds to what is known of the file of an import. A cell that is written twice is what was written last. */
export async function insertCorrections(trx: Trx, importId: number, mended: MendedRow[]) {
  const numbers = mended.map(({ row }) => row)
  const before = await listCorrections(trx, importId, numbers)
  const cells = mended.map(({ row, cells: now }) => JSON.stringify({ ...before.get(row), ...now }))
  await sql`insert into correction (file_hash, kind, row, cells)
    select i.file_hash, i.kind, c.row, c.cells::json
    from import i, unnest(${numbers}::integer[], ${cells}::text[]) as c (row, cells)
    where i.id = ${importId} and i.file_hash is not null
    on conflict (file_hash, kind, row) do update set cells = excluded.cells`.execute(trx)
}

/** Its file is read as it stands again. */
export const deleteCorrections = (trx: Trx, importId: number) =>
  sql`delete from correction c using import i where i.id = ${importId} and c.file_hash = i.file_hash and c.kind = i.kind`.execute(trx)
