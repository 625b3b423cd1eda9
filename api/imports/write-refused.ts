/** Refused rows as a file: what stood there, and why it was not taken. It imports as it is, once it is mended. */
import { toCsvLine, UTF8_MARK } from '#contract/offer-csv-write.ts'
import { guardWritten } from '#contract/offer-csv.ts'
import type { Db } from '#db/connection.ts'
import type { FileReading } from '#db/schema.ts'

import { listRefusedRows, type Refusal } from './data-refused.ts'
import { isReason, REASON_COLUMN } from './read-csv.ts'

/** Rows that are looked up at a time: one may have megabytes. */
const WINDOW = 50

const describeRefusal = ({ row, problems }: Refusal) =>
  `Row ${row}. ${problems.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason)).join('. ')}`

/** The header and the rows as text. The reason comes first: where cells have shifted, the last is not the last. */
export async function* writeRefused(db: Db, importId: number, { headings }: FileReading): AsyncGenerator<string> {
  const kept = [...headings.keys()].filter((at) => !isReason(headings[at]!))
  const pick = (cells: string[]) => [...kept.map((at) => cells[at] ?? ''), ...cells.slice(headings.length)]
  let head = UTF8_MARK + toCsvLine([REASON_COLUMN, ...pick(headings)].map(guardWritten))
  for (let after = 0; ;) {
    const rows = await listRefusedRows(db, importId, { after, limit: WINDOW })
    const lines = rows.map((refusal) => toCsvLine([describeRefusal(refusal), ...pick(refusal.written)].map(guardWritten)))
    if (head || lines.length > 0) yield head + lines.join('')
    head = ''
    if (rows.length < WINDOW) return
    after = rows.at(-1)!.row
  }
}
