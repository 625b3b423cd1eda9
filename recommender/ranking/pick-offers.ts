/** Out of the best by score the list that is shown: not one shop, not one category, and a little that nobody knows yet. */
import type { Candidate } from './question.ts'

/** Of one shop at most so many, and of one category so many in any run of RUN, while others are left. */
export const OF_SHOP = 2
export const OF_CATEGORY = 4
export const RUN = 8
/** One place of so many is for exploring, and never one of the first. */
const EXPLORED_ONE_IN = 12
const FIRST = 4

/** Whether a candidate may come next. Offers without a category are of none. */
function mayFollow(list: number[], candidates: Candidate[], next: number) {
  const { shopId, category } = candidates[next]!
  if (list.filter((picked) => candidates[picked]!.shopId === shopId).length >= OF_SHOP) return false
  if (category === '') return true
  return list.slice(-(RUN - 1)).filter((picked) => candidates[picked]!.category === category).length < OF_CATEGORY
}

/** Candidates that somebody has asked for themselves, the best first, and the places (from 1) by which one, and another, is listed where there are any. */
export type Wish = { candidates: readonly number[]; by: readonly number[] }

/** A candidate of the first wish that is not met in time, though the rules would rather have another. */
function findDue(list: number[], left: number[], candidates: Candidate[], wishes: readonly Wish[]) {
  for (const { candidates: wanted, by } of wishes) {
    const due = by.filter((place) => place <= list.length + 1).length
    if (list.filter((picked) => wanted.includes(picked)).length >= due) continue
    const open = wanted.filter((one) => left.includes(one))
    const found = open.find((one) => mayFollow(list, candidates, one)) ?? open[0]
    if (found !== undefined) return left.indexOf(found)
  }
  return -1
}

/** The places of `limit` candidates, from `best` (the best first) as far as wishes and rules let, else in their order. */
export function pickVaried(best: number[], candidates: Candidate[], limit: number, wishes: readonly Wish[] = []) {
  const list: number[] = []
  const left = best.slice()
  while (list.length < limit && left.length > 0) {
    const due = findDue(list, left, candidates, wishes)
    const at = due >= 0 ? due : left.findIndex((next) => mayFollow(list, candidates, next))
    list.push(...left.splice(Math.max(0, at), 1))
  }
  return list
}

/**
 * Puts some of `unknown` (candidates that little is known of, the best first) into places drawn by the seed; the offers that stood there move on.
 * Answers the list and which of it are explored. Seed 0: none.
 */
export function exploreSome(list: number[], unknown: number[], limit: number, seed: number) {
  const explored = new Set<number>()
  const listed = list.slice()
  const fresh = unknown.filter((candidate) => !list.includes(candidate))
  if (seed === 0) return { list: listed, explored }
  const draw = drawNumbers(seed)
  for (let n = 0; n < Math.floor(limit / EXPLORED_ONE_IN) && fresh.length > 0 && listed.length > FIRST; n += 1) {
    const [candidate] = fresh.splice(Math.floor(draw() * fresh.length), 1)
    listed.splice(FIRST + Math.floor(draw() * (Math.min(limit, listed.length) - FIRST)), 0, candidate!)
    explored.add(candidate!)
  }
  const shown = listed.slice(0, limit)
  return { list: shown, explored: new Set([...explored].filter((candidate) => shown.includes(candidate))) }
}

/** The places of the largest numbers, the largest first; of equal ones the earlier. -Infinity and NaN are never among them. */
export function listLargest(numbers: Float32Array | Float64Array, most: number): number[] {
  const best: number[] = []
  let least = -Infinity
  for (let n = 0; n < numbers.length; n += 1) {
    const number = numbers[n]!
    if (!(number > least)) continue
    let [low, high] = [0, best.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[best[middle]!]! >= number) low = middle + 1
      else high = middle
    }
    best.splice(low, 0, n)
    if (best.length > most) best.pop()
    if (best.length === most) least = numbers[best[most - 1]!]!
  }
  return best
}

/** Numbers from 0 to 1 that look like chance and are the same for the same seed (mulberry32). */
export function drawNumbers(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
