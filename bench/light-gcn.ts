/**
 * LightGCN (He et al., SIGIR 2020) as its authors describe it, to be measured beside: 64 numbers for each user and item, averaged over three
 * layers along who chose what, learned by pairs of a chosen and an unchosen item. It is no part of the product.
 */
import { drawNumbers } from '#recommender/ranking/pick-offers.ts'
import { turnChoices, type Choices } from '#recommender/training/gather-choices.ts'
import { compileText } from '#recommender/training/web-assembly.ts'

const SIZE = 64
const LAYERS = 3
const DECAY = 1e-4
/** Of Adam. */
const [FADE, FADE_SQUARES, TINY] = [0.9, 0.999, 1e-8]

/** `batch` pairs a step. The authors take 2,048 and .001; larger ones are fewer steps. */
export type Learning = { batch: number; rate: number; epochs: number; every: number; seed?: number }

type Graph = { starts: Uint32Array; others: Uint32Array; weights: Float32Array }

/** Users come first, items behind them; an edge weighs one by the root of both ends' degrees. */
function toGraph(choices: Choices, room: Room): Graph {
  const { users, items, starts, columns } = choices
  const byItem = turnChoices(choices)
  const edges = columns.length
  const from = room.integers(users + items + 1)
  from.set(starts)
  for (let item = 0; item < items; item += 1) from[users + item + 1] = edges + byItem.starts[item + 1]!
  const others = room.integers(edges * 2)
  for (let n = 0; n < edges; n += 1) others[n] = users + columns[n]!
  others.set(byItem.columns, edges)
  const weights = room.floats(edges * 2)
  const degree = (node: number) => from[node + 1]! - from[node]!
  for (let node = 0; node < users + items; node += 1)
    for (let n = from[node]!; n < from[node + 1]!; n += 1) weights[n] = 1 / Math.sqrt(degree(node) * degree(others[n]!))
  return { starts: from, others, weights }
}

/** `to` becomes the weighted sum of each node's neighbours in `from`: all arguments are addresses in the memory, but the number of nodes. */
type AddLayer = (starts: number, others: number, weights: number, from: number, to: number, nodes: number) => void

/** One layer along the graph, in sixteen registers of four numbers: several times as fast as plain JavaScript. */
const openMemory = (() => {
  const lanes = Array.from({ length: SIZE / 4 }, (_, n) => n)
  const each = (line: (n: number) => string) => lanes.map(line).join('\n')
  const text = `(module
  (import "host" "memory" (memory 1))
  (func (export "addLayer") (param $starts i32) (param $others i32) (param $weights i32) (param $from i32) (param $to i32) (param $nodes i32)
    (local $n i32) (local $end i32) (local $row i32) (local $weight v128) ${each((n) => `(local $s${n} v128)`)}
    (block $done (loop $node
      (br_if $done (i32.eqz (local.get $nodes)))
      ${each((n) => `(local.set $s${n} (v128.const f32x4 0 0 0 0))`)}
      (local.set $n (i32.shl (i32.load (local.get $starts)) (i32.const 2)))
      (local.set $end (i32.shl (i32.load offset=4 (local.get $starts)) (i32.const 2)))
      (block $summed (loop $edge
        (br_if $summed (i32.ge_u (local.get $n) (local.get $end)))
        (local.set $row (i32.add (local.get $from) (i32.mul (i32.load (i32.add (local.get $others) (local.get $n))) (i32.const ${SIZE * 4}))))
        (local.set $weight (v128.load32_splat (i32.add (local.get $weights) (local.get $n))))
        ${each((n) => `(local.set $s${n} (f32x4.add (local.get $s${n}) (f32x4.mul (local.get $weight) (v128.load offset=${n * 16} (local.get $row)))))`)}
        (local.set $n (i32.add (local.get $n) (i32.const 4)))
        (br $edge)))
      ${each((n) => `(v128.store offset=${n * 16} (local.get $to) (local.get $s${n}))`)}
      (local.set $to (i32.add (local.get $to) (i32.const ${SIZE * 4})))
      (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
      (local.set $nodes (i32.sub (local.get $nodes) (i32.const 1)))
      (br $node)))))`
  return compileText('layer.wat', text)
})()

/** Room for numbers in one memory, which layers are added in. */
function makeRoom(bytes: number) {
  const { buffer, exports } = openMemory(bytes)
  let used = 0
  const take = (size: number) => {
    const at = used
    used += size * 4
    return at
  }
  return {
    addLayer: exports['addLayer'] as AddLayer,
    floats: (size: number) => new Float32Array(buffer, take(size), size),
    integers: (size: number) => new Uint32Array(buffer, take(size), size),
  }
}
type Room = ReturnType<typeof makeRoom>

/** The mean of no to three layers; the same matrix takes gradients back, for it is symmetric. */
function average({ addLayer }: Room, { starts, others, weights }: Graph, from: Float32Array, work: Float32Array[]): Float32Array {
  const [total, one, other] = work as [Float32Array, Float32Array, Float32Array]
  total.set(from)
  let last = from
  for (let n = 0; n < LAYERS; n += 1) {
    const to = n % 2 === 0 ? one : other
    addLayer(starts.byteOffset, others.byteOffset, weights.byteOffset, last.byteOffset, to.byteOffset, starts.length - 1)
    for (let d = 0; d < total.length; d += 1) total[d]! += to[d]!
    last = to
  }
  for (let d = 0; d < total.length; d += 1) total[d]! /= LAYERS + 1
  return total
}

