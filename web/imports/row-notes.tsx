import { KEPT_REMARKS } from '#contract/constants.ts'
import type { ImportReport, RowProblem } from '#contract/import.ts'

import { FoldTable } from './fold-table.tsx'
import { ImportCounts } from './import-counts.tsx'

/** What came of a file that was imported without looking: counts, the rows that were refused and why, and those that deserve a look. */
export const ImportReportView = ({ report }: { report: ImportReport }) => (
  <section aria-label="Report" className="grid gap-6">
    <ImportCounts kind={report.kind ?? 'upload'} counts={report} />
    <RefusedNotes report={report} />
    <RowNotes report={report} />
  </section>
)

const HEADS = ['Row', 'Column', 'Value', 'Reason']
const keyOf = ({ row, column, reason }: RowProblem) => `${row} ${column} ${reason}`

const drawProblem = (problem: RowProblem) => (
  <tr key={keyOf(problem)}>
    <td>{problem.row}</td>
    <td>{problem.column}</td>
    <td>{problem.value}</td>
    <td>{problem.reason}</td>
  </tr>
)

export const RefusedNotes = ({ report: { problems, problemsAreMore, refused } }: { report: ImportReport }) => (
  <FoldTable title="Refused rows" heads={HEADS} rows={problems} count={refused} areMore={problemsAreMore} draw={drawProblem} isOpen />
)

const isReading = ({ readAs, suggests }: RowProblem) => suggests === undefined && readAs !== undefined
const isSuggestion = ({ suggests }: RowProblem) => suggests !== undefined

/** What `-` and an empty cell mean in a file. */
const sayReading = (readAs = '') => (readAs === '' ? 'an empty cell' : readAs === '-' ? 'none' : readAs)

const drawNote = (note: RowProblem, meaning: string | undefined) => (
  <tr key={keyOf(note)}>
    <td>{note.row}</td>
    <td>{note.column}</td>
    <td>{note.value}</td>
    <td>{meaning}</td>
    <td>{note.reason}</td>
  </tr>
)
const drawReading = (note: RowProblem) => drawNote(note, sayReading(note.readAs))
const drawSuggestion = (note: RowProblem) => drawNote(note, note.suggests)

/** Of each kind so many are kept at most; there may be more. */
const tellMore = (rows: RowProblem[]) => ({ rows, areMore: rows.length >= KEPT_REMARKS })

/** Rows that were taken, with something to look at. What was read from words, and what is only suggested, says that it is. */
export const RowNotes = ({ report: { warnings } }: { report: ImportReport }) => (
  <>
    <FoldTable
      title="Taken, but worth a look"
      heads={HEADS}
      {...tellMore(warnings.filter((note) => !isReading(note) && !isSuggestion(note)))}
      draw={drawProblem}
    />
    <FoldTable
      title="Read from words"
      note="These cells left something to guess. They were taken as it says here."
      heads={['Row', 'Column', 'Value', 'Read as', 'Reason']}
      {...tellMore(warnings.filter(isReading))}
      draw={drawReading}
    />
    <FoldTable
      title="Suggestions"
      note="Nothing was changed here: it is for you to decide."
      heads={['Row', 'Column', 'Value', 'Might be', 'Reason']}
      {...tellMore(warnings.filter(isSuggestion))}
      draw={drawSuggestion}
    />
  </>
)
