import { Link } from 'react-router'

import { PageHead } from '#web/frame/page-head.tsx'
import type { Failure } from '#web/lib/failure.ts'
import { SimilarOffers } from '#web/offers/similar-offers.tsx'
import { EmptyShop } from '#web/ui/empty-shop.tsx'

/** It was here and is no more (410): say so, and show the way to the others. */
export const WithdrawnShop = ({ failure }: { failure: Failure }) => (
  <div className="wrap">
    <PageHead title="Shop withdrawn | Kade" />
    <EmptyShop level="h1" title={failure.message}>
      <p>Its offers have gone with it. There are others.</p>
      <p className="flex flex-wrap justify-center gap-2">
        <Link className="btn" to="/">
          Back to Home
        </Link>
        <Link className="btn second" to="/?view=shops">
          All shops
        </Link>
      </p>
    </EmptyShop>
    <SimilarOffers failure={failure} />
  </div>
)
