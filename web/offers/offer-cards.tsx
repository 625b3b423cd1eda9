import type { Offer } from '#contract/offer.ts'

import { pickOfferCovers } from './pick-offer-covers.ts'
import { OfferCard } from './offer-card.tsx'

export function OfferCards({ offers }: { offers: Offer[] }) {
  const covers = pickOfferCovers([{ data: offers }])[0]
  return (
    <ul className="cards">
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} cover={covers?.get(offer.id)} />
      ))}
    </ul>
  )
}
