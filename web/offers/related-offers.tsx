import { useQuery } from '@tanstack/react-query'

import type { Offer } from '#contract/offer.ts'

import { OfferCards } from './offer-cards.tsx'
import { OfferSkeleton } from './offer-skeleton.tsx'
import { relatedOffersQuery } from './queries.ts'

/** More of the kind. Where they cannot be had, the page stands without them. */
export function RelatedOffers({ offer }: { offer: Offer }) {
  const { data: offers, isError } = useQuery(relatedOffersQuery(offer))
  if (isError && !offers) return null
  return (
    <section className="py-14" aria-labelledby="related">
      <h2 id="related" className="mb-4">
        Related Offers
      </h2>
      {offers === undefined ? (
        <OfferSkeleton count={4} />
      ) : offers.length === 0 ? (
        <p className="muted">No related offers found</p>
      ) : (
        <OfferCards offers={offers} />
      )}
    </section>
  )
}
