/**
 * Why offers are recommended: of each the part without which its score would fall most, if what it says is true; and where that has just been
 * said twice, the next that is true.
 */
import { distanceBetween } from '#contract/distance.ts'
import type { Reason } from '#contract/recommendation.ts'
import { reasonText } from '#contract/recommendation-texts.ts'
import type { Position } from '#contract/wire.ts'
import { ABOUT_CATEGORY, ABOUT_PLACE } from './describe-fit.ts'
import type { Candidate, Question, Deed } from './question.ts'
import type { ModelIndex } from './read-question.ts'
import type { Item } from './score-subjects.ts'
import { endsSoon, findInterest, isNew, type Moment, type weighMoment } from './weigh-moment.ts'

/** What a candidate's score is made of: the numbers are added up before the moment's factors multiply them. */
export type Parts = {
  candidate: Candidate
  item: Item
  neighbours: number
  content: number
  popularity: number
  likedShop: number
  interest: number
  moment: ReturnType<typeof weighMoment>
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
  /** What an offer saves more than most of the candidates do, and from where on it is popular. */
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
function findSimilar(
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

/** The same words stand at most twice in so many places one after the other, and so on no more than a third of a list, where others are true. */
const RUN = 6
const AT_ONCE = 2

/** One reason for each of a list, in its order. */
export function giveReasons(facts: ReasonFacts, list: Parts[]): Reason[] {
  const said: string[] = []
  return list.map((parts) => {
    const lately = said.slice(-(RUN - 1))
    let best: { reason: Reason; text: string; count: number } | undefined
    for (const reason of listReasons(facts, parts)) {
      const text = reasonText(reason, '')
      const count = lately.filter((one) => one === text).length
      if (count < (best?.count ?? Infinity)) best = { reason, text, count }
      if (count < AT_ONCE) break
    }
    const { reason, text } = best!
    said.push(text)
    return reason
  })
}

/** All that is true of an offer, what weighs most first; never nothing. */
function* listReasons(facts: ReasonFacts, parts: Parts): Generator<Reason> {
  const { neighbours, content, popularity, likedShop, interest, moment } = parts
  const sum = neighbours + content + popularity + likedShop + interest
  const falls = (part: number) => (part <= 0 ? 0 : part >= sum ? Infinity : Math.log(sum / (sum - part)))
  const ofCategory = fallOfContent(facts, parts, ABOUT_CATEGORY)
  const ofPlace = fallOfContent(facts, parts, ABOUT_PLACE)
  const neighbourhood = findNeighbourhood(facts.question.neighbourhoods, parts.candidate.position)
  const find = createFinders(facts, parts, neighbourhood)
  const options: [fall: number, find: () => Reason | undefined][] = [
    // Its kind, its place and its neighbours are those of the liked shop itself.
    [Infinity, find.likedShop],
    [falls(Math.max(ofCategory, ofPlace)), find.seenShop],
    [falls(neighbours), find.similar],
    [falls(ofCategory), find.category],
    [falls(ofPlace), find.place],
    [falls(interest), find.interest],
    [falls(popularity + content - Math.max(ofCategory, ofPlace)), find.popular],
    [moment.saving, find.saving],
    [moment.endsSoon, find.endsSoon],
    [moment.isNew, find.isNew],
  ]
  for (const [, findOne] of options.toSorted(([one], [other]) => (one === other ? 0 : other - one))) {
    const reason = findOne()
    if (reason) yield reason
  }
  yield neighbourhood === undefined ? { kind: 'running' } : { kind: 'running-near', place: neighbourhood }
}

/** Each kind of reason, where it is true. */
function createFinders(facts: ReasonFacts, { candidate, item }: Parts, neighbourhood: string | undefined) {
  const { question, moment, deeds, muchLiked, muchSaved } = facts
  const isFresh = isNew(candidate, moment)
  return {
    likedShop(): Reason | undefined {
      const likes = question.shopper.deeds.filter(({ shopId, kind }) => shopId === candidate.shopId && kind === 'like')
      const [like] = likes
      if (!like) return undefined
      // A deed without a category is of the shop itself.
      if (likes.every((deed) => deed.category !== undefined)) return { kind: 'same-shop', shop: like.shopName }
      return { kind: isFresh ? 'new-at-liked-shop' : 'liked-shop', shop: like.shopName }
    },
    seenShop(): Reason | undefined {
      const seen = deeds.find(({ shopId, kind }) => shopId === candidate.shopId && kind === 'click')
      return seen && { kind: 'seen-shop', shop: seen.shopName }
    },
    similar(): Reason | undefined {
      const deed = findSimilar(facts, item.item, candidate.shopId)
      return deed && { kind: 'similar', to: toOf(deed), shop: deed.shopName }
    },
    category(): Reason | undefined {
      const alike = deeds.filter((deed) => deed.category === candidate.category)
      const deed = alike.find(({ kind }) => kind === 'like') ?? alike[0]
      return deed && { kind: 'category', to: toOf(deed), category: candidate.category }
    },
    place(): Reason | undefined {
      const isClose = deeds.some(
        ({ shopId, position }) =>
          position && candidate.position && shopId !== candidate.shopId && distanceBetween(position, candidate.position) <= CLOSE,
      )
      return isClose ? { kind: 'near-your-places', place: neighbourhood ?? null } : undefined
    },
    interest(): Reason | undefined {
      const found = findInterest(moment, candidate)
      return found === undefined ? undefined : { kind: 'interest', interest: found }
    },
    popular(): Reason | undefined {
      if (candidate.popularity < muchLiked) return undefined
      return neighbourhood === undefined ? { kind: 'popular' } : { kind: 'popular-near', place: neighbourhood }
    },
    saving: (): Reason | undefined => (candidate.saving > 0 && candidate.saving >= muchSaved ? { kind: 'saving' } : undefined),
    endsSoon: (): Reason | undefined => (endsSoon(candidate, question.now) ? { kind: 'ends-soon' } : undefined),
    isNew: (): Reason | undefined => (isFresh ? { kind: 'new' } : undefined),
  }
}
