import { useState, type ReactNode } from 'react'

import { formatCount } from '#contract/format-count.ts'

/** Rows that are drawn at first, and with each further wish: a file that is wrong throughout has thousands. */
const STEP = 50

type Props<T> = {
  title: string
  /** What they are, and what is to be done about them. */
  note?: string
  heads: string[]
  rows: T[]
  draw: (row: T) => ReactNode
  /** How many things the rows are about, where that is another number. */
  count?: number
  /** More of them than `rows` holds. */
  areMore?: boolean
  isOpen?: boolean
}

/** A long table behind its title, drawn a piece at a time. */
export function FoldTable<T>({ title, note, heads, rows, draw, count = rows.length, areMore = false, isOpen = false }: Props<T>) {
  const [shown, setShown] = useState(STEP)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (rows.length === 0) return null
  const left = rows.length - shown
  return (
    <details className="fold" open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary>
        <h3>{title}</h3>
        <span className="badge">{`${formatCount(count)}${areMore && count === rows.length ? ' and more' : ''}`}</span>
      </summary>
      {note && <p className="muted mb-2">{note}</p>}
      {wasOpened && (
        <div className="table-hold" role="region" aria-label={title} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows.slice(0, shown).map(draw)}</tbody>
          </table>
        </div>
      )}
      {left > 0 && (
        <button type="button" className="btn second mt-3" onClick={() => setShown(shown + STEP)}>
          {`Show ${Math.min(STEP, left)} more`}
        </button>
      )}
      {left <= 0 && areMore && <p className="hint mt-2">And more: the first {formatCount(rows.length)} are kept.</p>}
    </details>
  )
}
