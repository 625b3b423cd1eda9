/** Imports in an operator's words. */
import type { ImportKind, ImportSummary } from '#contract/import.ts'

import { formatCount } from '#web/lib/format-count.ts'

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

/** What has become of it. */
export function describeState({ state, failure, undoneAt }: Pick<ImportSummary, 'state' | 'failure' | 'undoneAt'>) {
  if (undoneAt) return 'Undone'
  if (state === 'running') return 'Running'
  if (state === 'checked') return 'Waits for your decision'
  if (state === 'published') return 'Imported'
  if (state === 'cancelled') return isSetAside({ state, failure }) ? 'Set aside' : 'Thrown away'
  return state === 'failed' ? 'Failed' : 'Stopped'
}

/** Something else changed the catalogue before anybody decided. Who throws one away gives no reason. */
export const isSetAside = ({ state, failure }: Pick<ImportSummary, 'state' | 'failure'>) => state === 'cancelled' && failure !== null

export const countWords = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`

/** `3 new, 1 changed, 2 refused`. */
export function describeCounts({ kind, counts }: Pick<ImportSummary, 'kind' | 'counts'>) {
  if (!counts) return ''
  if (kind === 'edit') return describeEdit(counts)
  const { rows, refused, shopsCreated, shopsChanged } = counts
  const sameShops = rows - refused - shopsCreated - shopsChanged
  const shops = { created: shopsCreated, changed: shopsChanged, unchanged: sameShops }
  const { created, changed, unchanged } = kind === 'shops' ? shops : counts
  const parts: [number, string][] = [
    [created, 'new'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [refused, 'refused'],
  ]
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${formatCount(number)} ${what}`)
  return told.join(', ') || 'no rows'
}

function describeEdit({ changed, shopsChanged }: NonNullable<ImportSummary['counts']>) {
  const parts = [
    ...(shopsChanged > 0 ? [countWords(shopsChanged, 'shop', 'shops')] : []),
    ...(changed > 0 ? [countWords(changed, 'offer', 'offers')] : []),
  ]
  return parts.join(', ')
}
