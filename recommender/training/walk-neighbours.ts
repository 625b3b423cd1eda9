import type { Rows } from '../ranking/model.ts'
import { CARRIERS, countSupport, turnChoices, type Choices } from './gather-choices.ts'
import { StrongestRows } from './keep-strongest.ts'

/**
 * RP3-beta (Paudel et al. 2017): how likely a walk from an item to somebody who chose it, and on to another item of theirs, ends there; popular
 * ends are held back by the power `beta` of how many chose them, and what fewer than CARRIERS walk is no edge. Time and memory grow with the pairs
 * of choices of each shopper; of whoever has very many a walk takes `most` alone, evenly spread.
 */
export function walkNeighbours(choices: Choices, { beta, keep, most = 2_000 }: { beta: number; keep: number; most?: number }): Rows {
  const { starts, columns, values, items } = choices
  const support = countSupport(choices)
  const held = support.map((count) => (count > 0 ? count ** -beta : 0))
  const byItem = turnChoices(choices)
  const rows = new StrongestRows(keep)
  const sums = new Float32Array(items)
  const touched = new Uint32Array(items)
  const carriers = new Uint32Array(items)
  const found = new Float32Array(items)
  for (let item = 0; item < items; item += 1) {
    let count = 0
    for (let n = byItem.starts[item]!; n < byItem.starts[item + 1]!; n += 1) {
      const user = byItem.columns[n]!
      const from = starts[user]!
      const length = starts[user + 1]! - from
      const step = Math.ceil(length / most)
      const share = (byItem.values[n]! / support[item]!) * (step / length)
      for (let k = from + (step > 1 ? item % step : 0); k < from + length; k += step) {
        const other = columns[k]!
        if (carriers[other] === 0) touched[count++] = other
        carriers[other]! += 1
        sums[other]! += share * values[k]!
      }
    }
    sums[item] = 0
    for (let n = 0; n < count; n += 1) {
      const other = touched[n]!
      found[n] = carriers[other]! < CARRIERS ? 0 : sums[other]! * held[other]!
      sums[other] = 0
      carriers[other] = 0
    }
    rows.add(found, touched, count)
  }
  return rows.toRows()
}
