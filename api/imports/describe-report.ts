/** What became of a file, in words. */
import { countWords, formatCount } from '#contract/format-count.ts'
import type { ImportKind, ImportReport } from '#contract/import.ts'

/** What checking mended rows again has come to; others may wait beside them. */
export const describeMending = ({ taken, refused }: { taken: number; refused: number }) =>
  [
    ...(taken > 0 ? [`${countWords(taken, 'row is', 'rows are')} taken now.`] : []),
    ...(refused > 0 ? [`${countWords(refused, 'of the changed rows is', 'of the changed rows are')} still refused.`] : []),
  ].join(' ')

const back = (number: number) => (number === 0 ? '' : ` ${formatCount(number)} back again,`)

/** What a file has come to, in words: of offers the message that the written one-step call answers with. */
export function describeReport(report: ImportReport, kind: ImportKind) {
  const { rows, created, changed, unchanged, refused, shopsCreated, shopsChanged, returned = 0, shopsReturned = 0 } = report
  const taken = rows - refused
  const refusal = refused === 0 ? '' : ` ${countWords(refused, 'row was', 'rows were')} refused.`
  if (kind !== 'shops')
    return `Imported ${countWords(taken, 'offer', 'offers')}: ${formatCount(created)} new, ${formatCount(changed - returned)} changed,${back(returned)} ${formatCount(unchanged)} unchanged.${refusal}`
  const same = taken - shopsCreated - shopsChanged
  return `Imported ${countWords(taken, 'shop', 'shops')}: ${formatCount(shopsCreated)} new, ${formatCount(shopsChanged - shopsReturned)} changed,${back(shopsReturned)} ${formatCount(same)} unchanged.${refusal}`
}
