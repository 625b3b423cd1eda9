import { FEATURE, FEATURES } from './describe-fit.ts'
import type { Trees } from './model.ts'

/**
 * Where nothing is trained: somebody's kind of shop, and close to their places. By hand, by the logs of the features, and so weak that
 * none of them alone makes an odd shop win.
 */
const byHand = (row: Float32Array) =>
  0.5 * Math.log(row[FEATURE.lift]!) + 0.3 * Math.log(row[FEATURE.near]!) + 0.2 * Math.log(row[FEATURE.around]!)

/** More leaves than bits of a number cannot be told apart below. */
const MOST_DEPTH = 5

/**
 * Lays trees out for asking: without a single decision, which a processor would guess wrong half of the time. For every feature and every step of its
 * thresholds there is a number for each tree, whose bits are the leaves that are still in reach; of what all features leave, the
 * first leaf is where walking down would end (QuickScorer, Lucchese et al. 2015). What comes back gives the log of the odds that somebody
 * chooses what the row describes, up to a constant.
 */
export function openTrees(trees: Trees): (row: Float32Array) => number {
  const { depth, leaves } = trees
  if (leaves.length === 0) return byHand
  if (depth > MOST_DEPTH) throw new Error(`Trees of ${depth} decisions one after the other cannot be asked, ${MOST_DEPTH} at most`)
  const width = 1 << depth
  const count = leaves.length / width
  const steps = Array.from({ length: FEATURES }, (_, feature) => listSteps(trees, feature))
  const starts = steps.map((_, feature) => steps.slice(0, feature).reduce((sum, { length }) => sum + (length + 1) * count, 0))
  const masks = new Int32Array(steps.reduce((sum, { length }) => sum + (length + 1) * count, 0)).fill(-1)
  for (const [feature, thresholds] of steps.entries())
    for (let step = 0; step <= thresholds.length; step += 1)
      for (let tree = 0; tree < count; tree += 1)
        masks[starts[feature]! + step * count + tree] = reachLeaves(trees, tree, feature, step === 0 ? -Infinity : thresholds[step - 1]!)
  const find = (row: Float32Array, feature: number) => starts[feature]! + countBelow(steps[feature]!, row[feature]!) * count
  return (row) => {
    // Written out: a loop over the features costs twice as much, and this is most of what serving costs.
    const category = find(row, FEATURE.category)
    const wider = find(row, FEATURE.widerCategory)
    const lift = find(row, FEATURE.lift)
    const visitors = find(row, FEATURE.visitors)
    const near = find(row, FEATURE.near)
    const around = find(row, FEATURE.around)
    const oftenNear = find(row, FEATURE.oftenNear)
    const oftenAround = find(row, FEATURE.oftenAround)
    const busyNear = find(row, FEATURE.busyNear)
    const busyAround = find(row, FEATURE.busyAround)
    let sum = 0
    for (let tree = 0; tree < count; tree += 1) {
      const ofKind = masks[category + tree]! & masks[wider + tree]! & masks[lift + tree]! & masks[visitors + tree]!
      const ofPlace = masks[near + tree]! & masks[around + tree]! & masks[oftenNear + tree]! & masks[oftenAround + tree]!
      const left = ofKind & ofPlace & masks[busyNear + tree]! & masks[busyAround + tree]!
      sum += leaves[tree * width + 31 - Math.clz32(left & -left)]!
    }
    return sum
  }
}

/** The thresholds of a feature, each once, the smallest first. */
function listSteps({ features, thresholds }: Trees, feature: number) {
  const own = thresholds.filter((threshold, node) => features[node] === feature && threshold < Infinity)
  return Float32Array.from(new Set(own)).toSorted()
}

/** How many of the thresholds a value is above, by halves; the comparison is a number, for a branch here would be guessed wrong half of the time. */
function countBelow(thresholds: Float32Array, value: number) {
  let low = 0
  let left = thresholds.length
  while (left > 1) {
    const half = left >> 1
    low += half & -Number(value > thresholds[low + half - 1]!)
    left -= half
  }
  return left === 1 ? low + Number(value > thresholds[low]!) : low
}

/** The leaves of a tree, as bits, that a row can reach whose feature is above all thresholds up to `step`, by what that feature alone says. */
function reachLeaves({ depth, features, thresholds }: Trees, tree: number, feature: number, step: number) {
  const nodes = (1 << depth) - 1
  let mask = -1
  for (let node = 0; node < nodes; node += 1) {
    const at = tree * nodes + node
    if (features[at] !== feature || !(thresholds[at]! <= step)) continue
    // To the right it goes, so no leaf below the left child is reached.
    let [first, last] = [2 * node + 1, 2 * node + 1]
    while (first < nodes) [first, last] = [2 * first + 1, 2 * last + 2]
    for (let leaf = first - nodes; leaf <= last - nodes; leaf += 1) mask &= ~(1 << leaf)
  }
  return mask
}
