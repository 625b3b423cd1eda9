/** How one row is read, cell by cell, so that every complaint about it is collected and none is lost. */
import type { RowProblem } from './import.ts'
import type { OfferColumn } from './offer-csv-columns.ts'
import { EVERY_UNCLEAN, isCleanText } from './clean-text.ts'
import { readMarkup, undoDoubleEncoding } from './mended-text.ts'
import { isPlain, tidySpaces, unstyle } from './plain-text.ts'

/** What is wrong in a row; the row's number comes from whoever read the file. */
export type Problem = Omit<RowProblem, 'row'>
/** undefined: the cell is empty and what is stored stays. null: the cell is `-` and clears it. */
export type Cell<T> = T | null | undefined
/**
 * What a cell says, perhaps with something to look at, or why it says nothing. Reasons say what to write instead. `readAs` is how the cell
 * would be written plainly, where its words left something to guess.
 */
export type Reading<T> = { value: T; warning?: string; readAs?: string } | { reason: string }
/** What marks a note about a cell: how it was read, or what might stand there instead. */
type Mark = Pick<Problem, 'readAs' | 'suggests'>
export type RawCells = Partial<Record<OfferColumn, string>>

const VALUE_LENGTH = 200
/** No cell needs more, except those of free text; patterns that look at a cell may take the square of its length. */
const CELL_LENGTH = 3_000
const FREE_TEXT: ReadonlySet<OfferColumn> = new Set(['description', 'shop_description', 'terms'])
/** A value as a report may show it: cut to 200 characters, without half characters and control characters. */
export const quoteValue = (value: string) => value.slice(0, VALUE_LENGTH).toWellFormed().replace(EVERY_UNCLEAN, '\ufffd')

const DAMAGED = 'Contains characters that are not text. Type the cell again and save the file as UTF-8'
const UNREADABLE = 'Holds a character that could not be read, shown as \ufffd. Save the file as UTF-8'
const STYLED = 'Was taken as plain text, which everybody can read and have read out'
const ENCODED_TWICE = 'Looks as if its letters had been saved in a wrong encoding. It was taken as it stands'
const FORMULA = 'Begins like a formula of a spreadsheet. It was taken as text, and nothing was worked out'
const SAYS_NOTHING = 'Says nothing, and was taken as an empty cell'

/** What a spreadsheet or a script writes where it has nothing to write. */
const PLACEHOLDER =
  /^(?:#?n\/a|null|undefined|nan|nil|tba|tbc|tbd|not (?:available|applicable|specified)|[—–]|#(?:name\?|ref!|value!|div\/0!|null!|num!))$/i
const LONGEST_PLACEHOLDER = 16
/** A cell that a spreadsheet would work out: a number, a telephone number and a lone sign are none. */
const STARTS_FORMULA = new Set(['=', '+', '-', '@'])
const BULLET = /^[-+@]\s/
const FORMULA_START = /^(?:[=@]|[+-](?![\d\s(.]*[\d)][\d\s().-]*%?$|$))/

const isWritten = (cell = '') => cell.trim() !== '' && !PLACEHOLDER.test(tidySpaces(cell).trim())

/** A quote in front is how a spreadsheet, and `guardCell`, keep a formula from being worked out. */
const GUARD = /^'(?='*[=@+-])/
function plainText(text: string, isSimple: boolean) {
  const plain = readMarkup(isSimple ? text : unstyle(text))
  return (plain.startsWith("'") ? plain.replace(GUARD, '') : plain).trim()
}
/** A cell as a file for spreadsheets may hold it: what would be worked out there is text, and is read as the same text again. */
export const guardCell = (text: string) => (FORMULA_START.test(text) || GUARD.test(text) ? `'${text}` : text)

/** A cell as somebody else's file holds it: one that is guarded already is read as it stands. */
export const guardWritten = (written: string) => (GUARD.test(written) ? written : guardCell(written))

const quoteMark = ({ readAs, suggests }: Mark): Mark => ({
  ...(readAs !== undefined && { readAs: quoteValue(readAs) }),
  ...(suggests !== undefined && { suggests: quoteValue(suggests) }),
})

/** What is remarkable about the letters of a cell. */
function tellLook(written: string, text: string, warn: (reason: string, mark?: Mark) => void) {
  if (text.includes('\ufffd')) return warn(UNREADABLE)
  const isGuarded = GUARD.test(written)
  if (text !== written && !isGuarded) return warn(STYLED, { readAs: text })
  const suggests = undoDoubleEncoding(text)
  if (suggests !== undefined) return warn(ENCODED_TWICE, { suggests })
  if (!isGuarded && FORMULA_START.test(text) && !BULLET.test(text)) warn(FORMULA, { readAs: text })
}

export type CellReader = ReturnType<typeof createCellReader>

/** A reader of one row. Its `problems` refuse the row, its `warnings` come beside it. With `isStrict` nothing is left out, it is refused. */
export function createCellReader(cells: RawCells, { isStrict = false } = {}) {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const note = (list: Problem[], column: OfferColumn, reason: string, mark: Mark = {}) =>
    list.push({ column, value: quoteValue(cells[column] ?? ''), reason, ...quoteMark(mark) })
  const refuse = (column: OfferColumn, reason: string) => void note(problems, column, reason)
  const warn = (column: OfferColumn, reason: string, mark?: Mark) => void note(warnings, column, reason, mark)

  const readWith = <T>(
    column: OfferColumn,
    parse: (text: string) => Reading<T>,
    complain: (column: OfferColumn, reason: string) => void,
  ): Cell<T> => {
    const raw = cells[column]?.trim()
    if (!raw) return undefined
    if (raw === '-') return null
    const isSimple = isPlain(raw)
    const spaced = isSimple ? raw : tidySpaces(raw).trim()
    if (spaced === '') return undefined
    const text = plainText(spaced, isSimple)
    // Nothing is left of a page's lone `<br>` or `&nbsp;` either.
    if (text === '' || (spaced.length <= LONGEST_PLACEHOLDER && PLACEHOLDER.test(spaced))) {
      warn(column, SAYS_NOTHING, { readAs: '' })
      return undefined
    }
    const isTooLong = raw.length > CELL_LENGTH && !FREE_TEXT.has(column)
    const reading = isTooLong
      ? { reason: `Is ${raw.length} characters long, which cannot be right` }
      : isSimple || isCleanText(raw)
        ? parse(text)
        : { reason: DAMAGED }
    if ('reason' in reading) {
      complain(column, reading.reason)
      return undefined
    }
    if (reading.warning) warn(column, reading.warning, reading)
    else if (!isSimple || text !== spaced || STARTS_FORMULA.has(text[0]!))
      tellLook(spaced, text, (reason, mark) => warn(column, reason, mark))
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
      readWith(column, parse, isStrict ? refuse : (name, reason) => warn(name, `${reason}. Left out`)),
    /** A cell that every row needs. */
    readNeeded: (column: OfferColumn, parse: (text: string) => Reading<string>) => {
      const value = readWith(column, parse, refuse)
      if (value === null) refuse(column, `A ${column} is needed; it cannot be cleared`)
      else if (value === undefined && problems.every((problem) => problem.column !== column))
        refuse(column, isWritten(cells[column]) ? 'Holds nothing that can be seen' : `A ${column} is needed`)
      return value ?? ''
    },
  }
}
