import type { Rows } from '../ranking/model.ts'
import { CARRIERS, countSupport, turnChoices, type Choices } from './gather-choices.ts'
import { invertMatrix } from './invert-matrix.ts'
import { StrongestRows } from './keep-strongest.ts'

/**
 * EASE (Steck 2019): of all linear models that tell what somebody chose from what else they chose, the best one, in closed form: one matrix of
 * items by items, inverted. Who chose n things counts n to the -1/2, so that a few collectors do not speak for all; `penalty` keeps
 * what few have chosen near nothing. Where it says that two items go together, CARRIERS shoppers have chosen both.
 */
export function solveNeighbours(choices: Choices, { penalty, keep }: { penalty: number; keep: number }): Rows {
  const { starts, values, users, items } = choices
  // What nobody has chosen has no neighbours: the matrix is as large as what is left.
  const support = countSupport(choices)
  const active = Uint32Array.from(support.keys()).filter((item) => support[item]! > 0)
  const places = new Int32Array(items).fill(-1)
  for (const [place, item] of active.entries()) places[item] = place
  const columns = choices.columns.map((item) => places[item]!)
  const { lower, stride } = invertMatrix(active.length, (gram, width) => {
    for (let user = 0; user < users; user += 1) {
      const weight = (starts[user + 1]! - starts[user]!) ** -0.5
      for (let a = starts[user]!; a < starts[user + 1]!; a += 1) {
        const row = columns[a]!
        const share = weight * values[a]!
        for (let b = starts[user]!; b < starts[user + 1]!; b += 1)
          if (columns[b]! <= row) gram[row * width + columns[b]!]! += share * values[b]!
      }
    }
    for (let item = 0; item < active.length; item += 1) gram[item * width + item]! += penalty
  })
  const byItem = turnChoices(choices)
  const carriers = new Uint32Array(active.length)
  const rows = new StrongestRows(keep)
  const row = new Float32Array(active.length)
  for (let item = 0; item < items; item += 1) {
    const from = places[item]!
    row.fill(0)
    carriers.fill(0)
    for (let n = byItem.starts[item]!; n < byItem.starts[item + 1]!; n += 1) {
      const user = byItem.columns[n]!
      for (let k = starts[user]!; k < starts[user + 1]!; k += 1) carriers[columns[k]!]! += 1
    }
    for (let to = 0; from >= 0 && to < active.length; to += 1) {
      if (from === to) continue
      const inverse = from >= to ? lower[from * stride + to]! : lower[to * stride + from]!
      const weight = -inverse / lower[to * stride + to]!
      row[to] = weight > 0 && carriers[to]! < CARRIERS ? 0 : weight
    }
    rows.add(row, active)
  }
  return rows.toRows()
}
