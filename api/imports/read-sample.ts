/** What the beginning of a file tells of the whole of it. */
import { createDateTally, type DateOrder } from '#contract/offer-csv-date-order.ts'

import { readCsv, type CsvFile } from './read-csv.ts'
import { takeTurns } from './take-turns.ts'

/** Rows and characters that are looked at, whichever end first: files may be of any length. */
const SAMPLE = { rows: 1_000, characters: 2 ** 20 } as const

/** The order in which the dates of a file stand, where its first rows put the field's own, day first, in doubt. */
export async function readDateOrder(file: CsvFile): Promise<DateOrder | undefined> {
  const tally = createDateTally()
  let characters = 0
  let rows = 0
  const endTurn = takeTurns()
  for await (const { cells } of readCsv(file)) {
    tally.add(cells.start_date)
    tally.add(cells.end_date)
    for (const cell of Object.values(cells)) characters += cell.length
    if (++rows >= SAMPLE.rows || characters >= SAMPLE.characters) break
    await endTurn()
  }
  return tally.conclude()
}
