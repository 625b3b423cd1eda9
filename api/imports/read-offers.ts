/** From a file to the offers, or the shops, in it: read, checked and compared with each other, and nothing written. */
import type { RowProblem } from '#contract/import.ts'
import type { FileKind } from '#contract/file-kind.ts'
import { isOfferRow, parseOfferRow, type FileRow, type Problem, type RowContext } from '#contract/offer-csv.ts'
import { parseShopRow } from '#contract/shop-csv.ts'
import type { FileReading } from '#db/schema.ts'

import type { Corrections } from './data-corrections.ts'
import type { Notes } from './gather-notes.ts'
import { NearOffers } from './match-offers.ts'
import { Places } from './match-places.ts'
import { Spellings, type NamedShop } from './match-spellings.ts'
import { addColumns, mendCells, nameCells } from './mend-cells.ts'
import { readCsv, type CsvFile, type CsvRow } from './read-csv.ts'
import { readDateOrder } from './read-sample.ts'
import { takeTurns } from './take-turns.ts'

/** Names that the catalogue has already: a file may have misspelled them. */
type InUse = { shops?: NamedShop[]; shopsWithPlace?: string[]; categories?: string[] }
/** A row with all its cells. Where it was refused `parsed` is undefined, and `isWhole` tells whether its cells can be told apart. */
export type CheckedRow = { row: number; written: string[]; isWhole: boolean } & (
  | { parsed: FileRow; problems?: undefined }
  | { parsed?: undefined; problems: Problem[] }
)
/** `bytesRead` is how far into the file it is, about. */
export type ReadRow = CheckedRow & { bytesRead: number }

type Options = {
  inUse?: InUse
  /** Cells that stand in the place of the file's own. */
  corrections?: Corrections
  /** Hears how the file is read, before its first row. */
  onReading?: (reading: FileReading) => void
}

/**
 * Each row below the header, in the order of the file. What is wrong or remarkable goes to `notes`: with its row, and at the end what
 * only the whole file shows.
 */
export async function* readOffers(
  file: CsvFile,
  context: Omit<RowContext, 'order'>,
  notes: Notes,
  { inUse = {}, corrections = NO_CORRECTIONS, onReading = () => {} }: Options = {},
): AsyncGenerator<ReadRow> {
  const order = file.kind === 'shops' ? undefined : await readDateOrder(file)
  if (order?.isMonthFirst)
    notes.warn([
      {
        row: 1,
        column: 'start_date',
        value: null,
        reason: `${order.because}: all dates in numbers were read so`,
        readAs: 'month/day/year',
      },
    ])
  let bytesRead = 0
  let columns: FileReading['columns'] = []
  const rows = readCsv(file, {
    warn: (warning) => notes.warn([warning]),
    onRead: (bytes) => {
      bytesRead += bytes
    },
    onHeader: (header) => {
      const reading = addColumns({ headings: header.headings, columns: header.columns, order: order ?? null }, corrections.values())
      columns = reading.columns
      onReading(reading)
    },
  })
  const corrected = corrections.size === 0 ? rows : applyCorrections(rows, corrections, () => columns)
  for await (const checked of checkRows(corrected, order ? { ...context, order } : context, notes, inUse, file.kind))
    yield { ...checked, bytesRead }
}

const NO_CORRECTIONS: Corrections = new Map()

async function* applyCorrections(rows: AsyncIterable<CsvRow>, corrections: Corrections, columns: () => FileReading['columns']) {
  for await (const row of rows) {
    const mended = corrections.get(row.row)
    if (!mended || row.problems) yield row
    else {
      const written = mendCells(row.written, mended, columns())
      yield { ...row, written, cells: nameCells(written, columns()) }
    }
  }
}

/** Rows as the code of `readOffers` finds them, wherever they come from. */
export async function* checkRows(
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
  context: RowContext,
  notes: Notes,
  inUse: InUse,
  kind: FileKind = 'offers',
): AsyncGenerator<CheckedRow> {
  const parse = kind === 'shops' ? parseShopRow : parseOfferRow
  const spellings = new Spellings(inUse)
  const nearOffers = new NearOffers()
  const places = new Places(context.city, inUse.shopsWithPlace)
  const endTurn = takeTurns()
  for await (const { row, cells, written, problems = [] } of rows) {
    await endTurn()
    const result = problems.length > 0 ? { problems } : parse(cells, context)
    if ('problems' in result) {
      notes.refuse(result.problems.map((problem) => ({ row, ...problem })))
      yield { row, written, isWhole: problems.length === 0, problems: result.problems }
      continue
    }
    const told: Omit<RowProblem, 'row'>[] = [...result.warnings, ...places.add(result.row.shop)]
    const near = isOfferRow(result.row) ? nearOffers.add(row, result.row) : undefined
    if (near) told.push(near)
    if (told.length > 0) notes.warn(told.map((warning) => ({ row, ...warning })))
    spellings.add(row, result.row)
    yield { row, written, isWhole: true, parsed: result.row }
  }
  notes.warn(await spellings.conclude())
}
