import { formatCount } from '#contract/format-count.ts'
import type { ImportKind, ImportReport } from '#contract/import.ts'

import { countRows } from './import-words.ts'

type Props = { kind: ImportKind; counts: Omit<ImportReport, 'problems' | 'problemsAreMore' | 'warnings' | 'demoIsPresent' | 'preview'> }

/** What came of a file, in numbers. */
export function ImportCounts({ kind, counts }: Props) {
  const { created, changed, unchanged, returned } = countRows({ kind, counts })
  const { shopsReturned = 0 } = counts
  const isOfShops = kind === 'shops'
  return (
    <dl className="facts">
      <Count name="Rows read" value={counts.rows} />
      <Count name={isOfShops ? 'New shops' : 'New offers'} value={created} />
      <Count name={isOfShops ? 'Changed shops' : 'Changed offers'} value={changed} />
      {returned > 0 && <Count name={isOfShops ? 'Shops that come back' : 'Offers that come back'} value={returned} />}
      <Count name="Unchanged" value={unchanged} />
      <Count name="Refused" value={counts.refused} />
      {!isOfShops && <Count name="New shops" value={counts.shopsCreated} />}
      {!isOfShops && <Count name="Changed shops" value={counts.shopsChanged - shopsReturned} />}
      {!isOfShops && shopsReturned > 0 && <Count name="Shops that come back" value={shopsReturned} />}
    </dl>
  )
}

const Count = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatCount(value)}</dd>
  </div>
)
