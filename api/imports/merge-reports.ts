import type { ImportPreview, ImportReport, RowProblem } from '#contract/import.ts'

import { PROBLEM_LIMIT, type Notes } from './gather-notes.ts'
import type { Counts } from './write-rows.ts'

/** A report of what came from no file: nothing to mend, nothing refused. */
export const createReport = (importId: number, told: Partial<ImportReport>): ImportReport => ({
  _id: String(importId),
  id: String(importId),
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  shopsCreated: 0,
  shopsChanged: 0,
  problems: [],
  problemsAreMore: false,
  warnings: [],
  demoIsPresent: false,
  ...told,
})

type Mended = { rows: number[]; counts: Counts; notes: ReturnType<Notes['report']>; preview: ImportPreview }

const COUNTS = [
  'created',
  'changed',
  'unchanged',
  'returned',
  'shopsCreated',
  'shopsChanged',
  'shopsReturned',
] as const satisfies (keyof Counts)[]

/** What is to be said of a file after some of its refused rows were checked again. */
export function mergeReports(earlier: ImportReport, { rows, counts, notes, preview }: Mended): ImportReport {
  const tried = new Set(rows)
  const others = earlier.problems.filter(({ row }) => !tried.has(row))
  const inOrder = (a: RowProblem, b: RowProblem) => a.row - b.row
  return {
    ...earlier,
    ...Object.fromEntries(COUNTS.map((name) => [name, (earlier[name] ?? 0) + counts[name]])),
    refused: earlier.refused - rows.length + notes.refused,
    corrected: (earlier.corrected ?? 0) + rows.length - notes.refused,
    problems: [...others, ...notes.problems].toSorted(inOrder).slice(0, PROBLEM_LIMIT),
    warnings: joinNotes(earlier.warnings, notes.warnings).toSorted(inOrder),
    preview,
  }
}

/** What a row said of its shop was told when it was refused, too. */
function joinNotes(earlier: RowProblem[], later: RowProblem[]) {
  const keyOf = ({ row, column, value, reason }: RowProblem) => JSON.stringify([row, column, value, reason])
  const told = new Set(earlier.map(keyOf))
  return [...earlier, ...later.filter((note) => !told.has(keyOf(note)))]
}
