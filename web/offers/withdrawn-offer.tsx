import { Link } from 'react-router'

import { PageHead } from '#web/frame/page-head.tsx'
import type { Failure } from '#web/lib/failure.ts'
import { EmptyShop } from '#web/ui/empty-shop.tsx'

import { SimilarOffers, similarOf } from './similar-offers.tsx'

/** It was here and is no more (410): say so, and show what is like it. */
export const WithdrawnOffer = ({ failure }: { failure: Failure }) => (
  <div className="wrap">
    <PageHead title="Offer withdrawn | Kade" />
    <EmptyShop level="h1" title={failure.message}>
      <p>{similarOf(failure).length > 0 ? 'These are like it.' : 'There are others.'}</p>
      <Link className="btn" to="/">
        Back to Home
      </Link>
    </EmptyShop>
    <SimilarOffers failure={failure} />
  </div>
)
