/** Out of the best by score the list that is shown: not one shop, not one category, and a little that nobody knows yet. */
import { drawNumbers } from './draw-numbers.ts'
import type { Candidate } from './question.ts'

/** Of one shop at most so many, and of one category so many in any run of RUN, while others are left. */
export const OF_SHOP = 2
export const OF_CATEGORY = 4
export const RUN = 8
/** One place of so many is for exploring, and never one of the first. */
export const EXPLORED_ONE_IN = 12
const FIRST = 4

/** Whether a candidate may come next. Offers without a category are of none. */
function mayFollow(list: number[], candidates: Candidate[], next: number) {
  const { shopId, category } = candidates[next]!
  if (list.filter((picked) => candidates[picked]!.shopId === shopId).length >= OF_SHOP) return false
  if (category === '') return true
  return list.slice(-(RUN - 1)).filter((picked) => candidates[picked]!.category === category).length < OF_CATEGORY
}

/** The places of `limit` candidates, from `best` (the best first) as far as the rules let, else in their order. */
export function pickVaried(best: number[], candidates: Candidate[], limit: number) {
  const list: number[] = []
  const left = best.slice()
  while (list.length < limit && left.length > 0) {
    const at = left.findIndex((next) => mayFollow(list, candidates, next))
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
