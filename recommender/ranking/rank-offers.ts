import { FEATURES } from './describe-fit.ts'
import { exploreSome, listLargest, pickVaried, type Wish } from './pick-offers.ts'
import { giveReasons, type ReasonFacts, type Parts } from './give-reason.ts'
import type { Model } from './model.ts'
import type { Candidate, Question, Ranked } from './question.ts'
import { findItem, openModel, readProfile, type ModelIndex } from './read-question.ts'
import type { Item, Scorer } from './score-subjects.ts'
import { readMoment, sortSome, weighMoment, weighSaid, type Moment } from './weigh-moment.ts'

/** A sum of nothing at all: so that offers of which nobody knows anything still have an order. */
const NOTHING = 1e-6
/** So many more than are asked for are looked at, for the rules that keep a list varied. */
const SPARE = 8
/** Chosen by fewer, a shop is little known. */
const KNOWN_FROM = 3
/** So many candidates say what is usual. */
const SAMPLE = 50
/** What likes and clicks of so many count for half, however quiet the city; and from so many on an offer may be called popular. */
const PEOPLE = 5
/** Of the first eight two are of a shop that the shopper likes and two of an interest, where there are any: two places may go to exploring. */
const WISHED_BY = { likedShop: [3, 5], interest: [4, 6] }
const WISHES = 8

/** The value above which about a quarter of the candidates are, of those that have any. */
function upperQuarter(candidates: Candidate[], valueOf: (candidate: Candidate) => number) {
  const values = sortSome(candidates, valueOf)
  const above = values.subarray(values.findLastIndex((value) => value <= 0) + 1)
  return above[Math.floor(above.length * 0.75)] ?? Infinity
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

type Scored = ReturnType<typeof scoreCandidates>
/**
 * The score is the log of a sum, of what training says (neighbours, content, popularity) and of what the shopper said, times what the moment says; see
 * decision 0013. The unit of what was said is what the best tenth of the candidates have by training.
 */
function scoreCandidates({ scorer, model }: ModelIndex, moment: Moment, candidates: Candidate[], items: Item[]) {
  const { length } = candidates
  const popularity = candidates.reduce((sum, candidate) => sum + candidate.popularity, 0) / length
  const weighPopularity = (candidate: Candidate) =>
    (model.blend.popularity * candidate.popularity) / (candidate.popularity + popularity + PEOPLE)
  const scores = new Float64Array(length)
  const [wantedShop, wanted] = [new Float64Array(length).fill(-Infinity), new Float64Array(length).fill(-Infinity)]
  for (let n = 0; n < length; n += 1) {
    const { item } = items[n]!
    scores[n] = scorer.scoreNeighbours(item) + scorer.scoreContent(items[n]!) + weighPopularity(candidates[n]!)
  }
  const sums = sortSome(scores, Number)
  const unit = Math.max(NOTHING, sums[Math.floor(sums.length * 0.9)] ?? 0)
  for (let n = 0; n < length; n += 1) {
    const said = weighSaid(moment, candidates[n]!)
    const { saving, endsSoon, isNew, usable, opened, way, dismissed } = weighMoment(moment, candidates[n]!)
    const sum = scores[n]! + unit * (said.likedShop + said.interest)
    scores[n] = Math.log(NOTHING + sum) + saving + endsSoon + isNew + usable + opened + way + dismissed
    if (moment.dismissedShops.has(candidates[n]!.shopId)) continue
    if (moment.likedShops.has(candidates[n]!.shopId)) wantedShop[n] = scores[n]!
    if (said.interest > 0) wanted[n] = scores[n]!
  }
  const wishes: Wish[] = [
    { candidates: listLargest(wantedShop, WISHES), by: WISHED_BY.likedShop },
    { candidates: listLargest(wanted, WISHES), by: WISHED_BY.interest },
  ]
  return { scores, unit, weighPopularity, wishes }
}

/** The best by score, and what is wished for wherever it stands. */
function listBest({ scores, wishes }: Scored, most: number) {
  const best = listLargest(scores, most)
  const wished = new Set(wishes.flatMap(({ candidates }) => candidates))
  for (const n of best) wished.delete(n)
  return [...best, ...[...wished].toSorted((one, other) => scores[other]! - scores[one]!)]
}

/** The best first, at most `limit` of them, every offer once, each with a reason that is true. */
export function rankOffers(model: Model, question: Question): Ranked[] {
  const { shopper, candidates: given, limit, seed } = question
  const candidates = takeOnce(given)
  const open = openModel(model)
  const { profile, deeds } = readProfile(open, shopper.deeds)
  open.scorer.read(profile)
  const moment = readMoment(question)
  const items = candidates.map((candidate) => findItem(open, candidate))
  const scored = scoreCandidates(open, moment, candidates, items)
  const { scores, unit, weighPopularity, wishes } = scored
  const best = listBest(scored, limit * SPARE)
  const unknown = best.filter((n) => items[n]!.item < 0 || model.support[items[n]!.item]! < KNOWN_FROM)
  const { list, explored } = exploreSome(pickVaried(best, candidates, limit, wishes), unknown, limit, seed)

  const facts: ReasonFacts = {
    open,
    usual: readUsual(open.scorer, items),
    question,
    moment,
    deeds,
    items: profile.items,
    values: profile.values,
    muchSaved: upperQuarter(candidates, ({ saving }) => saving),
    muchLiked: Math.max(
      PEOPLE,
      upperQuarter(candidates, ({ popularity }) => popularity),
    ),
  }
  const parts = list.map((n): Parts => {
    const candidate = candidates[n]!
    const said = weighSaid(moment, candidate)
    return {
      candidate,
      item: items[n]!,
      neighbours: open.scorer.scoreNeighbours(items[n]!.item),
      content: open.scorer.scoreContent(items[n]!),
      popularity: weighPopularity(candidate),
      likedShop: unit * said.likedShop,
      interest: unit * said.interest,
      moment: weighMoment(moment, candidate),
    }
  })
  const reasons = giveReasons(facts, parts)
  return list.map((n, place) => ({
    offerId: candidates[n]!.offerId,
    score: scores[n]!,
    reason: reasons[place]!,
    isExplored: explored.has(n),
  }))
}
