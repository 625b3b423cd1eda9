import { drawNumbers } from '../ranking/pick-offers.ts'
import type { Choices } from './gather-choices.ts'

/** Some shoppers, and of each of them items that were kept from the choices they are asked with. */
export type Trial = { choices: Choices; users: Uint32Array; targets: Uint32Array[] }

/** Shoppers who are asked: more would only make it last longer. */
const ASKED = 1_000
const SHARE = 0.2
/** Who chose less says nothing when some of it is hidden. */
const LEAST = 5

/** Hides a fifth of what some shoppers chose, drawn by the seed. */
export function holdOut(choices: Choices, seed: number): Trial {
  const draw = drawNumbers(seed)
  const { starts, columns, values, strengths, users } = choices
  const able = Array.from({ length: users }, (_, user) => user).filter((user) => starts[user + 1]! - starts[user]! >= LEAST)
  const share = ASKED / able.length
  const asked = new Set(able.filter(() => draw() < share))
  const kept: number[] = []
  const begins = new Uint32Array(users + 1)
  const targets: Uint32Array[] = []
  for (let user = 0; user < users; user += 1) {
    const hidden: number[] = []
    for (let n = starts[user]!; n < starts[user + 1]!; n += 1) {
      if (asked.has(user) && draw() < SHARE) hidden.push(columns[n]!)
      else kept.push(n)
    }
    if (asked.has(user)) targets.push(Uint32Array.from(hidden))
    begins[user + 1] = kept.length
  }
  const pick = <T extends Uint32Array | Float32Array>(from: T, into: T) => {
    for (const [n, place] of kept.entries()) into[n] = from[place]!
    return into
  }
  return {
    choices: {
      ...choices,
      starts: begins,
      columns: pick(columns, new Uint32Array(kept.length)),
      values: pick(values, new Float32Array(kept.length)),
      strengths: pick(strengths, new Float32Array(kept.length)),
    },
    users: Uint32Array.from(asked),
    targets,
  }
}

/** How much of a list's head counts. */
export const JUDGED = 10
const gainAt = Float64Array.from({ length: JUDGED }, (_, rank) => 1 / Math.log2(rank + 2))

/** NDCG at JUDGED of a list, best first: 1 where all that was wanted stands at its head. */
export function measureNdcg<T>(list: ArrayLike<T>, wanted: ReadonlySet<T>) {
  let [gain, best] = [0, 0]
  for (let rank = 0; rank < Math.min(JUDGED, list.length); rank += 1) if (wanted.has(list[rank]!)) gain += gainAt[rank]!
  for (let rank = 0; rank < Math.min(JUDGED, wanted.size); rank += 1) best += gainAt[rank]!
  return best === 0 ? 0 : gain / best
}

export const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
