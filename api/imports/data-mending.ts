/** A checked import is written again, with the rows that somebody has mended. */
import { sql } from 'kysely'

import { AppError } from '#contract/errors.ts'
import type { ImportReport, MendedRow } from '#contract/import.ts'
import { transact, type Db } from '#db/connection.ts'
import type { FileReading } from '#db/schema.ts'

import { keepChecked } from './data.ts'
import { insertCorrections } from './data-corrections.ts'
import { insertFileOffers, insertRefusedRows, keepReading, type Refusal } from './data-refused.ts'
import type { FileOffers } from './keep-file-offers.ts'

/** A checked import is being written again. Throws where it does not wait any more. */
export async function reopenImport(db: Db, importId: number) {
  const { numUpdatedRows } = await db
    .updateTable('import')
    .set({ state: 'running' })
    .where('id', '=', importId)
    .where('state', '=', 'checked')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('import_not_checked')
}

type Mended = {
  importId: number
  report: ImportReport
  reading: FileReading
  /** What was tried. */
  mended: MendedRow[]
  refusals: Refusal[]
  offers: FileOffers
}

/** Ends what `reopenImport` has begun: the rows that were tried, what became of them, and the report, all at once. */
export const keepMended = (db: Db, { importId, report, reading, mended, refusals, offers }: Mended) =>
  transact(db, async (trx) => {
    await trx
      .deleteFrom('refused_row')
      .where('import_id', '=', importId)
      .where('row', '=', sql<number>`any(${mended.map(({ row }) => row)}::integer[])`)
      .execute()
    if (refusals.length > 0) await insertRefusedRows(trx, importId, refusals)
    await insertCorrections(trx, importId, mended)
    await keepReading(trx, importId, reading)
    await insertFileOffers(trx, importId, offers)
    await keepChecked(trx, importId, report)
  })
