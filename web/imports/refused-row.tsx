import { useId, useState } from 'react'

import type { MendedRow, RefusedRow } from '#contract/import.ts'
import { OFFER_COLUMNS, type OfferColumn } from '#contract/offer-csv-columns.ts'

type Props = {
  refused: RefusedRow
  edited: MendedRow['cells'] | undefined
  onEdit: (row: number, cells: MendedRow['cells']) => void
}

/** Cells that are wrong together: a place whose numbers were swapped, an end before its beginning, a row that is another one's twin. */
const TOGETHER: readonly OfferColumn[][] = [
  ['latitude', 'longitude'],
  ['start_date', 'end_date'],
  ['original_price', 'discounted_price'],
]
const TWIN: readonly OfferColumn[] = ['title', 'shop', 'address', 'external_id']
const relatedTo = (column: OfferColumn | null) => (column === null ? TWIN : (TOGETHER.find((group) => group.includes(column)) ?? [column]))

/** One refused row: what is wrong in it, cell by cell, each to be written anew; its other cells when somebody asks for them. */
export function RefusedRowFields({ refused: { row, cells, problems }, edited, onEdit }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  const name = [cells?.['title'], cells?.['shop']].filter(Boolean).join(', ')
  const wrong = [...new Set(problems.flatMap(({ column }) => relatedTo(column as OfferColumn | null)))]
  const others = OFFER_COLUMNS.map((column) => column.name).filter((column) => !wrong.includes(column) && cells?.[column])
  return (
    <li>
      <p className="refused-name">
        <b>Row {row}</b>
        {name && <span>{name}</span>}
      </p>
      {cells ? (
        <div className="refused-cells">
          {[...wrong, ...(isWhole ? others : [])].map((column) => (
            <CellField
              key={column}
              row={row}
              column={column}
              value={edited?.[column] ?? cells[column] ?? ''}
              reasons={reasonsOf(problems, column)}
              onEdit={onEdit}
            />
          ))}
          {others.length > 0 && (
            <div>
              <button type="button" className="btn second" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
                {isWhole ? 'Fewer cells' : 'All cells'}
                <span className="sr-only"> of row {row}</span>
              </button>
            </div>
          )}
        </div>
      ) : (
        <div className="refused-cells">
          {problems.map(({ column, value, reason }) => (
            <div key={`${column} ${reason}`} className="refused-cell">
              <code>{value}</code>
              <p>{reason}. Mend this row in the file.</p>
            </div>
          ))}
        </div>
      )}
    </li>
  )
}

/** What is wrong with a cell; of the whole row it stands at the first. */
const reasonsOf = (problems: RefusedRow['problems'], column: OfferColumn) =>
  problems.flatMap((problem) => ((problem.column ?? TWIN[0]) === column ? problem.reason : []))

type CellProps = { row: number; column: OfferColumn; value: string; reasons: string[]; onEdit: Props['onEdit'] }

function CellField({ row, column, value, reasons, onEdit }: CellProps) {
  const id = useId()
  const field = {
    id,
    value,
    ...(reasons.length > 0 && { 'aria-describedby': `${id}r` }),
    onChange: ({ target }: { target: { value: string } }) => onEdit(row, { [column]: target.value }),
  }
  return (
    <div className="refused-cell">
      <div className="fld">
        <label htmlFor={id}>
          <span className="sr-only">Row {row}, </span>
          {column}
        </label>
        {value.includes('\n') ? <textarea rows={3} {...field} /> : <input {...field} />}
      </div>
      {reasons.length > 0 && <p id={`${id}r`}>{reasons.join('. ')}</p>}
    </div>
  )
}
