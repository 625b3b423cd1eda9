import { expect, test } from 'vitest'

import { openTrees } from './ask-trees.ts'
import { FEATURES } from './describe-fit.ts'
import { drawNumbers } from './pick-offers.ts'
import type { Trees } from './model.ts'

const DEPTH = 5
const NODES = (1 << DEPTH) - 1

/** Trees of any decisions at all, some of them none: a threshold that nothing is above. */
function drawTrees(draw: () => number): Trees {
  const count = 20
  return {
    depth: DEPTH,
    features: Uint8Array.from({ length: count * NODES }, () => Math.floor(draw() * FEATURES)),
    thresholds: Float32Array.from({ length: count * NODES }, () => (draw() < 0.1 ? Infinity : Math.floor(draw() * 20) / 20)),
    leaves: Float32Array.from({ length: count * (NODES + 1) }, () => draw() - 0.5),
  }
}

/** From the root to a leaf, one decision after the other. */
function walkDown({ features, thresholds, leaves }: Trees, row: Float32Array) {
  let sum = 0
  for (let tree = 0; tree * (NODES + 1) < leaves.length; tree += 1) {
    let at = 0
    while (at < NODES) at = 2 * at + (row[features[tree * NODES + at]!]! > thresholds[tree * NODES + at]! ? 2 : 1)
    sum += leaves[tree * (NODES + 1) + at - NODES]!
  }
  return sum
}

test('trees that are laid out for asking say what walking down every one of them says, also exactly on a threshold', () => {
  const draw = drawNumbers(2)
  const trees = drawTrees(draw)
  const ask = openTrees(trees)
  for (let n = 0; n < 500; n += 1) {
    const row = Float32Array.from({ length: FEATURES }, () => (draw() < 0.5 ? Math.floor(draw() * 20) / 20 : draw() * 1.2 - 0.1))
    expect(ask(row)).toBe(walkDown(trees, row))
  }
})

test('trees with more leaves than can be told apart are refused', () => {
  expect(() => openTrees({ ...drawTrees(drawNumbers(1)), depth: 6 })).toThrow('5 at most')
})
