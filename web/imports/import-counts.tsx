import type { ImportReport } from '#contract/import.ts'

import { formatCount } from '#web/lib/format-count.ts'

type Counts = Pick<ImportReport, 'rows' | 'created' | 'changed' | 'unchanged' | 'refused' | 'shopsCreated' | 'shopsChanged'>

/** What came of a file, in numbers. */
export const ImportCounts = ({ counts }: { counts: Counts }) => (
  <dl className="facts">
    <Count name="Rows read" value={counts.rows} />
    <Count name="New offers" value={counts.created} />
    <Count name="Changed offers" value={counts.changed} />
    <Count name="Unchanged" value={counts.unchanged} />
    <Count name="Refused" value={counts.refused} />
    <Count name="New shops" value={counts.shopsCreated} />
    <Count name="Changed shops" value={counts.shopsChanged} />
  </dl>
)

const Count = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatCount(value)}</dd>
  </div>
)
