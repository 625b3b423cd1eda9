/** What became of a file, in words. */
import type { ImportKind, ImportReport } from '#contract/import.ts'

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** What checking mended rows again has come to. */
export const describeMending = ({ taken, refused }: { taken: number; refused: number }) =>
  [
    ...(taken > 0 ? [`${count(taken, 'row is', 'rows are')} taken now.`] : []),
    ...(refused > 0 ? [`${count(refused, 'row is', 'rows are')} still refused.`] : []),
  ].join(' ')

/** What a file has come to, in words: of offers the message that the written one-step call answers with. */
export function describeReport(report: ImportReport, kind: ImportKind) {
  const { rows, created, changed, unchanged, refused, shopsCreated, shopsChanged } = report
  const taken = rows - refused
  const refusal = refused === 0 ? '' : ` ${count(refused, 'row was', 'rows were')} refused.`
  if (kind !== 'shops')
    return `Imported ${count(taken, 'offer', 'offers')}: ${created} new, ${changed} changed, ${unchanged} unchanged.${refusal}`
  const same = taken - shopsCreated - shopsChanged
  return `Imported ${count(taken, 'shop', 'shops')}: ${shopsCreated} new, ${shopsChanged} changed, ${same} unchanged.${refusal}`
}
