/** Imports in an operator's words. */
import { countWords, formatCount } from '#contract/format-count.ts'
import type { ImportKind, ImportSummary } from '#contract/import.ts'

const KINDS: Record<ImportKind, string> = {
  upload: 'File of offers',
  shops: 'File of shops',
  edit: 'Change by hand',
  undo: 'Undo',
  demo: 'Demo city',
  fill: 'Made-up offers',
}

/** `offers.csv`, or what it was where it came from no file. */
export const nameImport = ({ kind, fileName }: Pick<ImportSummary, 'kind' | 'fileName'>) =>
  kind === 'undo' ? `Undo of ${fileName ?? 'a change by hand'}` : (fileName ?? KINDS[kind])
export const describeKind = ({ kind }: Pick<ImportSummary, 'kind'>) => KINDS[kind]

/** Somebody's rows, and no change by hand or undo. */
export const isFile = ({ kind }: Pick<ImportSummary, 'kind'>) => kind !== 'edit' && kind !== 'undo'
/** What its rows are about. */
export const countNoun = (number: number, { kind }: Pick<ImportSummary, 'kind'>) =>
  kind === 'shops' ? countWords(number, 'shop', 'shops') : countWords(number, 'offer', 'offers')

/** What has become of it. */
export function describeState({ kind, state, failure, undoneAt }: Pick<ImportSummary, 'kind' | 'state' | 'failure' | 'undoneAt'>) {
  if (undoneAt) return 'Undone'
  if (state === 'running') return 'Running'
  if (state === 'checked') return 'Waits for your decision'
  // Also of a demo city that was removed since.
  if (state === 'published') return isFile({ kind }) && kind !== 'demo' ? 'Imported' : 'Done'
  if (state === 'cancelled') return isSetAside({ state, failure }) ? 'Set aside' : 'Cancelled'
  return state === 'failed' ? 'Failed' : 'Stopped'
}

/** Something else changed the catalogue before anybody decided. Who cancels one gives no reason. */
export const isSetAside = ({ state, failure }: Pick<ImportSummary, 'state' | 'failure'>) => state === 'cancelled' && failure !== null

export type ToldCounts = NonNullable<ImportSummary['counts']>

/** How many of what its rows are about are new, changed, unchanged, or come back from having been withdrawn. */
export function countRows({ kind, counts }: { kind: ImportKind; counts: Omit<ToldCounts, 'undo'> }) {
  const { rows, refused, created, changed, unchanged, returned = 0, shopsCreated, shopsChanged, shopsReturned = 0 } = counts
  if (kind !== 'shops') return { created, changed: changed - returned, unchanged, returned }
  const same = rows - refused - shopsCreated - shopsChanged
  return { created: shopsCreated, changed: shopsChanged - shopsReturned, unchanged: same, returned: shopsReturned }
}

/** Whether publishing it would show anybody anything new. */
export const changesNothing = ({ created, changed, shopsCreated, shopsChanged }: Omit<ToldCounts, 'undo'>) =>
  created + changed + shopsCreated + shopsChanged === 0

/** `3 new, 1 changed, 2 refused`. */
export function describeCounts({ kind, counts }: Pick<ImportSummary, 'kind' | 'counts'>) {
  if (!counts) return ''
  if (!isFile({ kind })) return describeEdit(counts)
  const { refused } = counts
  const { created, changed, unchanged, returned } = countRows({ kind, counts })
  const parts: [number, string][] = [
    [created, 'new'],
    [changed, 'changed'],
    [returned, 'back again'],
    [unchanged, 'unchanged'],
    [refused, 'refused'],
  ]
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${formatCount(number)} ${what}`)
  return told.join(', ') || 'no rows'
}

function describeEdit({ changed, shopsCreated, shopsChanged }: ToldCounts) {
  const parts = [
    ...(shopsCreated > 0 ? [countWords(shopsCreated, 'new shop', 'new shops')] : []),
    ...(shopsChanged > 0 ? [countWords(shopsChanged, 'shop', 'shops')] : []),
    ...(changed > 0 ? [countWords(changed, 'offer', 'offers')] : []),
  ]
  return parts.join(', ') || 'nothing'
}
