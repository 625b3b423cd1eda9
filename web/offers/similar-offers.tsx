import type { Offer } from '#contract/offer.ts'

import type { Failure } from '#web/lib/failure.ts'
import { DrawnSavingData } from '#web/lib/data-saving.ts'

import { OfferCards } from './offer-cards.tsx'

/** The offers that an answer "it is no more" (410) brings along. */
export const similarOf = (failure: Failure) => (failure.details?.['similar'] ?? []) as Offer[]

export function SimilarOffers({ failure }: { failure: Failure }) {
  const similar = similarOf(failure)
  return (
    similar.length > 0 && (
      <section className="pb-14" aria-labelledby="similar">
        <h2 id="similar" className="mb-4">
          Similar offers
        </h2>
        <DrawnSavingData value={failure.savesData ?? false}>
          <OfferCards offers={similar} />
        </DrawnSavingData>
      </section>
    )
  )
}
