/** Why an offer is recommended: the part without which its score would fall most, if what it says is true. */
import { distanceBetween } from '#contract/distance.ts'
import type { Reason } from '#contract/recommendation.ts'
import type { Position } from '#contract/wire.ts'
import { ABOUT_CATEGORY, ABOUT_PLACE } from './describe-fit.ts'
import type { Candidate, Question, Deed } from './question.ts'
import type { ModelIndex } from './read-question.ts'
import type { Item } from './score-subjects.ts'
import { endsSoon, findInterest, isNew, type Moment } from './weigh-moment.ts'

/** What a candidate's score is made of. `neighbours`, `content` and `popularity` are added up before the moment's factors multiply them. */
export type Parts = {
  candidate: Candidate
  item: Item
  neighbours: number
  content: number
  popularity: number
  moment: Record<'likedShop' | 'interest' | 'saving' | 'endsSoon' | 'isNew', number>
}

/** What reasons are checked against: facts of the shopper, the city and the other candidates. */
export type ReasonFacts = {
  open: ModelIndex
  /** The numbers of content as they mostly are among the candidates. */
  usual: Float32Array
  question: Question
  moment: Moment
  /** The latest deed of each place of `items`, which a score was made of. */
  deeds: Deed[]
  items: Int32Array
  values: Float32Array
  /** What an offer saves, or how popular it is, when it does so more than most of the candidates. */
  muchSaved: number
  muchLiked: number
}

/** Kilometres within which an offer is of a neighbourhood, and close to somebody's places. */
const OF_NEIGHBOURHOOD = 1.5
const CLOSE = 1

export function findNeighbourhood(neighbourhoods: Question['neighbourhoods'], position: Position | undefined) {
  let nearest: { name: string; distance: number } | undefined
  for (const { name, ...place } of position ? neighbourhoods : []) {
    const distance = distanceBetween(place, position!)
    if (distance <= OF_NEIGHBOURHOOD && distance < (nearest?.distance ?? Infinity)) nearest = { name, distance }
  }
  return nearest?.name
}

const toOf = ({ kind }: Deed) => (kind === 'like' ? 'liked' : 'seen')

/** What the shopper chose that most of all leads to the item. */
export function findSimilar(
  { open, deeds, items, values }: Pick<ReasonFacts, 'open' | 'deeds' | 'items' | 'values'>,
  item: number,
  shopId: string,
) {
  const { starts, columns, values: weights } = open.model.neighbours
  let best: { deed: Deed; weight: number } | undefined
  for (const [n, from] of items.entries()) {
    if (from < 0 || deeds[n]!.shopId === shopId) continue
    for (let k = starts[from]!; k < starts[from + 1]!; k += 1) {
      const weight = values[n]! * weights[k]!
      if (columns[k] === item && weight > (best?.weight ?? 0)) best = { deed: deeds[n]!, weight }
    }
  }
  return best?.deed
}

/** The score of content, had the shopper no such kind of shop, or were the offer as far from theirs as most are. */
function fallOfContent({ open, usual, question }: ReasonFacts, { item, content }: Parts, features: readonly number[]) {
  if (content === 0 || question.shopper.deeds.length === 0) return 0
  const neutral = features === ABOUT_PLACE ? usual : open.scorer.describeNobody(item)
  return (
    content -
    Math.min(
      content,
      open.scorer.scoreContent(item, (row) => features.forEach((feature) => (row[feature] = neutral[feature]!))),
    )
  )
}

export function giveReason(facts: ReasonFacts, parts: Parts): Reason {
  const { question, moment, deeds, muchLiked, muchSaved } = facts
  const { candidate, item, neighbours, content, popularity, moment: factors } = parts
  const sum = neighbours + content + popularity
  const falls = (part: number) => (part <= 0 ? 0 : part >= sum ? Infinity : Math.log(sum / (sum - part)))
  const ofCategory = fallOfContent(facts, parts, ABOUT_CATEGORY)
  const ofPlace = fallOfContent(facts, parts, ABOUT_PLACE)
  const neighbourhood = findNeighbourhood(question.neighbourhoods, candidate.position)
  const isPopular = candidate.popularity > 0 && candidate.popularity >= muchLiked
  const options: [fall: number, find: () => Reason | undefined][] = [
    [falls(neighbours), () => similar()],
    [falls(ofCategory), () => category()],
    [falls(ofPlace), () => place()],
    [factors.interest, () => ({ kind: 'interest', interest: findInterest(moment, candidate)! })],
    [falls(popularity + content - Math.max(ofCategory, ofPlace)), () => popular()],
    [factors.saving, () => (candidate.saving > 0 && candidate.saving >= muchSaved ? { kind: 'saving' } : undefined)],
    [factors.endsSoon, () => ({ kind: 'ends-soon' })],
    [factors.isNew, () => ({ kind: 'new' })],
  ]
  // Its kind, its place and its neighbours are then those of the liked shop itself.
  const own = factors.likedShop > 0 ? likedShop() : undefined
  if (own) return own
  for (const [, find] of options.filter(([fall]) => fall > 0).toSorted(([one], [other]) => other - one)) {
    const reason = find()
    if (reason) return reason
  }
  // Nothing weighs anything: a plain fact, whichever is left.
  if (endsSoon(candidate, question.now)) return { kind: 'ends-soon' }
  return { kind: 'running' }

  function likedShop(): Reason | undefined {
    const likes = question.shopper.deeds.filter(({ shopId, kind }) => shopId === candidate.shopId && kind === 'like')
    const [like] = likes
    if (!like) return undefined
    // A deed without a category is of the shop itself.
    if (likes.every((deed) => deed.category !== undefined)) return { kind: 'same-shop', shop: like.shopName }
    return { kind: isNew(candidate, question.now) ? 'new-at-liked-shop' : 'liked-shop', shop: like.shopName }
  }
  function similar(): Reason | undefined {
    const deed = findSimilar(facts, item.item, candidate.shopId)
    return deed && { kind: 'similar', to: toOf(deed), shop: deed.shopName }
  }
  function category(): Reason | undefined {
    const alike = deeds.filter((deed) => deed.category === candidate.category)
    const deed = alike.find(({ kind }) => kind === 'like') ?? alike[0]
    return deed && { kind: 'category', to: toOf(deed), category: candidate.category }
  }
  function place(): Reason | undefined {
    const isClose = deeds.some(({ position }) => position && candidate.position && distanceBetween(position, candidate.position) <= CLOSE)
    return isClose ? { kind: 'near-your-places', place: neighbourhood ?? null } : undefined
  }
  function popular(): Reason | undefined {
    if (!isPopular) return undefined
    return neighbourhood === undefined ? { kind: 'popular' } : { kind: 'popular-near', place: neighbourhood }
  }
}
