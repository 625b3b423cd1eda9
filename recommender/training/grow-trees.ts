import type { Trees } from '../ranking/model.ts'

export type Growth = { trees: number; depth: number; rate: number; calm: number; bins: number }
const USUAL: Growth = { trees: 60, depth: 5, rate: 0.15, calm: 20, bins: 48 }

/** Values that part a feature into bins of about as many examples each, equal ones never apart. */
function cutFeature(rows: Float32Array, width: number, feature: number, bins: number) {
  const count = rows.length / width
  const step = Math.max(1, Math.floor(count / 20_000))
  const sample = new Float32Array(Math.ceil(count / step)).map((_, n) => rows[n * step * width + feature]!).toSorted()
  const cuts = Array.from({ length: bins - 1 }, (_, n) => sample[Math.floor(((n + 1) / bins) * sample.length)]!)
  return Float32Array.from(new Set(cuts))
}

/** The number of cuts that lie below a value. */
function findBin(cuts: Float32Array, value: number) {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value > cuts[middle]!) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Boosted trees for a yes or no (gradient boosting of the log-likelihood over histograms). `rows` holds `width` numbers for each example, `answers` 1
 * or 0. `calm` holds leaves of few examples back.
 */
export function growTrees(rows: Float32Array, width: number, answers: Uint8Array, growth: Partial<Growth> = {}): Trees {
  const { trees, depth, rate, calm, bins } = { ...USUAL, ...growth }
  const count = answers.length
  const cuts = Array.from({ length: width }, (_, feature) => cutFeature(rows, width, feature, bins))
  const binned = new Uint8Array(rows.length)
  for (let n = 0; n < rows.length; n += 1) binned[n] = findBin(cuts[n % width]!, rows[n]!)
  const nodes = (1 << depth) - 1
  const grown: Trees = {
    depth,
    features: new Uint8Array(trees * nodes),
    thresholds: new Float32Array(trees * nodes).fill(Infinity),
    leaves: new Float32Array(trees * (nodes + 1)),
  }
  const yes = answers.reduce((sum, answer) => sum + answer, 0)
  const scores = new Float64Array(count).fill(Math.log((yes + 0.5) / (count - yes + 0.5)))
  const slopes = new Float32Array(count)
  const curves = new Float32Array(count)
  const place = new Uint16Array(count)
  for (let tree = 0; tree < trees; tree += 1) {
    for (let n = 0; n < count; n += 1) {
      const chance = 1 / (1 + Math.exp(-scores[n]!))
      slopes[n] = answers[n]! - chance
      curves[n] = chance * (1 - chance)
      place[n] = 0
    }
    growTree(grown, tree, { cuts, binned, slopes, curves, place, bins, calm })
    const slope = new Float64Array(nodes + 1)
    const curve = new Float64Array(nodes + 1)
    for (let n = 0; n < count; n += 1) {
      slope[place[n]! - nodes]! += slopes[n]!
      curve[place[n]! - nodes]! += curves[n]!
    }
    for (let leaf = 0; leaf <= nodes; leaf += 1) grown.leaves[tree * (nodes + 1) + leaf] = (rate * slope[leaf]!) / (curve[leaf]! + calm)
    for (let n = 0; n < count; n += 1) scores[n]! += grown.leaves[tree * (nodes + 1) + place[n]! - nodes]!
  }
  return grown
}

type Ground = {
  cuts: Float32Array[]
  binned: Uint8Array
  /** Of each example: which way and how strongly its score should move, and the node where it stands, which growing moves on to a leaf. */
  slopes: Float32Array
  curves: Float32Array
  place: Uint16Array
  bins: number
  calm: number
}

/** Decides one row of nodes after the other, and moves the examples down to the leaves. */
function growTree(grown: Trees, tree: number, ground: Ground) {
  const { cuts, binned, place, bins, calm } = ground
  const { depth } = grown
  const width = cuts.length
  const nodes = (1 << depth) - 1
  const size = 2 * width * bins
  let above = new Float64Array(0)
  for (let level = 0, first = 0; level < depth; first += 1 << level, level += 1) {
    const sums = sumBins(ground, level, first, above)
    const cutAt = new Int16Array(1 << level).fill(bins)
    for (let node = 0; node < 1 << level; node += 1) {
      const best = findCut(sums.subarray(node * size, (node + 1) * size), width, bins, calm)
      if (!best) continue
      const at = tree * nodes + first + node
      grown.features[at] = best.feature
      grown.thresholds[at] = cuts[best.feature]![best.bin]!
      cutAt[node] = best.bin
    }
    const feature = grown.features.subarray(tree * nodes + first, tree * nodes + first + (1 << level))
    for (let n = 0; n < place.length; n += 1) {
      const node = place[n]! - first
      // The sign says whether the bin lies above the cut: a decision would be guessed wrong half of the time.
      const isRight = (cutAt[node]! - binned[n * width + feature[node]!]!) >>> 31
      place[n] = 2 * place[n]! + 1 + isRight
    }
    above = sums
  }
}

/**
 * Slopes and curves, one after the other, of every bin of every feature of every node of a row. Of two nodes that were one the smaller is added up; the
 * other is what it leaves of their sum, which is known from the row `above`.
 */
function sumBins({ cuts, binned, slopes, curves, place, bins }: Ground, level: number, first: number, above: Float64Array) {
  const width = cuts.length
  const size = 2 * width * bins
  const counts = new Uint32Array(1 << level)
  for (const at of place) counts[at - first]! += 1
  const isSummed = Uint8Array.from(counts, (count, node) =>
    level === 0 || count < counts[node ^ 1]! || (count === counts[node ^ 1]! && node % 2 === 0) ? 1 : 0,
  )
  const sums = new Float64Array(size << level)
  for (let n = 0; n < place.length; n += 1) {
    const node = place[n]! - first
    if (isSummed[node] === 0) continue
    const slope = slopes[n]!
    const curve = curves[n]!
    const end = (n + 1) * width
    for (let from = node * size, at = n * width; at < end; from += 2 * bins, at += 1) {
      const bin = from + 2 * binned[at]!
      sums[bin]! += slope
      sums[bin + 1]! += curve
    }
  }
  for (let node = 0; node < counts.length; node += 1) {
    if (isSummed[node] === 1) continue
    for (let n = 0; n < size; n += 1) sums[node * size + n] = above[(node >> 1) * size + n]! - sums[(node ^ 1) * size + n]!
  }
  return sums
}

/** Where a node is best parted in two, if that helps at all. */
function findCut(sums: Float64Array, width: number, bins: number, calm: number) {
  let best: { feature: number; bin: number } | undefined
  let most = 1e-6
  let [allSlope, allCurve] = [0, 0]
  for (let bin = 0; bin < bins; bin += 1) {
    allSlope += sums[2 * bin]!
    allCurve += sums[2 * bin + 1]!
  }
  const whole = allSlope ** 2 / (allCurve + calm)
  for (let feature = 0; feature < width; feature += 1) {
    let [left, weight] = [0, 0]
    for (let bin = 0; bin < bins - 1; bin += 1) {
      left += sums[2 * (feature * bins + bin)]!
      weight += sums[2 * (feature * bins + bin) + 1]!
      if (weight < 5 || allCurve - weight < 5) continue
      const gain = left ** 2 / (weight + calm) + (allSlope - left) ** 2 / (allCurve - weight + calm) - whole
      if (gain > most) [most, best] = [gain, { feature, bin }]
    }
  }
  return best
}
