/** From a spooled file to the cells of each row, under the names of our columns. */
import { createReadStream } from 'node:fs'

import { parse } from 'csv-parse/sync'

import { AppError } from '#contract/errors.ts'
import { columnOfShop, guessKind, type FileKind } from '#contract/file-kind.ts'
import { countWords } from '#contract/format-count.ts'
import type { RowProblem } from '#contract/import.ts'
import { findColumn, guessColumn, quoteValue, type OfferColumn, type Problem, type RawCells } from '#contract/offer-csv.ts'

import { CELL_LIMIT, ROW_LIMIT, splitRecords, type CsvRecord } from './split-records.ts'
import type { Encoding, SpooledUpload } from './spool-upload.ts'

/**
 * One row of the file, numbered as a spreadsheet shows it: its cells under our names, and all of them as they stood there. Where it has
 * problems of its own, it is not certain which cell belongs to which column, and `cells` is empty.
 */
export type CsvRow = { row: number; cells: RawCells; written: string[]; problems?: Problem[] }
/** What each column of the file is called, and which of ours it is. */
export type Columns = { headings: string[]; columns: (OfferColumn | null)[] }
/** A file on disk. Without a kind its header tells what it is about. */
export type CsvFile = Pick<SpooledUpload, 'path' | 'encoding'> & { kind?: FileKind | undefined }
type Hooks = {
  /** Hears what is remarkable about the file as a whole: columns that are not known, a guessed encoding. */
  warn?: (warning: RowProblem) => void
  /** Hears of each piece that is taken from the file. */
  onRead?: (bytes: number) => void
  onHeader?: (header: Columns & { kind: FileKind }) => void
}

const BLOCK = 32 * 1024
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' } as const
type Separator = keyof typeof SEPARATORS
/** Where more rows than this have broken quotes, the file is not what it seems, and going on would take long for nothing. */
const BROKEN_LIMIT = 1_000

/**
 * The rows below the header, one at a time, in bounded memory. Blank rows are skipped, but counted. Throws `import_refused` where needed
 * columns are missing, names stand twice, or there are no rows.
 */
export async function* readCsv(
  { path, encoding, kind }: CsvFile,
  { warn = () => {}, onRead = () => {}, onHeader = () => {} }: Hooks = {},
): AsyncGenerator<CsvRow> {
  const chunks = decodeFile(path, encoding, onRead)
  const head = (await chunks.next()).value ?? Buffer.alloc(0)
  const { separator, skip } = findSeparator(head)
  let header: Header | undefined
  let row = 0
  let count = 0
  let broken = 0
  /** The first row that ends far before the header does, and how many there are. */
  let short: { row: number; cells: number; count: number } | undefined
  for await (const record of splitRecords(prepend(head.subarray(skip), chunks), separator)) {
    row++
    if ('cells' in record && record.cells.every((cell) => cell === '')) continue
    if (!header) {
      header = readHeader(record, separator, kind)
      onHeader(header)
      for (const note of header.notes) warn({ row, value: null, ...note })
      if (encoding === 'windows-1252')
        warn({
          row,
          column: null,
          value: null,
          reason: 'The file is not UTF-8 and was read as Windows-1252. Look whether accents and symbols are right',
        })
      continue
    }
    count++
    if ('broken' in record && ++broken > BROKEN_LIMIT)
      throw refuse(
        `The quotes are broken in more than ${BROKEN_LIMIT} rows, lastly in row ${row}. Is the file really separated by ${SEPARATORS[separator]}?`,
      )
    if ('cells' in record && record.cells.length < header.columns.length / 2) {
      short ??= { row, cells: record.cells.length, count: 0 }
      short.count++
    }
    yield { row, ...readRow(record, header, separator) }
  }
  if (short && header) warn({ row: short.row, column: null, value: null, reason: describeShort(short, header) })
  if (!header) throw refuse('The file is empty.')
  if (count === 0) throw refuse('The file holds no rows below its header.')
}

