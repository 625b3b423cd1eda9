import { useId, useState } from 'react'

import { REFUSED_CELL } from '#contract/constants.ts'
import type { MendedRow, RefusedRow } from '#contract/import.ts'
import { OFFER_COLUMNS, SHOP_COLUMNS, type OfferColumn } from '#contract/offer-csv-columns.ts'

type Props = {
  refused: RefusedRow
  isOfShops: boolean
  edited: MendedRow['cells'] | undefined
  onEdit: (row: number, cells: MendedRow['cells']) => void
}

/** Cells that are wrong together: a place whose numbers were swapped, an end before its beginning. */
const TOGETHER: readonly OfferColumn[][] = [
  ['latitude', 'longitude'],
  ['start_date', 'end_date'],
  ['original_price', 'discounted_price'],
]
/** What makes a row another one's twin: the number that its author gave it, else its page, else what it is called, where and from when. Only offers have a title. */
function listTwinCells(cells: NonNullable<RefusedRow['cells']>): readonly OfferColumn[] {
  if (!cells['title']) return ['shop', 'address', 'external_shop_id']
  if (cells['external_id']) return ['external_id', 'title']
  return cells['offer_url'] ? ['offer_url', 'title', 'external_id'] : ['title', 'shop', 'address', 'start_date', 'external_id']
}
const listRelated = (column: OfferColumn | null, twin: readonly OfferColumn[]) =>
  column === null ? twin : (TOGETHER.find((group) => group.includes(column)) ?? [column])

/** One refused row: what is wrong in it, cell by cell, each to be written anew; its other cells when somebody asks for them. */
export function RefusedRowFields({ refused: { row, cells, problems }, isOfShops, edited, onEdit }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  const name = [cells?.['title'], cells?.['shop']].filter(Boolean).join(', ')
  const twin = listTwinCells(cells ?? {})
  const wrong = [...new Set(problems.flatMap(({ column }) => listRelated(column as OfferColumn | null, twin)))]
  // One that is cut here would lose its end.
  const isShown = (column: OfferColumn) => !wrong.includes(column) && (cells?.[column] ?? '').length < REFUSED_CELL
  const others = (isOfShops ? SHOP_COLUMNS : OFFER_COLUMNS.map((column) => column.name)).filter(isShown)
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
              reasons={problems.flatMap((problem) => ((problem.column ?? twin[0]) === column ? problem.reason : []))}
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
