import { FEATURE } from './describe-fit.ts'
import type { Trees } from './model.ts'

/**
 * Where nothing is trained: somebody's kind of shop, and close to their places. By hand, in the units of the features, and so weak that
 * none of them alone makes an odd shop win.
 */
const byHand = (row: Float32Array) => 0.5 * row[FEATURE.lift]! + 0.3 * row[FEATURE.near]! + 0.2 * row[FEATURE.around]!

/** The log of the odds that somebody chooses what the row describes, up to a constant. */
export function askTrees({ depth, features, thresholds, leaves }: Trees, row: Float32Array) {
  if (leaves.length === 0) return byHand(row)
  const nodes = (1 << depth) - 1
  let sum = 0
  for (let node = 0, leaf = 0; leaf < leaves.length; node += nodes, leaf += nodes + 1) {
    let at = 0
    while (at < nodes) at = 2 * at + (row[features[node + at]!]! > thresholds[node + at]! ? 2 : 1)
    sum += leaves[leaf + at - nodes]!
  }
  return sum
}
