import type { ImportReport, RowProblem } from '#contract/import.ts'

import { formatCount } from '#web/lib/format-count.ts'

/** Rows of a table that are shown; a file that is wrong throughout has thousands. */
const SHOWN = 200

/** What came of a file: counts, the rows that were refused and why, and those that deserve a look. */
export const ImportReportView = ({ report }: { report: ImportReport }) => (
  <section aria-label="Report" className="grid gap-6">
    <dl className="facts">
      <Count name="Rows read" value={report.rows} />
      <Count name="New offers" value={report.created} />
      <Count name="Changed offers" value={report.changed} />
      <Count name="Unchanged" value={report.unchanged} />
      <Count name="Refused" value={report.refused} />
      <Count name="New shops" value={report.shopsCreated} />
      <Count name="Changed shops" value={report.shopsChanged} />
    </dl>
    {report.problems.length > 0 && <Problems title="Refused rows" rows={report.problems} areMore={report.problemsAreMore} />}
    {report.warnings.length > 0 && <Problems title="Taken, but worth a look" rows={report.warnings} areMore={false} />}
  </section>
)

const Count = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatCount(value)}</dd>
  </div>
)

const Problems = ({ title, rows, areMore }: { title: string; rows: RowProblem[]; areMore: boolean }) => (
  <div className="panel">
    <h2>{title}</h2>
    <div className="table-hold" role="region" aria-label={title} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Value</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ row, column, value, reason }) => (
            <tr key={`${row} ${column} ${reason}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td>{value}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {(rows.length > SHOWN || areMore) && <p className="hint mt-2">And more: the first {Math.min(SHOWN, rows.length)} are shown.</p>}
  </div>
)
