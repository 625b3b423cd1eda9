/** The cells of a row between the file, where they stand side by side, and our names for them. Pure. */
import { REFUSED_CELL } from '#contract/constants.ts'
import type { MendedRow, RefusedRow } from '#contract/import.ts'
import type { OfferColumn, RawCells } from '#contract/offer-csv.ts'
import type { FileReading } from '#db/schema.ts'
import type { Refusal } from './data-refused.ts'

export function nameCells(written: string[], columns: FileReading['columns']): RawCells {
  const cells: RawCells = {}
  for (const [at, name] of columns.entries()) if (name && written[at]) cells[name] = written[at]
  return cells
}

/** The same file with columns for everything that was mended: a date may have been asked for that it never had. */
export function addColumns(reading: FileReading, mended: Iterable<MendedRow['cells']>): FileReading {
  const named = new Set([...mended].flatMap((cells) => Object.keys(cells) as OfferColumn[]))
  const added = [...named].filter((name) => !reading.columns.includes(name))
  return { ...reading, headings: [...reading.headings, ...added], columns: [...reading.columns, ...added] }
}

/** A row with its mended cells in their places. */
export function mendCells(written: string[], cells: MendedRow['cells'], columns: FileReading['columns']): string[] {
  const mended = [...written]
  for (const [name, cell] of Object.entries(cells)) {
    const at = columns.indexOf(name as OfferColumn)
    while (mended.length <= at) mended.push('')
    mended[at] = cell.trim()
  }
  return mended
}

export const presentRefusal = ({ row, written, isWhole, problems }: Refusal, columns: FileReading['columns']): RefusedRow => ({
  row,
  cells: isWhole
    ? Object.fromEntries(
        Object.entries(nameCells(written, columns)).map(([name, cell]) => [name, cell.slice(0, REFUSED_CELL).toWellFormed()]),
      )
    : null,
  problems,
})
