import { Link } from 'react-router'

import type { Offer } from '#contract/offer.ts'

import { PageHead } from '#web/frame/page-head.tsx'
import type { Failure } from '#web/lib/failure.ts'
import { EmptyShop } from '#web/ui/empty-shop.tsx'

import { OfferCards } from './related-offers.tsx'

/** It was here and is no more (410): say so, and show what is like it. */
export function WithdrawnOffer({ failure }: { failure: Failure }) {
  const similar = (failure.details?.['similar'] ?? []) as Offer[]
  return (
    <div className="wrap">
      <PageHead title="Offer withdrawn | Kade" />
      <EmptyShop level="h1" title={failure.message}>
        <p>{similar.length > 0 ? 'These are like it.' : 'There are others.'}</p>
        <Link className="btn" to="/">
          Back to Home
        </Link>
      </EmptyShop>
      {similar.length > 0 && (
        <section className="pb-14" aria-labelledby="similar">
          <h2 id="similar" className="mb-4">
            Similar offers
          </h2>
          <OfferCards offers={similar} />
        </section>
      )}
    </div>
  )
}
