/** How one row is read, cell by cell, so that every complaint about it is collected and none is lost. */
import type { RowProblem } from './import.ts'
import type { OfferColumn } from './offer-csv-columns.ts'
import { EVERY_UNCLEAN, isCleanText } from './clean-text.ts'

/** What is wrong in a row; the row's number comes from whoever read the file. */
export type Problem = Omit<RowProblem, 'row'>
/** undefined: the cell is empty and what is stored stays. null: the cell is `-` and clears it. */
export type Cell<T> = T | null | undefined
/** What a cell says, perhaps with something to look at, or why it says nothing. Reasons say what to write instead. */
export type Reading<T> = { value: T; warning?: string } | { reason: string }
export type RawCells = Partial<Record<OfferColumn, string>>

const VALUE_LENGTH = 200
/** No cell needs more, except those of free text; patterns that look at a cell may take the square of its length. */
const CELL_LENGTH = 3_000
const FREE_TEXT: ReadonlySet<OfferColumn> = new Set(['description', 'shop_description', 'terms'])
/** A value as a report may show it: cut to 200 characters, without half characters and control characters. */
export const quoteValue = (value: string) => value.slice(0, VALUE_LENGTH).toWellFormed().replace(EVERY_UNCLEAN, '\ufffd')

const DAMAGED = 'Contains characters that are not text. Type the cell again and save the file as UTF-8'
const UNREADABLE = 'Holds a character that could not be read, shown as \ufffd. Save the file as UTF-8'

export type CellReader = ReturnType<typeof createCellReader>

/** A reader of one row. Its `problems` refuse the row, its `warnings` come beside it. */
export function createCellReader(cells: RawCells) {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const note = (list: Problem[], column: OfferColumn, reason: string) =>
    list.push({ column, value: quoteValue(cells[column] ?? ''), reason })
  const refuse = (column: OfferColumn, reason: string) => void note(problems, column, reason)
  const warn = (column: OfferColumn, reason: string) => void note(warnings, column, reason)

  const readWith = <T>(
    column: OfferColumn,
    parse: (text: string) => Reading<T>,
    complain: (column: OfferColumn, reason: string) => void,
  ): Cell<T> => {
    const text = cells[column]?.trim()
    if (!text) return undefined
    if (text === '-') return null
    const isTooLong = text.length > CELL_LENGTH && !FREE_TEXT.has(column)
    const reading = isTooLong
      ? { reason: `Is ${text.length} characters long, which cannot be right` }
      : isCleanText(text)
        ? parse(text)
        : { reason: DAMAGED }
    if ('reason' in reading) {
      complain(column, reading.reason)
      return undefined
    }
    if (reading.warning) warn(column, reading.warning)
    else if (text.includes('\ufffd')) warn(column, UNREADABLE)
    return reading.value
  }

  return {
    problems,
    warnings,
    refuse,
    warn,
    /** A cell that refuses the row where it makes no sense. */
    read: <T>(column: OfferColumn, parse: (text: string) => Reading<T>) => readWith(column, parse, refuse),
    /** A cell that is not worth losing an offer over: where it makes no sense it counts as empty, with a warning. */
    readMildly: <T>(column: OfferColumn, parse: (text: string) => Reading<T>) =>
      readWith(column, parse, (name, reason) => warn(name, `${reason}. Left out`)),
    /** A cell that every row needs. */
    readNeeded: (column: OfferColumn, parse: (text: string) => Reading<string>) => {
      const value = readWith(column, parse, refuse)
      if (value === null) refuse(column, `Every row needs a ${column}; it cannot be cleared`)
      else if (value === undefined && !cells[column]?.trim()) refuse(column, `Every row needs a ${column}`)
      return value ?? ''
    },
  }
}
