/**
 * LightGCN (He et al., SIGIR 2020) as its authors describe it, to be measured beside: 64 numbers for each user and item, averaged over three
 * steps along who chose what, learned by pairs of a chosen and an unchosen item. It is no part of the product.
 */
import makeWabt from 'wabt'

import { drawNumbers } from '#recommender/ranking/pick-offers.ts'

const wabt = await makeWabt()
const PAGE = 65_536
const SIZE = 64
const STEPS = 3
const DECAY = 1e-4
/** Of Adam. */
const [FADE, FADE_SQUARES, TINY] = [0.9, 0.999, 1e-8]

/** Who chose what: user `n` chose item `items[i]` for `starts[n] <= i < starts[n + 1]`. */
export type Choices = { users: number; starts: Uint32Array; items: Uint32Array; itemCount: number }
/** `batch` pairs a step. The authors take 2,048 and .001; larger batches with larger steps come to the same sooner. */
export type Learning = { batch: number; rate: number; epochs: number; every: number; seed?: number }

type Graph = { starts: Uint32Array; others: Uint32Array; weights: Float32Array }

/** Users come first, items behind them; an edge weighs one by the root of both ends' degrees. */
function toGraph({ users, starts, items, itemCount }: Choices, room: Room): Graph {
  const nodes = users + itemCount
  const degrees = new Uint32Array(nodes + 1)
  for (let user = 0; user < users; user += 1) degrees[user] = starts[user + 1]! - starts[user]!
  for (const item of items) degrees[users + item]! += 1
  const from = room.integers(nodes + 1)
  for (let node = 0; node < nodes; node += 1) from[node + 1] = from[node]! + degrees[node]!
  const next = from.slice()
  const others = room.integers(items.length * 2)
  const weights = room.floats(items.length * 2)
  const add = (node: number, other: number) => {
    const place = next[node]!
    next[node] = place + 1
    others[place] = other
    weights[place] = 1 / Math.sqrt(degrees[node]! * degrees[other]!)
  }
  for (let user = 0; user < users; user += 1)
    for (let n = starts[user]!; n < starts[user + 1]!; n += 1) {
      add(user, users + items[n]!)
      add(users + items[n]!, user)
    }
  return { starts: from, others, weights }
}

/** `to` becomes the weighted sum of each node's neighbours in `from`: all arguments are addresses in the memory, but the number of nodes. */
type Step = (starts: number, others: number, weights: number, from: number, to: number, nodes: number) => void

