import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'

import { isOfferExpired } from '#contract/offer-rules.ts'

import { useNow } from '#web/lib/clock.tsx'
import { listCovers } from '#web/offers/list-covers.ts'
import { OfferCard } from '#web/offers/offer-card.tsx'
import { OfferSkeleton } from '#web/offers/offer-skeleton.tsx'
import { EmptyShop } from '#web/ui/empty-shop.tsx'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'

import { recommendedQuery } from './queries.ts'

/** What fits this shopper, best first. */
export function RecommendedOffers({ userId }: { userId: string }) {
  const query = useQuery(recommendedQuery(userId))
  const now = useNow()
  const offers = query.data?.filter((offer) => !isOfferExpired(offer, now))
  const covers = useMemo(() => listCovers([{ data: query.data ?? [] }])[0], [query.data])
  return (
    <Frame>
      {query.data && <CachedData query={query} />}
      {offers === undefined ? (
        <LoadState query={query} label="Loading offers" failure="Failed to load data. Please try again later.">
          <OfferSkeleton count={8} />
        </LoadState>
      ) : offers.length === 0 ? (
        <EmptyShop title="No offers found" />
      ) : (
        <ul className="cards">
          {offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer} labels="list" isInList cover={covers?.get(offer.id)} />
          ))}
        </ul>
      )}
    </Frame>
  )
}

/** Its place, while nobody knows yet for whom. */
export const RecommendedShell = () => (
  <Frame>
    <OfferSkeleton count={8} />
  </Frame>
)

const Frame = ({ children }: { children: ReactNode }) => (
  <section id="offers" className="wrap pb-14" aria-labelledby="recommended">
    <div className="list-head">
      <h2 id="recommended">Recommended Offers</h2>
      <p className="muted">By your interests, the shops you like, and what is popular.</p>
      <Link className="link" to="/settings#interests">
        Your interests
      </Link>
    </div>
    {children}
  </section>
)
