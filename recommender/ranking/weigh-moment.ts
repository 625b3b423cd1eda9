/** What of a score only the moment and the shopper's own words know. */
import { distanceBetween } from '#contract/distance.ts'
import { DAY, HOUR } from '#contract/time.ts'
import type { Candidate, Question } from './question.ts'

/** So long an offer is new, and so close to its end it is about to go. */
const NEW_FOR = 3 * DAY
const ENDS_WITHIN = 6 * HOUR
/**
 * What the shopper said is added to what training says, in units of what a good candidate has (rankOffers): multiplied, it would vanish where
 * training says little. `ofLikedOffer`: they like an offer of the shop, and have not said so of the shop.
 */
const SAID = { likedShop: 1.5, newAtLikedShop: 1.8, ofLikedOffer: 0.75, interest: 0.75 }
/** The logs of factors; 0 changes nothing. Set by hand: no public data says what they are worth. The log of the exploration tells, once there is one. */
const LOG = {
  usableNow: Math.log(1.3),
  endsSoon: Math.log(1.15),
  isNew: Math.log(1.1),
  opened: Math.log(0.7),
  dismissedShop: Math.log(0.25),
  dismissedCategory: Math.log(0.85),
}
/** Kilometres at which an offer is worth half of one next door. */
const HALF_WAY = 3

/** So many numbers say how all of them lie: sorting thousands is a tenth of an answer. */
const SAMPLE = 250

/** The number of each, in their order: where there are many of some, evenly spread. */
export function sortSome<T>(all: ArrayLike<T>, numberOf: (one: T) => number) {
  const step = Math.max(1, Math.ceil(all.length / SAMPLE))
  const numbers = new Float64Array(Math.ceil(all.length / step))
  for (let n = 0; n < numbers.length; n += 1) numbers[n] = numberOf(all[n * step]!)
  return numbers.toSorted()
}

/** From here on times are late among these: an hour after two thirds of them, so that what came together is never late. */
export function findLate<T>(all: ArrayLike<T>, timeOf: (one: T) => number) {
  const sorted = sortSome(all, timeOf)
  return (sorted[Math.floor(((sorted.length - 1) * 2) / 3)] ?? Infinity) + HOUR
}

export type Moment = ReturnType<typeof readMoment>

export function readMoment({ shopper, candidates, now }: Question) {
  const dismissed = shopper.deeds.filter(({ kind }) => kind === 'dismissal')
  const count = new Map<string, number>()
  for (const { category } of dismissed) if (category !== undefined) count.set(category, (count.get(category) ?? 0) + 1)
  const liked = shopper.deeds.filter(({ kind }) => kind === 'like').map(({ shopId }) => shopId)
  return {
    now,
    near: shopper.near,
    newFrom: Math.max(
      now - NEW_FOR,
      findLate(candidates, ({ startsAt }) => startsAt),
    ),
    likedShops: new Set(shopper.likedShops),
    shopsOfLiked: new Set(liked),
    categories: new Set(shopper.interestedCategories),
    tags: new Set(shopper.interestedTags.map((tag) => tag.toLowerCase())),
    dismissedShops: new Set(dismissed.map(({ shopId }) => shopId)),
    dismissedCategories: count,
  }
}

/** It began in the last days, and later than most: where everything has just come, nothing is new. */
export const isNew = ({ startsAt }: Candidate, { now, newFrom }: Pick<Moment, 'now' | 'newFrom'>) => startsAt <= now && startsAt > newFrom
export const endsSoon = ({ endsAt, isUsableNow }: Candidate, now: number) =>
  endsAt > now && endsAt - now < ENDS_WITHIN && isUsableNow !== false

/** Something that the shopper said they are interested in, as the offer names it. */
export const findInterest = ({ categories, tags }: Moment, candidate: Candidate) =>
  categories.has(candidate.category)
    ? candidate.category
    : tags.size === 0
      ? undefined
      : candidate.tags.find((tag) => tags.has(tag.toLowerCase()))

/** What the shopper said of the candidate, in units: 0 where they said nothing. */
export const weighSaid = (moment: Moment, candidate: Candidate) => ({
  likedShop: weighShop(moment, candidate),
  interest: weighInterest(moment, candidate),
})

function weighShop(moment: Moment, candidate: Candidate) {
  if (moment.likedShops.has(candidate.shopId)) return isNew(candidate, moment) ? SAID.newAtLikedShop : SAID.likedShop
  return moment.shopsOfLiked.has(candidate.shopId) ? SAID.ofLikedOffer : 0
}
const weighInterest = (moment: Moment, candidate: Candidate) => (findInterest(moment, candidate) === undefined ? 0 : SAID.interest)

/** The moment's factors one by one. `way`, `usable`, `opened` and `dismissed` are never a reason. */
export function weighMoment(moment: Moment, candidate: Candidate) {
  const { now, near } = moment
  const away = near && candidate.position ? distanceBetween(near, candidate.position) : 0
  return {
    saving: Math.log1p(Math.max(0, Math.min(1, candidate.saving))),
    endsSoon: endsSoon(candidate, now) ? LOG.endsSoon : 0,
    isNew: isNew(candidate, moment) ? LOG.isNew : 0,
    usable: candidate.isUsableNow ? LOG.usableNow : 0,
    opened: candidate.isOpened ? LOG.opened : 0,
    way: -Math.log1p((away / HALF_WAY) ** 2),
    dismissed:
      (moment.dismissedShops.has(candidate.shopId) ? LOG.dismissedShop : 0) +
      LOG.dismissedCategory * Math.min(5, moment.dismissedCategories.get(candidate.category) ?? 0),
  }
}