/** What of WebAssembly is used here: the types of Node leave it out, and those of a browser would bring all of it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer }
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
}

/** One step along the graph, in sixteen registers of four numbers: ten times as fast as plain JavaScript, which would take days. */
const STEP = (() => {
  const lanes = Array.from({ length: SIZE / 4 }, (_, n) => n)
  const each = (line: (n: number) => string) => lanes.map(line).join('\n')
  return `(module
  (import "host" "memory" (memory 1))
  (func (export "step") (param $starts i32) (param $others i32) (param $weights i32) (param $from i32) (param $to i32) (param $nodes i32)
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
})()

/** Room for numbers in one memory, which the step works in. */
function makeRoom(bytes: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  let used = 0
  const take = (size: number) => {
    const at = used
    used += size * 4
    return at
  }
  const module = new WebAssembly.Module(wabt.parseWat('step.wat', STEP, { simd: true }).toBinary({}).buffer)
  const step = new WebAssembly.Instance(module, { host: { memory } }).exports['step'] as Step
  return {
    step,
    floats: (size: number) => new Float32Array(memory.buffer, take(size), size),
    integers: (size: number) => new Uint32Array(memory.buffer, take(size), size),
  }
}
type Room = ReturnType<typeof makeRoom>

/** The mean of no to three steps; the same matrix takes gradients back, for it is symmetric. */
function average({ step }: Room, { starts, others, weights }: Graph, from: Float32Array, work: Float32Array[]): Float32Array {
  const [total, one, other] = work as [Float32Array, Float32Array, Float32Array]
  total.set(from)
  let last = from
  for (let n = 0; n < STEPS; n += 1) {
    const to = n % 2 === 0 ? one : other
    step(starts.byteOffset, others.byteOffset, weights.byteOffset, last.byteOffset, to.byteOffset, starts.length - 1)
    for (let d = 0; d < total.length; d += 1) total[d]! += to[d]!
    last = to
  }
  for (let d = 0; d < total.length; d += 1) total[d]! /= STEPS + 1
  return total
}

/** Learns, and answers after every `every` epochs how much each item suits a user; the numbers are the same array each time. */
export function* learnLightGcn(choices: Choices, { batch, rate, epochs, every, seed = 1 }: Learning) {
  const { users, starts, items, itemCount } = choices
  const draw = drawNumbers(seed)
  const length = (users + itemCount) * SIZE
  const room = makeRoom(4 * (5 * length + users + itemCount + 1 + 4 * items.length))
  const graph = toGraph(choices, room)
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  const numbers = room.floats(length)
  for (let d = 0; d < length; d += 1) numbers[d] = 0.1 * normal()
  const gradient = room.floats(length)
  const work = Array.from({ length: 3 }, () => room.floats(length))
  const [means, squares] = [new Float32Array(length), new Float32Array(length)]
  const own = Array.from({ length: users }, (_, user) => new Set(items.subarray(starts[user], starts[user + 1])))
  const owners = new Uint32Array(items.length)
  for (let user = 0; user < users; user += 1) owners.fill(user, starts[user], starts[user + 1])
  const order = Uint32Array.from(items, (_, n) => n)
  let steps = 0

  const drawOther = (user: number) => {
    for (;;) {
      const item = Math.floor(draw() * itemCount)
      if (!own[user]!.has(item) || own[user]!.size === itemCount) return item
    }
  }
  /** The pairs' gradient by the averaged numbers into `gradient`, that of the decay by the plain ones into `decay`. */
  const pull = (averaged: Float32Array, pairs: Uint32Array, decay: Map<number, number>) => {
    gradient.fill(0)
    for (const place of pairs) {
      const user = owners[place]!
      const [u, good, bad] = [user, users + items[place]!, users + drawOther(user)]
      let ahead = 0
      for (let d = 0; d < SIZE; d += 1) ahead += averaged[u * SIZE + d]! * (averaged[good * SIZE + d]! - averaged[bad * SIZE + d]!)
      const force = -1 / (1 + Math.exp(ahead)) / pairs.length
      for (let d = 0; d < SIZE; d += 1) {
        gradient[u * SIZE + d]! += force * (averaged[good * SIZE + d]! - averaged[bad * SIZE + d]!)
        gradient[good * SIZE + d]! += force * averaged[u * SIZE + d]!
        gradient[bad * SIZE + d]! -= force * averaged[u * SIZE + d]!
      }
      for (const node of [u, good, bad]) decay.set(node, (decay.get(node) ?? 0) + DECAY / pairs.length)
    }
  }
  const move = (back: Float32Array) => {
    steps += 1
    const pace = (rate * Math.sqrt(1 - FADE_SQUARES ** steps)) / (1 - FADE ** steps)
    for (let d = 0; d < length; d += 1) {
      const slope = back[d]!
      means[d] = FADE * means[d]! + (1 - FADE) * slope
      squares[d] = FADE_SQUARES * squares[d]! + (1 - FADE_SQUARES) * slope * slope
      numbers[d]! -= (pace * means[d]!) / (Math.sqrt(squares[d]!) + TINY)
    }
  }
  const shuffle = () => {
    for (let n = order.length - 1; n > 0; n -= 1) {
      const other = Math.floor(draw() * (n + 1))
      const kept = order[n]!
      order[n] = order[other]!
      order[other] = kept
    }
  }

  const scores = new Float32Array(itemCount)
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    shuffle()
    for (let n = 0; n < order.length; n += batch) {
      const decay = new Map<number, number>()
      pull(average(room, graph, numbers, work), order.subarray(n, n + batch), decay)
      const back = average(room, graph, gradient, work)
      for (const [node, pace] of decay) for (let d = node * SIZE; d < (node + 1) * SIZE; d += 1) back[d]! += pace * numbers[d]!
      move(back)
    }
    if (epoch % every !== 0) continue
    const averaged = average(room, graph, numbers, work)
    const score = (user: number) => {
      for (let item = 0; item < itemCount; item += 1) {
        let fit = 0
        for (let d = 0; d < SIZE; d += 1) fit += averaged[user * SIZE + d]! * averaged[(users + item) * SIZE + d]!
        scores[item] = fit
      }
      return scores
    }
    yield { epoch, score }
  }
}
