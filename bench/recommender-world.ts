/** A made-up city for measuring how training and serving grow: shoppers have a home and three tastes, shops a place, a category and a fame. */
import { CATEGORIES } from '#contract/constants.ts'
import { DAY } from '#contract/time.ts'
import { drawNumbers } from '#recommender/ranking/pick-offers.ts'
import type { Candidate, Question, Deed } from '#recommender/ranking/question.ts'
import type { TrainingSet } from '#recommender/training/training-set.ts'

const COLOMBO = { lat: 6.9, lng: 79.87 }
const SPREAD = 0.2
/** Shops that somebody looks at before they choose one of them. */
const LOOKS = 6

/** `events` choices by `users` shoppers of `shops` shops: some shoppers choose much more than others, some shops are chosen much more. */
export function makeWorld({
  shops: count,
  users,
  events: length,
  seed = 7,
}: {
  shops: number
  users: number
  events: number
  seed?: number
}): TrainingSet {
  const draw = drawNumbers(seed)
  const middle = () => (draw() + draw() + draw()) / 3 - 0.5
  const shops = Array.from({ length: count }, (_, n) => ({
    id: `shop-${n}`,
    position: { lat: COLOMBO.lat + SPREAD * middle(), lng: COLOMBO.lng + SPREAD * middle() },
    categories: [Math.floor(draw() ** 1.5 * CATEGORIES.length)],
  }))
  const homes = Array.from({ length: users }, () => ({ lat: COLOMBO.lat + SPREAD * middle(), lng: COLOMBO.lng + SPREAD * middle() }))
  const events = {
    user: new Uint32Array(length),
    shop: new Uint32Array(length),
    category: new Int32Array(length).fill(-1),
    weight: new Float32Array(length).fill(1),
    at: new Float64Array(length),
  }
  for (let n = 0; n < length; n += 1) {
    const user = Math.floor(draw() ** 1.7 * users)
    const home = homes[user]!
    let best = { shop: 0, fit: -Infinity }
    for (let look = 0; look < LOOKS; look += 1) {
      const shop = Math.floor(draw() ** 2 * count)
      const { position, categories } = shops[shop]!
      const away = Math.hypot(position.lat - home.lat, position.lng - home.lng) / SPREAD
      const fit = (categories[0]! % 5 === user % 5 ? 1 : 0) - 4 * away
      if (fit > best.fit) best = { shop, fit }
    }
    events.user[n] = user
    events.shop[n] = best.shop
    events.at[n] = Date.UTC(2026, 0, 1) + n * 1_000
  }
  return { shops, categories: CATEGORIES.map((name) => ({ name })), users, events }
}

/**
 * Questions as the service asks them: `candidates` offers in reach and up to 200 things that the shopper did. Each is made when it is taken, so
 * that hundreds of them are no memory of whoever answers.
 */
export function* makeQuestions(
  { shops, users, events }: TrainingSet,
  { questions, candidates, offers }: { questions: number; candidates: number; offers: number },
): Generator<Question> {
  const draw = drawNumbers(11)
  const now = Date.UTC(2026, 6, 1)
  const byUser = new Map<number, Deed[]>()
  const asked = new Set(Array.from({ length: questions }, () => Math.floor(draw() * users)))
  for (let n = 0; n < events.user.length; n += 1) {
    const own = byUser.get(events.user[n]!) ?? []
    if (!asked.has(events.user[n]!) || own.length === 200) continue
    const { id, position, categories } = shops[events.shop[n]!]!
    own.push({
      shopId: id,
      shopName: id,
      category: CATEGORIES[categories[0]!]!,
      kind: n % 3 === 0 ? 'like' : 'click',
      at: events.at[n]!,
      ...(position ? { position } : {}),
    })
    byUser.set(events.user[n]!, own)
  }
  const toCandidate = (): Candidate => {
    const offer = Math.floor(draw() * offers)
    const { id, position, categories } = shops[offer % shops.length]!
    const startsAt = now - draw() * 30 * DAY
    return {
      offerId: `offer-${offer}`,
      shopId: id,
      category: CATEGORIES[categories[0]!]!,
      tags: offer % 4 === 0 ? ['Brunch'] : [],
      ...(position ? { position } : {}),
      saving: draw() ** 2,
      startsAt,
      endsAt: now + draw() * 20 * DAY,
      isUsableNow: draw() < 0.6,
      popularity: draw() ** 6 * 50,
    }
  }
  const neighbourhoods = Array.from({ length: 20 }, (_, n) => ({
    name: `Quarter ${n}`,
    lat: COLOMBO.lat + SPREAD * (draw() - 0.5),
    lng: COLOMBO.lng + SPREAD * (draw() - 0.5),
  }))
  for (const user of asked)
    yield {
      shopper: {
        deeds: byUser.get(user) ?? [],
        interestedCategories: ['Food'],
        interestedTags: ['brunch'],
        likedShops: [],
        near: COLOMBO,
      },
      candidates: Array.from({ length: candidates }, toCandidate),
      now,
      limit: 24,
      seed: user + 1,
      neighbourhoods,
    }
}
