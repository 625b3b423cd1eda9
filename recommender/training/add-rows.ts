import type { Rows } from '../ranking/model.ts'
import type { Choices } from './gather-choices.ts'
import { StrongestRows } from './keep-strongest.ts'

/** The sum of matrices of the same size, each times a number; of each row the strongest are kept. */
export function addRows(parts: readonly (readonly [rows: Rows, times: number])[], keep: number): Rows {
  const [first, ...others] = parts
  if (others.length === 0) return { ...first![0], values: first![0].values.map((value) => value * first![1]) }
  const size = parts[0]![0].starts.length - 1
  const sums = new Float32Array(size)
  const sum = new StrongestRows(keep)
  for (let row = 0; row < size; row += 1) {
    sums.fill(0)
    for (const [{ starts, columns, values }, times] of parts) {
      for (let n = starts[row]!; n < starts[row + 1]!; n += 1) sums[columns[n]!]! += times * values[n]!
    }
    sum.add(sums, undefined)
  }
  return sum.toRows()
}

/** How far the scores that neighbours give to all shoppers and items lie from their mean, measured on some shoppers. */
export function findDeviation({ starts: from, columns: to, values: weights }: Rows, { starts, columns, values, users, items }: Choices) {
  const scores = new Float32Array(items)
  let [sum, squares, count] = [0, 0, 0]
  const step = Math.max(1, Math.floor(users / 500))
  for (let user = 0; user < users; user += step) {
    scores.fill(0)
    for (let n = starts[user]!; n < starts[user + 1]!; n += 1) {
      const item = columns[n]!
      for (let k = from[item]!; k < from[item + 1]!; k += 1) scores[to[k]!]! += values[n]! * weights[k]!
    }
    for (const score of scores) {
      sum += score
      squares += score * score
    }
    count += items
  }
  const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  return deviation > 0 ? deviation : 1
}
