/** From bytes to records. csv-parse reads; what is here keeps memory bounded and one broken quote from swallowing the rest of the file. */
import { CsvError, parse } from 'csv-parse/sync'

/** The cells of one row as they stood in the file, or why they cannot be told apart; `at` is the place of the cell that is to blame. */
export type CsvRecord = { cells: string[] } | { broken: string; value: string; at?: number }

/** The most that one row, and one cell of it, may take. In bytes, and in characters. */
export const ROW_LIMIT = 4 * 2 ** 20
export const CELL_LIMIT = 2 ** 20

const TOO_LONG = 'The row is longer than 4 MB. Perhaps a quote is opened and not closed'
const NOT_CLOSED = 'A quote (") opens a cell in this row and is not closed. Close it, and double quotes inside a cell ("")'
const MISPLACED = 'A quote (") stands where none can be. Put the cell in quotes, and double the quotes inside it ("")'

/** The bytes of a broken row that are kept; a report quotes the first of them. */
const PREVIEW = 64 * 1024
/** What csv-parse calls a quote inside an unquoted cell. */
const QUOTE_WITHIN = 'INVALID_OPENING_QUOTE'
const LF = 10
const CR = 13

const optionsOf = (separator: string) => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  trim: true,
})

/**
 * The records of UTF-8 text that comes in chunks, one by one and blank ones included. It is parsed in blocks that end with a line; a
 * record which is still open at the end of a block waits for the next. A row whose quotes are broken is given up alone: reading goes on
 * with the next line.
 */
export async function* splitRecords(chunks: AsyncIterable<Buffer>, separator: string): AsyncGenerator<CsvRecord> {
  let waiting: Buffer = Buffer.alloc(0)
  let enough = 0
  let isSkipping = false
  for await (const chunk of chunks) {
    const more: Buffer = isSkipping ? chunk.subarray(lineEnd(chunk, 0)) : chunk
    if (isSkipping && more.length === 0) continue
    isSkipping = false
    waiting = waiting.length > 0 ? Buffer.concat([waiting, more]) : more
    if (waiting.length < enough) continue
    const end = lastLineEnd(waiting)
    const { records, read } = parseBlock(waiting.subarray(0, end), separator, false)
    yield* records
    waiting = waiting.subarray(read)
    // An open quote is tried again when twice as much is there, so that a long cell is not read over and over.
    enough = end > read ? waiting.length * 2 : 0
    if (end <= read && waiting.length > ROW_LIMIT) {
      yield { broken: TOO_LONG, value: waiting.toString('utf8', 0, PREVIEW) }
      waiting = Buffer.alloc(0)
      isSkipping = true
    }
  }
  yield* parseBlock(waiting, separator, true).records
}

/** Reads the whole lines of a block. `read` is where the record begins that has to wait for more, or the end. */
function parseBlock(block: Buffer, separator: string, isLast: boolean): { records: CsvRecord[]; read: number } {
  const records: CsvRecord[] = []
  let at = 0
  while (at < block.length) {
    const from: number = at
    try {
      parse(block.subarray(from), {
        ...optionsOf(separator),
        on_record: (cells: string[], { bytes }) => {
          records.push({ cells })
          at = from + bytes
          return null
        },
      })
      at = block.length
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
      if (isOpen && !isLast && block.length - at <= ROW_LIMIT) break
      const end = lineEnd(block, at)
      const rescued = error.code === QUOTE_WITHIN ? rescueLine(block.subarray(at, end), separator) : undefined
      const value = block.toString('utf8', at, Math.min(end, at + PREVIEW))
      records.push(rescued ?? { broken: isOpen ? NOT_CLOSED : MISPLACED, value, at: Number(error['column']) })
      at = end
    }
  }
  return { records, read: at }
}

/** A quote within an unquoted cell (`Screen 32" wide`) is meant as it stands. Undefined where that does not make the line whole. */
function rescueLine(line: Buffer, separator: string): CsvRecord | undefined {
  try {
    const [cells, ...others]: string[][] = parse(line, { ...optionsOf(separator), relax_quotes: true })
    return cells && others.length === 0 ? { cells } : undefined
  } catch {
    return undefined
  }
}

/** The position behind the line that holds `from`, or the end. */
function lineEnd(block: Buffer, from: number) {
  const feed = block.indexOf(LF, from)
  const back = block.indexOf(CR, from)
  if (back === -1 || (feed !== -1 && feed <= back + 1)) return feed === -1 ? block.length : feed + 1
  return back + 1
}

/** The position behind the last whole line. A carriage return at the very end may be half of a line break. */
function lastLineEnd(block: Buffer) {
  const feed = block.lastIndexOf(LF)
  return (feed === -1 && block.length > 1 ? block.lastIndexOf(CR, block.length - 2) : feed) + 1
}
