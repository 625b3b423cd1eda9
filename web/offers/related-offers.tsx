import { useQuery } from '@tanstack/react-query'

import type { Offer } from '#contract/offer.ts'

import { OfferCard } from './offer-card.tsx'
import { OfferSkeleton } from './offer-skeleton.tsx'
import { relatedOffersQuery } from './queries.ts'
import { listCovers } from './list-covers.ts'

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

export function OfferCards({ offers }: { offers: Offer[] }) {
  const covers = listCovers([{ data: offers }])[0]
  return (
    <ul className="cards">
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} cover={covers?.get(offer.id)} />
      ))}
    </ul>
  )
}
