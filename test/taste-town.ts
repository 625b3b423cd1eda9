/** A small town for the recommender's tests: bakeries in the north, gyms in the south, and shoppers who go to the one kind or to the other. */
import { DAY } from '#contract/time.ts'
import type { Candidate, Question, Deed } from '#recommender/ranking/question.ts'
import { drawNumbers } from '#recommender/ranking/pick-offers.ts'
import type { TrainingSet } from '#recommender/training/training-set.ts'

export const NOW = Date.UTC(2026, 5, 1, 8)
const KINDS = ['Food', 'Health'] as const
export const SHOPS = 40
/** Bakeries are the first half of the shops. */
export const isBakery = (shop: number) => shop < SHOPS / 2
export const placeOf = (shop: number) => ({ lat: (isBakery(shop) ? 6.95 : 6.88) + (shop % 10) * 0.0005, lng: 79.86 })

/** `strays` is the part of choices that are of no taste at all. The last shop of each kind has never been chosen by anybody. */
export function buildTown({ users = 200, strays = 0.1, seed = 3, from = NOW - 100 * DAY } = {}): TrainingSet {
  const draw = drawNumbers(seed)
  const half = SHOPS / 2
  const rows: { user: number; shop: number; at: number }[] = []
  for (let user = 0; user < users; user += 1)
    for (let n = 0; n < 8; n += 1) {
      const kind = draw() < strays ? Math.floor(draw() * 2) : user % 2
      rows.push({ user, shop: kind * half + Math.floor(draw() ** 1.5 * (half - 1)), at: from + draw() * 50 * DAY })
    }
  return {
    shops: Array.from({ length: SHOPS }, (_, shop) => ({
      id: `shop-${shop}`,
      position: placeOf(shop),
      categories: [isBakery(shop) ? 0 : 1],
    })),
    categories: KINDS.map((name) => ({ name })),
    users,
    events: {
      user: Uint32Array.from(rows, ({ user }) => user),
      shop: Uint32Array.from(rows, ({ shop }) => shop),
      category: new Int32Array(rows.length).fill(-1),
      weight: new Float32Array(rows.length).fill(1),
      at: Float64Array.from(rows, ({ at }) => at),
    },
  }
}

export const buildDeed = (shop: number, changes: Partial<Deed> = {}): Deed => ({
  shopId: `shop-${shop}`,
  shopName: `Shop ${shop}`,
  category: KINDS[isBakery(shop) ? 0 : 1],
  kind: 'like',
  at: NOW - 10 * DAY,
  position: placeOf(shop),
  ...changes,
})

export const buildCandidate = (shop: number, changes: Partial<Candidate> = {}): Candidate => ({
  offerId: `offer-${shop}`,
  shopId: `shop-${shop}`,
  category: KINDS[isBakery(shop) ? 0 : 1],
  tags: [],
  position: placeOf(shop),
  saving: 0,
  startsAt: NOW - 30 * DAY,
  endsAt: NOW + 30 * DAY,
  popularity: 1,
  ...changes,
})

/** One offer of every shop, asked for by a stranger, unless the changes say otherwise. */
export const buildQuestion = ({
  shopper,
  ...changes
}: Partial<Omit<Question, 'shopper'>> & { shopper?: Partial<Question['shopper']> } = {}): Question => ({
  shopper: { deeds: [], interestedCategories: [], interestedTags: [], likedShops: [], ...shopper },
  candidates: Array.from({ length: SHOPS }, (_, shop) => buildCandidate(shop)),
  now: NOW,
  limit: 10,
  seed: 0,
  neighbourhoods: [
    { name: 'Northend', ...placeOf(5) },
    { name: 'Southend', ...placeOf(25) },
  ],
  ...changes,
})