/** What is being learned, and from whom. */
class Lesson {
  readonly #choices: Choices
  readonly #learning: Learning
  readonly #draw: () => number
  readonly #room: Room
  readonly #graph: Graph
  readonly #numbers: Float32Array
  readonly #gradient: Float32Array
  readonly #work: Float32Array[]
  readonly #means: Float32Array
  readonly #squares: Float32Array
  readonly #own: Set<number>[]
  /** Who made each choice. */
  readonly #owners: Uint32Array
  readonly #order: Uint32Array
  #steps = 0

  constructor(choices: Choices, learning: Learning) {
    const { users, items, starts, columns } = choices
    this.#choices = choices
    this.#learning = learning
    this.#draw = drawNumbers(learning.seed ?? 1)
    const length = (users + items) * SIZE
    this.#room = makeRoom(4 * (5 * length + users + items + 1 + 4 * columns.length))
    this.#graph = toGraph(choices, this.#room)
    this.#numbers = this.#room.floats(length)
    const normal = () => Math.sqrt(-2 * Math.log(1 - this.#draw())) * Math.cos(2 * Math.PI * this.#draw())
    for (let d = 0; d < length; d += 1) this.#numbers[d] = 0.1 * normal()
    this.#gradient = this.#room.floats(length)
    this.#work = Array.from({ length: 3 }, () => this.#room.floats(length))
    this.#means = new Float32Array(length)
    this.#squares = new Float32Array(length)
    this.#own = Array.from({ length: users }, (_, user) => new Set(columns.subarray(starts[user], starts[user + 1])))
    this.#owners = new Uint32Array(columns.length)
    for (let user = 0; user < users; user += 1) this.#owners.fill(user, starts[user], starts[user + 1])
    this.#order = Uint32Array.from(columns, (_, n) => n)
  }

  /** Goes through all choices once, in an order of chance. */
  learn() {
    this.#shuffle()
    const { batch } = this.#learning
    for (let n = 0; n < this.#order.length; n += batch) {
      const decay = this.#pull(average(this.#room, this.#graph, this.#numbers, this.#work), this.#order.subarray(n, n + batch))
      const back = average(this.#room, this.#graph, this.#gradient, this.#work)
      for (const [node, pace] of decay) for (let d = node * SIZE; d < (node + 1) * SIZE; d += 1) back[d]! += pace * this.#numbers[d]!
      this.#move(back)
    }
  }

  /** How much each item suits a user; the numbers are the same array each time, and hold until more is learned. */
  readScores() {
    const { users, items } = this.#choices
    const averaged = average(this.#room, this.#graph, this.#numbers, this.#work)
    const scores = new Float32Array(items)
    return (user: number) => {
      for (let item = 0; item < items; item += 1) {
        let fit = 0
        for (let d = 0; d < SIZE; d += 1) fit += averaged[user * SIZE + d]! * averaged[(users + item) * SIZE + d]!
        scores[item] = fit
      }
      return scores
    }
  }

  #shuffle() {
    const order = this.#order
    for (let n = order.length - 1; n > 0; n -= 1) {
      const other = Math.floor(this.#draw() * (n + 1))
      const kept = order[n]!
      order[n] = order[other]!
      order[other] = kept
    }
  }

  /** An item that the user has not chosen. */
  #drawOther(user: number) {
    const { items } = this.#choices
    for (;;) {
      const item = Math.floor(this.#draw() * items)
      if (!this.#own[user]!.has(item) || this.#own[user]!.size === items) return item
    }
  }

  /** Writes the gradient of some pairs by the averaged numbers; answers how much the plain numbers of each node decay. */
  #pull(averaged: Float32Array, choices: Uint32Array) {
    const { users, columns } = this.#choices
    const gradient = this.#gradient.fill(0)
    const decay = new Map<number, number>()
    for (const choice of choices) {
      const u = this.#owners[choice]!
      const [good, bad] = [users + columns[choice]!, users + this.#drawOther(u)]
      let ahead = 0
      for (let d = 0; d < SIZE; d += 1) ahead += averaged[u * SIZE + d]! * (averaged[good * SIZE + d]! - averaged[bad * SIZE + d]!)
      const force = -1 / (1 + Math.exp(ahead)) / choices.length
      for (let d = 0; d < SIZE; d += 1) {
        gradient[u * SIZE + d]! += force * (averaged[good * SIZE + d]! - averaged[bad * SIZE + d]!)
        gradient[good * SIZE + d]! += force * averaged[u * SIZE + d]!
        gradient[bad * SIZE + d]! -= force * averaged[u * SIZE + d]!
      }
      for (const node of [u, good, bad]) decay.set(node, (decay.get(node) ?? 0) + DECAY / choices.length)
    }
    return decay
  }

  /** A step of Adam. */
  #move(back: Float32Array) {
    const [numbers, means, squares] = [this.#numbers, this.#means, this.#squares]
    this.#steps += 1
    const pace = (this.#learning.rate * Math.sqrt(1 - FADE_SQUARES ** this.#steps)) / (1 - FADE ** this.#steps)
    for (let d = 0; d < numbers.length; d += 1) {
      const slope = back[d]!
      means[d] = FADE * means[d]! + (1 - FADE) * slope
      squares[d] = FADE_SQUARES * squares[d]! + (1 - FADE_SQUARES) * slope * slope
      numbers[d]! -= (pace * means[d]!) / (Math.sqrt(squares[d]!) + TINY)
    }
  }
}

/** Learns, and shows after every `every` epochs what it has come to. */
export function* learnLightGcn(choices: Choices, learning: Learning) {
  const lesson = new Lesson(choices, learning)
  for (let epoch = 1; epoch <= learning.epochs; epoch += 1) {
    lesson.learn()
    if (epoch % learning.every === 0) yield { epoch, score: lesson.readScores() }
  }
}
