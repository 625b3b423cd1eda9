import { FEATURES } from './describe-fit.ts'
import { exploreSome, listLargest, pickVaried } from './pick-offers.ts'
import { giveReason, type ReasonFacts, type Parts } from './give-reason.ts'
import type { Model } from './model.ts'
import type { Candidate, Question, Ranked } from './question.ts'
import { findItem, openModel, readProfile } from './read-question.ts'
import type { Item, Scorer } from './score-subjects.ts'
import { readMoment, weighMoment } from './weigh-moment.ts'

/** A sum of nothing at all: so that offers of which nobody knows anything still have an order. */
const NOTHING = 1e-6
/** So many more than are asked for are looked at, for the rules that keep a list varied. */
const SPARE = 8
/** Chosen by fewer, a shop is little known. */
const KNOWN_FROM = 3
/** So many candidates say what is usual. */
const SAMPLE = 50

/** The largest value that no more than a quarter of the numbers, of those above 0, exceed. */
function upperQuarter(numbers: Float64Array) {
  const sorted = numbers.filter((number) => number > 0).toSorted()
  return sorted.length === 0 ? Infinity : sorted[Math.floor(sorted.length * 0.75)]!
}

/** Every offer once: mostly they are, and then nothing is made anew. */
function takeOnce(candidates: Candidate[]) {
  const offers = new Map<string, Candidate>()
  for (const candidate of candidates) offers.set(candidate.offerId, candidate)
  return offers.size === candidates.length ? candidates : [...offers.values()]
}

/** What content says of a candidate on the average: of some, for it is asked of each request. */
function readUsual(scorer: Scorer, items: Item[]) {
  const usual = new Float32Array(FEATURES)
  const step = Math.max(1, Math.floor(items.length / SAMPLE))
  let count = 0
  for (let n = 0; n < items.length; n += step, count += 1)
    scorer.scoreContent(items[n]!, (row) => row.forEach((value, feature) => (usual[feature]! += value)))
  return usual.map((sum) => sum / count)
}

/**
 * The best first, at most `limit` of them, every offer once, each with the reason that weighed most. The score is the log of what training says
 * (neighbours, content, popularity, added up) times what the moment says; see decision 0013.
 */
export function rankOffers(model: Model, question: Question): Ranked[] {
  const { shopper, candidates: given, limit, seed } = question
  const candidates = takeOnce(given)
  const open = openModel(model)
  const { profile, deeds } = readProfile(open, shopper.deeds)
  open.scorer.read(profile)
  const moment = readMoment(question)
  const popularity = candidates.reduce((sum, candidate) => sum + candidate.popularity, 0) / candidates.length
  const perLike = popularity > 0 ? model.blend.popularity / popularity : 0

  const score = (candidate: Candidate, item: Item) => {
    const sum = open.scorer.scoreNeighbours(item.item) + open.scorer.scoreContent(item) + perLike * candidate.popularity
    const { likedShop, interest, saving, endsSoon, isNew, usable, way, dismissed } = weighMoment(moment, candidate)
    return Math.log(NOTHING + sum) + likedShop + interest + saving + endsSoon + isNew + usable + way + dismissed
  }
  const items = candidates.map((candidate) => findItem(open, candidate))
  const scores = new Float64Array(candidates.length)
  for (let n = 0; n < scores.length; n += 1) scores[n] = score(candidates[n]!, items[n]!)
  const best = listLargest(scores, limit * SPARE)
  const unknown = best.filter((n) => items[n]!.item < 0 || model.support[items[n]!.item]! < KNOWN_FROM)
  const { list, explored } = exploreSome(pickVaried(best, candidates, limit), unknown, limit, seed)

  const facts: ReasonFacts = {
    open,
    usual: readUsual(open.scorer, items),
    question,
    moment,
    deeds,
    items: profile.items,
    values: profile.values,
    muchSaved: upperQuarter(Float64Array.from(candidates, ({ saving }) => saving)),
    muchLiked: upperQuarter(Float64Array.from(candidates, (candidate) => candidate.popularity)),
  }
  return list.map((n) => {
    const candidate = candidates[n]!
    const parts: Parts = {
      candidate,
      item: items[n]!,
      neighbours: open.scorer.scoreNeighbours(items[n]!.item),
      content: open.scorer.scoreContent(items[n]!),
      popularity: perLike * candidate.popularity,
      moment: weighMoment(moment, candidate),
    }
    return { offerId: candidate.offerId, score: scores[n]!, reason: giveReason(facts, parts), isExplored: explored.has(n) }
  })
}
