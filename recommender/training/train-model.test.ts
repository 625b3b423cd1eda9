import { expect, test } from 'vitest'

import { drawNumbers } from '../ranking/pick-offers.ts'
import { buildTown, isBakery, SHOPS } from '#test/taste-town.ts'
import { gatherChoices, listItems } from './gather-choices.ts'
import { invertMatrix } from './invert-matrix.ts'
import { trainModel } from './train-model.ts'
import { solveNeighbours } from './solve-neighbours.ts'
import { walkNeighbours } from './walk-neighbours.ts'

const town = buildTown()
const choicesOf = (set: typeof town) => gatherChoices(set, listItems(set.shops, set.events))

test.each([1, 3, 64, 65, 150])('a matrix of %i rows times its inverse is one', (size) => {
  const draw = drawNumbers(size)
  const matrix = Array.from({ length: size }, () => new Float64Array(size))
  for (let r = 0; r < size; r += 1)
    for (let c = 0; c <= r; c += 1) matrix[r]![c] = matrix[c]![r] = r === c ? size / 2 + draw() : draw() - 0.5
  const { lower, stride } = invertMatrix(size, (numbers, width) => {
    for (let r = 0; r < size; r += 1) for (let c = 0; c <= r; c += 1) numbers[r * width + c] = matrix[r]![c]!
  })
  const inverse = (r: number, c: number) => (r >= c ? lower[r * stride + c]! : lower[c * stride + r]!)
  for (let r = 0; r < size; r += 7)
    for (let c = 0; c < size; c += 5) {
      let product = 0
      for (let k = 0; k < size; k += 1) product += matrix[r]![k]! * inverse(k, c)
      expect(product).toBeCloseTo(r === c ? 1 : 0, 4)
    }
})

test('a matrix that has no inverse is refused', () => {
  expect(() => invertMatrix(2, (numbers, width) => numbers.set([1, 0], 0) ?? numbers.set([1, 1], width))).toThrow('no inverse')
})

/** Three chose a and b, one a alone; two of the three also c. */
const few = { user: [0, 0, 1, 1, 2, 2, 3, 0, 1], shop: [0, 1, 0, 1, 0, 1, 0, 2, 2] }
const fewChoices = choicesOf({
  shops: ['a', 'b', 'c'].map((id) => ({ id, categories: [] })),
  categories: [],
  users: 4,
  events: {
    user: Uint32Array.from(few.user),
    shop: Uint32Array.from(few.shop),
    category: new Int32Array(9).fill(-1),
    weight: new Float32Array(9).fill(1),
    at: new Float64Array(9),
  },
})

test('a walk goes by hand, and where fewer than three have gone there is no way', () => {
  const { starts, columns, values } = walkNeighbours(fewChoices, { beta: 0.5, keep: 10 })
  expect([...starts]).toEqual([0, 1, 2, 2])
  expect([...columns]).toEqual([1, 0])
  // From a: a quarter each to four people, of two of them a third of the way ends at b, of one half; three chose b. Back: a third each, and four chose a.
  const onward = 1 / 3 + 1 / 3 + 1 / 2
  expect(values[0]).toBeCloseTo(onward / 4 / Math.sqrt(3))
  expect(values[1]).toBeCloseTo(onward / 3 / 2)
})

test('EASE too says that two items go together only where three have chosen both', () => {
  const { starts, columns, values } = solveNeighbours(fewChoices, { penalty: 0.5, keep: 10 })
  const weight = (from: number, to: number) => {
    const at = columns.subarray(starts[from], starts[from + 1]).indexOf(to)
    return at < 0 ? 0 : values[starts[from]! + at]!
  }
  expect(weight(0, 1)).toBeGreaterThan(0)
  expect(weight(1, 0)).toBeGreaterThan(0)
  for (const other of [0, 1]) expect([weight(2, other) > 0, weight(other, 2) > 0]).toEqual([false, false])
})

test('what somebody chose often is one choice, and a stronger one', () => {
  const { events } = town
  const twice = { ...town, events: { ...events, user: new Uint32Array(events.user.length), shop: new Uint32Array(events.user.length) } }
  const { columns, values, strengths } = choicesOf(twice)
  expect([...columns]).toEqual([0])
  expect(values[0]).toBe(1)
  expect(strengths[0]).toBeGreaterThan(5)
})

test('a category of a shop that sells much of several is an item of its own', () => {
  const { events } = town
  const category = events.shop.map((shop, n) => (shop === 0 ? n % 2 : isBakery(shop) ? 0 : 1))
  const items = listItems(town.shops, { ...events, category: Int32Array.from(category) })
  expect(items.shops.length).toBe(SHOPS + 2)
  expect(items.shops.slice(SHOPS)).toEqual(Uint32Array.of(0, 0))
  expect(items.find(0, 1)).toBeGreaterThanOrEqual(SHOPS)
  expect(items.find(1, 0)).toBe(1)
})

test('settings are chosen on what was kept back: the same each time, and the neighbours are of the same kind', () => {
  const model = trainModel(town)
  expect(trainModel(town)).toEqual(model)
  expect(model.method).toContain('EASE')
  let [alike, other] = [0, 0]
  for (let shop = 0; shop < SHOPS; shop += 1)
    for (let n = model.neighbours.starts[shop]!; n < model.neighbours.starts[shop + 1]!; n += 1) {
      const weight = model.neighbours.values[n]!
      if (isBakery(shop) === isBakery(model.neighbours.columns[n]!)) alike += weight
      else other += weight
    }
  expect(alike).toBeGreaterThan(3 * Math.abs(other))
})

test('a city without a single choice, and one without a shop, have a model that knows nobody', () => {
  const none = {
    user: new Uint32Array(0),
    shop: new Uint32Array(0),
    category: new Int32Array(0),
    weight: new Float32Array(0),
    at: new Float64Array(0),
  }
  expect(trainModel({ ...town, events: none }).neighbours.values).toHaveLength(0)
  expect(trainModel({ shops: [], categories: [], users: 0, events: none }).method).toBe('none')
})
