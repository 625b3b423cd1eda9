import type { Model } from './model.ts'
import type { Question, Ranked } from './question.ts'

/** The best first, at most `limit` of them, every offer once. */
export function rankOffers(_model: Model, { candidates, limit }: Question): Ranked[] {
  return candidates
    .toSorted((one, other) => other.popularity - one.popularity)
    .slice(0, limit)
    .map(({ offerId, popularity }) => ({ offerId, score: popularity, reason: { kind: 'popular' }, isExplored: false }))
}