function describeShort({ cells, count }: { cells: number; count: number }, { columns }: Header) {
  const others = count === 1 ? '' : `. ${countWords(count - 1, 'other row has', 'other rows have')} less than half of them, too`
  return `Has ${cells} ${cells === 1 ? 'cell' : 'cells'} where the header has ${columns.length}: those that are missing were taken as empty${others}`
}

const refuse = (message: string) => new AppError('import_refused', { message })

/** What the header of a file says that it is about. Throws `import_refused` where it cannot be read. */
export async function findKind(file: CsvFile): Promise<FileKind> {
  let kind: FileKind = 'offers'
  for await (const _ of readCsv(file, { onHeader: (header) => void (kind = header.kind) })) break
  return kind
}

/** The file as UTF-8, without its byte order mark. */
async function* decodeFile(path: string, encoding: Encoding, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding)
  let isStart = true
  for await (const chunk of createReadStream(path, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
    onRead(chunk.length)
    const bytes = decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
    const hasMark = isStart && !decoder && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    isStart = false
    yield hasMark ? bytes.subarray(3) : bytes
  }
  const rest = decoder?.decode()
  if (rest) yield Buffer.from(rest)
}

/** The file is closed also where nobody reads on behind the first piece. */
async function* prepend(first: Buffer, others: AsyncGenerator<Buffer>) {
  try {
    yield first
    yield* others
  } finally {
    await others.return(undefined)
  }
}

/** The separator that a first line `sep=;` names, else the one that makes most of our columns out of the header. */
function findSeparator(head: Buffer): { separator: Separator; skip: number } {
  const named = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(head.toString('latin1', 0, 20))
  if (named) return { separator: named[1] as Separator, skip: named[0].length }
  let best: Separator = ','
  let most = 0
  for (const separator of Object.keys(SEPARATORS) as Separator[]) {
    const known = new Set(splitHeader(head, separator).map(toColumn).filter(Boolean)).size
    if (known > most) {
      best = separator
      most = known
    }
  }
  return { separator: best, skip: 0 }
}

function splitHeader(head: Buffer, separator: Separator): string[] {
  try {
    const [cells = []]: string[][] = parse(head, {
      delimiter: separator,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      to: 1,
    })
    return cells
  } catch {
    return []
  }
}

type Note = Omit<RowProblem, 'row' | 'value'>
type Header = Columns & { kind: FileKind; needed: number; notes: Note[] }
const NEEDED = { offers: ['title', 'shop'], shops: ['shop'] } as const satisfies Record<FileKind, readonly OfferColumn[]>

/** A column of ours in the files of refused rows; it says nothing of an offer. */
export const REASON_COLUMN = 'reason'
export const isReason = (heading: string) => heading.trim().toLowerCase() === REASON_COLUMN

const toColumn = (heading: string) => findColumn(heading) ?? guessColumn(heading)

const WHICH_PRICE = 'This column may be the price before or the price now, and was ignored. Call it original_price or discounted_price'

/** The column of each heading. One of our own names goes before a guess, and a guess before a later one. */
function nameColumns(headings: string[]) {
  const columns = headings.map((heading) => findColumn(heading) ?? null)
  const notes: Note[] = []
  for (const [at, heading] of headings.entries()) {
    if (columns[at] || heading === '' || isReason(heading)) continue
    const column = quoteValue(heading)
    const guess = guessColumn(heading)
    const first = guess && columns.indexOf(guess)
    if (guess === undefined)
      notes.push({
        column,
        reason: /^(?:price|cost|amount|rate)$/i.test(heading) ? WHICH_PRICE : 'This column is not known and was ignored',
      })
    else if (first !== -1)
      notes.push({ column, reason: `This column was ignored: “${quoteValue(headings[first!]!)}” was taken as ${guess} already` })
    else {
      columns[at] = guess
      notes.push({ column, reason: `This column was taken as ${guess}`, readAs: guess })
    }
  }
  return { columns, notes }
}

