import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { CAROUSEL } from '#contract/constants.ts'
import { isOfferExpired } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'

import { useNow } from '#web/lib/clock.tsx'
import { OfferCard } from '#web/offers/offer-card.tsx'
import { featuredQuery } from '#web/offers/queries.ts'
import { Icon } from '#web/ui/icon.tsx'

import { useCarousel, useIsLookedAt } from './use-carousel.ts'

/** The biggest savings of the city, one after the other. */
export function FeaturedDeals() {
  const now = useNow()
  const offers = (useQuery(featuredQuery).data ?? []).filter((offer) => !isOfferExpired(offer, now))
  return offers.length > 0 && <Carousel offers={offers} />
}

function Carousel({ offers }: { offers: Offer[] }) {
  const track = useRef<HTMLUListElement>(null)
  const section = useRef<HTMLElement>(null)
  const isLookedAt = useIsLookedAt(section)
  const { index, show, isPaused, setIsPaused, onScroll, onScrollEnd } = useCarousel(track, offers.length, isLookedAt)
  return (
    <section className="featured wrap" aria-labelledby="featured" ref={section}>
      <div className="section-head">
        <h2 id="featured">Featured Deals</h2>
        {offers.length > 1 && (
          <div className="carousel-tools scripted-only">
            <button
              type="button"
              className="icon-btn pause"
              aria-label={isPaused ? 'Play' : 'Pause'}
              onClick={() => setIsPaused(!isPaused)}
            >
              <Icon name={isPaused ? 'play' : 'pause'} />
            </button>
            <button type="button" className="icon-btn" aria-label="Previous deal" onClick={() => show(index - 1)}>
              <Icon name="caret-left" />
            </button>
            <button type="button" className="icon-btn" aria-label="Next deal" onClick={() => show(index + 1)}>
              <Icon name="caret-right" />
            </button>
          </div>
        )}
      </div>
      <ul className="track" ref={track} onScroll={onScroll} onScrollEnd={onScrollEnd}>
        {offers.map((offer, position) => (
          <OfferCard key={offer.id} offer={offer} labels="landing" tags={CAROUSEL.tags} isInList isFirst={position === 0} />
        ))}
      </ul>
      {offers.length > 1 && (
        <div className="dots scripted-only" role="group" aria-label="Choose a deal">
          {offers.map((offer, position) => (
            <button
              key={offer.id}
              type="button"
              aria-label={`Deal ${position + 1} of ${offers.length}`}
              aria-current={position === index ? 'true' : undefined}
              onClick={() => show(position)}
            />
          ))}
        </div>
      )}
    </section>
  )
}
