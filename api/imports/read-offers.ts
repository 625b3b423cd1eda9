/** From a file to the offers in it: read, checked and compared with each other, and nothing written. */
import { setImmediate as letOthers } from 'node:timers/promises'

import type { RowProblem } from '#contract/import.ts'
import { parseOfferRow, type OfferRow, type RowContext } from '#contract/offer-csv.ts'

import type { Notes } from './gather-notes.ts'
import { NearOffers } from './match-offers.ts'
import { Places } from './match-places.ts'
import { Spellings } from './match-spellings.ts'
import { readCsv } from './read-csv.ts'
import { readDateOrder } from './read-sample.ts'
import type { SpooledUpload } from './spool-upload.ts'

/** So many rows are read and checked before whoever else waits has a turn: shoppers, and what the database has answered. */
const AT_A_STRETCH = 16

/** What the catalogue has already: names that a file may have misspelled. */
export type InUse = { shops?: string[]; shopsWithPlace?: string[]; categories?: string[] }
/** A row of the file; `parsed` is undefined where it was refused. `bytesRead` is how far into the file it is, about. */
export type ReadRow = { row: number; parsed: OfferRow | undefined; bytesRead: number }

/**
 * Each row below the header, in the order of the file. What is wrong or remarkable goes to `notes`: with its row, and at the end what
 * only the whole file shows.
 */
export async function* readOffers(
  file: Pick<SpooledUpload, 'path' | 'encoding'>,
  context: Omit<RowContext, 'order'>,
  notes: Notes,
  inUse: InUse = {},
): AsyncGenerator<ReadRow> {
  const order = await readDateOrder(file)
  const parsing = order ? { ...context, order } : context
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
  const spellings = new Spellings(inUse)
  const nearOffers = new NearOffers()
  const places = new Places(context.city, inUse.shopsWithPlace)
  let rows = 0
  let bytesRead = 0
  const warn = (warning: RowProblem) => notes.warn([warning])
  const count = (bytes: number) => {
    bytesRead += bytes
  }
  for await (const { row, cells, problems = [] } of readCsv(file, warn, count)) {
    if (++rows % AT_A_STRETCH === 0) await letOthers()
    const result = problems.length > 0 ? { problems } : parseOfferRow(cells, parsing)
    if ('problems' in result) {
      notes.refuse(result.problems.map((problem) => ({ row, ...problem })))
      yield { row, parsed: undefined, bytesRead }
      continue
    }
    const told = [...result.warnings, ...places.add(result.row.shop)]
    const near = nearOffers.add(row, result.row)
    if (near) told.push(near)
    if (told.length > 0) notes.warn(told.map((warning) => ({ row, ...warning })))
    spellings.add(row, result.row)
    yield { row, parsed: result.row, bytesRead }
  }
  notes.warn(spellings.conclude())
}
