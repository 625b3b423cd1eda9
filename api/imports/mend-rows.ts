/** Refused rows that somebody has mended are checked again, into the same import. */
import { AppError } from '#contract/errors.ts'
import { fileKindOf } from '#contract/file-kind.ts'
import type { MendedRow } from '#contract/import.ts'

import type { Context } from '../context.ts'
import { findImport, listNamesInUse } from './data.ts'
import { listCorrected } from './data-corrections.ts'
import { keepMended, reopenImport } from './data-mending.ts'
import { findReading, findRefusedRows, loadFileOffers, type Refusal } from './data-refused.ts'
import { FileOffers } from './keep-file-offers.ts'
import { Notes } from './gather-notes.ts'
import { holdCatalogue } from './hold-catalogue.ts'
import { mergeReports } from './merge-reports.ts'
import { checkRows } from './read-offers.ts'
import { addColumns, mendCells, nameCells } from './mend-cells.ts'
import { orGiveUp, parsingContext, writeAll } from './run-import.ts'
import { RowWriter } from './write-rows.ts'

/**
 * Checks them with the code that has checked the file, and against its other rows. Answers how many are taken now, and how many are not. While it writes
 * the import runs, so what ends in the middle is cleared as any import is. Throws `import_not_checked` where it does not wait.
 */
export async function mendRows(context: Context, importId: number, mended: MendedRow[]) {
  // Whoever asks for what cannot be takes the catalogue from nobody.
  const asked = await readRequest(context, importId, mended)
  if (asked.rows.length === 0) return { taken: asked.taken, refused: 0 }
  return holdCatalogue(
    context,
    async () => {
      const request = await readRequest(context, importId, mended)
      await reopenImport(context.db, importId)
      return orGiveUp(context, importId, undefined, () => writeMended(context, importId, request))
    },
    (id) => id === importId,
  )
}

type Request = Awaited<ReturnType<typeof readRequest>>

async function readRequest({ db }: Context, importId: number, mended: MendedRow[]) {
  const found = await findImport(db, importId)
  const stored = await findReading(db, importId)
  if (found?.state !== 'checked' || !found.report || !stored) throw new AppError('import_not_checked')
  const cellsOf = new Map(mended.map(({ row, cells }) => [row, cells]))
  const reading = addColumns(stored, cellsOf.values())
  const refused = await findRefusedRows(db, importId, [...cellsOf.keys()])
  const others = mended.filter(({ row }) => !refused.some((refusal) => refusal.row === row && refusal.isWhole))
  // Whoever did not hear that a row was taken sends it once more.
  const taken = await listCorrected(db, importId, others)
  const unknown = others.find(({ row }) => !taken.has(row))?.row
  if (unknown !== undefined)
    throw new AppError('invalid_input', { message: `rows: row ${unknown} is not one of those that wait to be mended` })
  const rows = refused.map(({ row, written }) => {
    const whole = mendCells(written, cellsOf.get(row)!, reading.columns)
    return { row, written: whole, cells: nameCells(whole, reading.columns) }
  })
  return { kind: fileKindOf(found.kind), at: found.started_at, report: found.report, reading, rows, mended, taken: taken.size }
}

async function writeMended(context: Context, importId: number, { kind, at, report, reading, rows, mended, taken }: Request) {
  const { db } = context
  const offers = new FileOffers()
  await loadFileOffers(db, importId, offers)
  const tried = rows.map(({ row }) => row)
  const notes = new Notes(report, tried)
  const writer = new RowWriter(context, importId, { offers, preview: report.preview, tell: (warning) => notes.warn([warning]) })
  const parsing = { ...parsingContext(context, { at }), ...(reading.order && { order: reading.order }) }
  const refusals: Refusal[] = []
  const keep = async (more: Refusal[]) => void refusals.push(...more)
  await writeAll(context, { writer, rows: checkRows(rows, parsing, notes, await listNamesInUse(db, importId), kind), notes, keep })
  const told = { tried: tried.length, counts: writer.counts, notes: notes.report(), preview: writer.changes.report() }
  const merged = mergeReports(report, told)
  await keepMended(db, { importId, report: merged, reading, mended, refusals, offers })
  return { taken: taken + rows.length - refusals.length, refused: refusals.length }
}