/** In a file of shops there are columns of shops alone. */
function takeAsShops({ columns: named, notes }: ReturnType<typeof nameColumns>) {
  if (!named.includes('title'))
    notes.unshift({ column: null, reason: 'This was taken as a file of shops, for it names no title', readAs: 'shops' })
  const columns = named.map((column) => {
    const own = column === null ? undefined : columnOfShop(column)
    if (column === null || own === column) return column
    notes.push(
      own === undefined || named.includes(own)
        ? { column, reason: 'This column says nothing of a shop, and was ignored in a file of shops' }
        : { column, reason: `This column was taken as ${own}`, readAs: own },
    )
    return own === undefined || named.includes(own) ? null : own
  })
  return { columns, notes }
}

/** Which column stands where. `needed` is the number of cells that a row must have so that no needed column is missing. */
function readHeader(record: CsvRecord, separator: Separator, insisted: FileKind | undefined): Header {
  if ('broken' in record) throw refuse(`The names of the columns cannot be read. ${record.broken}.`)
  const named = nameColumns(record.cells)
  const kind = insisted ?? guessKind(named.columns)
  const { columns, notes } = kind === 'shops' ? takeAsShops(named) : named
  const found = record.cells.filter(Boolean).map((name) => quoteValue(name.slice(0, 60)))
  const missing = NEEDED[kind].filter((name) => !columns.includes(name))
  if (missing.length > 0) {
    const list = `${found.slice(0, 40).join(', ')}${found.length > 40 ? ', …' : ''}`
    throw refuse(
      `The first row must name the columns, and ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing. Found, separated by ${SEPARATORS[separator]}: ${list}.`,
    )
  }
  const twice = [...new Set(columns.filter((name, at) => name && columns.indexOf(name) !== at))]
  if (twice.length > 0) throw refuse(`The first row names ${twice.join(' and ')} twice. Remove or rename one of the columns.`)
  const needed = Math.max(...NEEDED[kind].map((name) => columns.indexOf(name))) + 1
  return { kind, headings: record.cells, columns, needed, notes }
}

/**
 * Names the cells of a row. Cells that are missing at the end are empty, as spreadsheets leave them out; but where that takes a needed
 * column away, or where there are more cells than names, the cells have shifted and the row is refused.
 */
function readRow(record: CsvRecord, { columns, needed }: Header, separator: Separator): Omit<CsvRow, 'row'> {
  const written = 'broken' in record ? [record.value] : record.cells
  const refuseRow = (reason: string, value: string, column: OfferColumn | null = null) => ({
    cells: {},
    written,
    problems: [{ column, value: quoteValue(value), reason }],
  })
  if ('broken' in record) return refuseRow(record.broken, record.value, columns[record.at ?? -1] ?? null)
  const values = written
  const width = values.findLastIndex((cell) => cell !== '') + 1
  if (width > columns.length)
    return refuseRow(
      `Has ${width} cells where the header has ${columns.length}. Put cells that hold ${SEPARATORS[separator]} in quotes`,
      values.join(separator),
    )
  if (values.length < needed)
    return refuseRow(
      `Has ${values.length} ${values.length === 1 ? 'cell' : 'cells'} where the header has ${columns.length}. Put cells that hold line breaks in quotes`,
      values.join(separator),
    )
  const cells: RawCells = {}
  let length = 0
  for (let at = 0; at < width; at++) {
    const name = columns[at]
    const value = values[at]!
    length += value.length
    if (value.length > CELL_LIMIT) return refuseRow('Holds more than 1 MB. Perhaps a quote is opened and not closed', value, name)
    if (name && value !== '') cells[name] = value
  }
  return length > ROW_LIMIT ? refuseRow('The row is longer than 4 MB', values[0]!) : { cells, written }
}
