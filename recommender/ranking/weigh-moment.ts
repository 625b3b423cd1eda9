/** What of a score only the moment and the shopper's own words know. Everything is the log of a factor; 0 changes nothing. */
import { distanceBetween } from '#contract/distance.ts'
import { DAY, HOUR } from '#contract/time.ts'
import type { Candidate, Question } from './question.ts'

/** So long an offer is new, and so close to its end it is about to go. */
export const NEW_FOR = 3 * DAY
export const ENDS_WITHIN = 6 * HOUR
/** Set by hand: no public data says what they are worth. The log of the exploration tells, once there is one. */
const LOG = {
  likedShop: Math.log(3),
  newAtLikedShop: Math.log(4),
  interest: Math.log(4),
  usableNow: Math.log(1.3),
  endsSoon: Math.log(1.15),
  isNew: Math.log(1.1),
  dismissedShop: Math.log(0.25),
  dismissedCategory: Math.log(0.85),
}
/** Kilometres at which an offer is worth half of one next door. */
const HALF_WAY = 3

export type Moment = ReturnType<typeof readMoment>

export function readMoment({ shopper, now }: Question) {
  const dismissed = shopper.deeds.filter(({ kind }) => kind === 'dismissal')
  const count = new Map<string, number>()
  for (const { category } of dismissed) if (category !== undefined) count.set(category, (count.get(category) ?? 0) + 1)
  const liked = shopper.deeds.filter(({ kind }) => kind === 'like').map(({ shopId }) => shopId)
  return {
    now,
    near: shopper.near,
    likedShops: new Set([...shopper.likedShops, ...liked]),
    categories: new Set(shopper.interestedCategories),
    tags: new Set(shopper.interestedTags.map((tag) => tag.toLowerCase())),
    dismissedShops: new Set(dismissed.map(({ shopId }) => shopId)),
    dismissedCategories: count,
  }
}

export const isNew = ({ startsAt }: Candidate, now: number) => startsAt <= now && now - startsAt < NEW_FOR
export const endsSoon = ({ endsAt }: Candidate, now: number) => endsAt > now && endsAt - now < ENDS_WITHIN

/** Something that the shopper said they are interested in, as the offer names it. */
export const findInterest = ({ categories, tags }: Moment, candidate: Candidate) =>
  categories.has(candidate.category)
    ? candidate.category
    : tags.size === 0
      ? undefined
      : candidate.tags.find((tag) => tags.has(tag.toLowerCase()))

/** The parts one by one. `way`, `usable` and `dismissed` are never a reason. */
export function weighMoment(moment: Moment, candidate: Candidate) {
  const { now, near } = moment
  const isFresh = isNew(candidate, now)
  const isLiked = moment.likedShops.has(candidate.shopId)
  const away = near && candidate.position ? distanceBetween(near, candidate.position) : 0
  return {
    likedShop: isLiked ? (isFresh ? LOG.newAtLikedShop : LOG.likedShop) : 0,
    interest: findInterest(moment, candidate) === undefined ? 0 : LOG.interest,
    saving: Math.log1p(Math.max(0, Math.min(1, candidate.saving))),
    endsSoon: endsSoon(candidate, now) && candidate.isUsableNow !== false ? LOG.endsSoon : 0,
    isNew: isFresh ? LOG.isNew : 0,
    usable: candidate.isUsableNow ? LOG.usableNow : 0,
    way: -Math.log1p((away / HALF_WAY) ** 2),
    dismissed:
      (moment.dismissedShops.has(candidate.shopId) ? LOG.dismissedShop : 0) +
      LOG.dismissedCategory * Math.min(5, moment.dismissedCategories.get(candidate.category) ?? 0),
  }
}
