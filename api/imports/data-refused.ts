/** The rows of an import that were refused, and what is needed to check them again. */
import { sql } from 'kysely'

import type { Problem } from '#contract/offer-csv.ts'
import type { Db, Trx } from '#db/connection.ts'
import { COUNTED, countSome } from '#db/count-some.ts'
import type { FileReading } from '#db/schema.ts'

import type { FileOffers } from './keep-file-offers.ts'
import { sweepAll } from './sweep-table.ts'

/** A row that was refused, with all its cells; `isWhole` where it is certain which of them belongs to which column. */
export type Refusal = { row: number; written: string[]; isWhole: boolean; problems: Problem[] }

/** Keeps refused rows with their cells, as long as the import runs. */
export async function insertRefusedRows(db: Db | Trx, importId: number, refusals: Refusal[]) {
  const rows = refusals.map(({ row }) => row)
  const cells = refusals.map(({ written }) => JSON.stringify(written))
  const whole = refusals.map(({ isWhole }) => isWhole)
  const problems = refusals.map((refusal) => JSON.stringify(refusal.problems))
  await sql`insert into refused_row (import_id, row, cells, is_whole, problems)
    select ${importId}::integer, row, cells::json, is_whole, problems::json
    from unnest(${rows}::integer[], ${cells}::text[], ${whole}::boolean[], ${problems}::text[]) as refused (row, cells, is_whole, problems)
    where exists (select from import where id = ${importId} and state = 'running')`.execute(db)
}

/** How the file was read: only where rows of it were refused. */
export const keepReading = (db: Db | Trx, importId: number, reading: FileReading) =>
  db
    .updateTable('import')
    .set({ reading: JSON.stringify(reading) })
    .where('id', '=', importId)
    .execute()

export async function findReading(db: Db, importId: number): Promise<FileReading | undefined> {
  const found = await db.selectFrom('import').select('reading').where('id', '=', importId).executeTakeFirst()
  return found?.reading ?? undefined
}

/** Adds to the offers that a file has named. */
export async function insertFileOffers(db: Db | Trx, importId: number, offers: FileOffers) {
  for (const piece of offers.pieces())
    await sql`insert into file_offers (import_id, piece, offers)
      select ${importId}::integer, count(*), ${piece} from file_offers where import_id = ${importId}`.execute(db)
}

/** A few at a time, so that nobody waits for all of them. */
export async function loadFileOffers(db: Db, importId: number, offers: FileOffers) {
  for (let piece = 0; ; piece++) {
    const found = await db
      .selectFrom('file_offers')
      .select('offers')
      .where('import_id', '=', importId)
      .where('piece', '=', piece)
      .executeTakeFirst()
    if (!found) return
    offers.load(Buffer.from(found.offers))
  }
}

const toRefusal = ({ row, cells, is_whole, problems }: { row: number; cells: string[]; is_whole: boolean; problems: Problem[] }) => ({
  row,
  written: cells,
  isWhole: is_whole,
  problems,
})

/** By their numbers, from the one behind `after`. */
export const listRefusedRows = async (db: Db, importId: number, { after, limit }: { after: number; limit: number }): Promise<Refusal[]> =>
  (
    await db
      .selectFrom('refused_row')
      .select(['row', 'cells', 'is_whole', 'problems'])
      .where('import_id', '=', importId)
      .where('row', '>', after)
      .orderBy('row')
      .limit(limit)
      .execute()
  ).map(toRefusal)

export const findRefusedRows = async (db: Db, importId: number, rows: number[]): Promise<Refusal[]> =>
  (
    await db
      .selectFrom('refused_row')
      .select(['row', 'cells', 'is_whole', 'problems'])
      .where('import_id', '=', importId)
      .where('row', '=', sql<number>`any(${rows}::integer[])`)
      .orderBy('row')
      .execute()
  ).map(toRefusal)

export const countRefusedRows = (db: Db, importId: number) =>
  countSome(db, db.selectFrom('refused_row').select('row').where('import_id', '=', importId).limit(COUNTED))

/** What is kept of the refused rows of an import that comes to nothing. */
export const deleteRefused = (db: Db, importId: number, signal?: AbortSignal) => sweepRefused(db, sql`select ${importId}::integer`, signal)

/** Those of imports that were published before then. */
export const deleteRefusedBefore = (db: Db, before: Date) =>
  sweepRefused(db, sql`select id from import where state = 'published' and finished_at < ${before}`)

/** Also which offers files have named, once nothing of theirs waits. */
async function sweepRefused(db: Db, imports: ReturnType<typeof sql>, signal?: AbortSignal) {
  await sql`delete from file_offers where import_id in (${imports}) or import_id in (select id from import where state = 'published')`.execute(
    db,
  )
  const step = (limit: number) => sql`delete from refused_row where (import_id, row) in
    (select import_id, row from refused_row where import_id in (${imports}) limit ${limit})`
  await sweepAll(db, step, signal)
  await sql`update import set reading = null where id in (${imports}) and reading is not null`.execute(db)
}
