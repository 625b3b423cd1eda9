import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { PAGE_SIZE } from '#contract/constants.ts'
import { isOfferExpired } from '#contract/offer-rules.ts'

import { useNow } from '#web/lib/clock.tsx'
import { pickOfferCovers } from '#web/offers/pick-offer-covers.ts'
import { OfferCard } from '#web/offers/offer-card.tsx'
import { OfferSkeleton } from '#web/offers/offer-skeleton.tsx'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'

import { shopOffersQuery } from './queries.ts'

/** What the shop offers now and soon (#107). */
export function ShopOffers({ id }: { id: string }) {
  const pages = useInfiniteQuery(shopOffersQuery(id))
  const list = useRef<HTMLUListElement>(null)
  const now = useNow()
  const covers = new Map(pickOfferCovers(pages.data?.pages ?? []).flatMap((some) => [...some]))
  const offers = pages.data?.pages.flatMap((page) => page.data).filter((offer) => !isOfferExpired(offer, now))
  return (
    <section className="py-14" aria-labelledby="current">
      <h2 id="current" className="mb-4">
        Current Offers
      </h2>
      {offers && !pages.isFetchNextPageError && <CachedData query={pages} />}
      {offers === undefined ? (
        <LoadState query={pages} label="Loading offers" failure="Failed to load shop offers.">
          <OfferSkeleton count={4} />
        </LoadState>
      ) : offers.length === 0 ? (
        <p className="muted">No current offers from this shop</p>
      ) : (
        <>
          <ul className="cards" ref={list}>
            {offers.map((offer) => (
              <OfferCard key={offer.id} offer={offer} labels="shop" cover={covers.get(offer.id)} />
            ))}
          </ul>
          <ShowMore pages={pages} list={list} to={`/?shop=${encodeURIComponent(id)}`} waiting={<OfferSkeleton count={PAGE_SIZE} />} />
        </>
      )}
    </section>
  )
}
