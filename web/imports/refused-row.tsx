import { useId } from 'react'

import type { MendedRow, RefusedRow } from '#contract/import.ts'
import type { OfferColumn } from '#contract/offer-csv-columns.ts'

type Props = {
  refused: RefusedRow
  edited: MendedRow['cells'] | undefined
  onEdit: (row: number, cells: MendedRow['cells']) => void
}

/** One refused row: what is wrong in it, cell by cell, each to be written anew. */
export function RefusedRowFields({ refused: { row, cells, problems }, edited, onEdit }: Props) {
  const name = [cells?.['title'], cells?.['shop']].filter(Boolean).join(', ')
  return (
    <li>
      <p className="refused-name">
        <b>Row {row}</b>
        {name && <span>{name}</span>}
      </p>
      <div className="refused-cells">
        {problems.map(({ column, value, reason }) =>
          cells ? (
            <CellField
              key={`${column} ${reason}`}
              row={row}
              // What is wrong with a whole row is that it is another one's twin: its title tells them apart.
              column={(column ?? 'title') as OfferColumn}
              value={edited?.[(column ?? 'title') as OfferColumn] ?? cells[column ?? 'title'] ?? ''}
              reason={reason}
              onEdit={onEdit}
            />
          ) : (
            <div key={`${column} ${reason}`} className="refused-cell">
              <code>{value}</code>
              <p>{reason}. Mend this row in the file.</p>
            </div>
          ),
        )}
      </div>
    </li>
  )
}

type CellProps = { row: number; column: OfferColumn; value: string; reason: string; onEdit: Props['onEdit'] }

function CellField({ row, column, value, reason, onEdit }: CellProps) {
  const id = useId()
  const field = {
    id,
    value,
    'aria-describedby': `${id}r`,
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
      <p id={`${id}r`}>{reason}</p>
    </div>
  )
}
