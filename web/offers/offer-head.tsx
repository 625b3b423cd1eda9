import { Link } from 'react-router'

import { directionsUrl, positionOf } from '#contract/distance.ts'
import { discountLabel, formatMoment, formatPrice, honestSaving, isOfferExpired } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'
import { shopIdOf, shopNameOf } from '#contract/shop-rules.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** What it is, where, what it costs, until when, and the one thing to do now. */
export function OfferHead({ offer, className }: { offer: Offer; className: string }) {
  const city = useCity()
  const now = useNow()
  const position = positionOf(offer.shop.location)
  return (
    <div className={`grid gap-4 ${className}`}>
      <div>
        <h1>{offer.title}</h1>
        <p className="mt-2">
          at{' '}
          <Link className="link" to={`/shops/${shopIdOf(offer.shop)}`} prefetch="intent">
            {shopNameOf(offer.shop)}
          </Link>
        </p>
      </div>
      <OfferSaving offer={offer} />
      <p className="muted text-sm">{offer.endDate ? `Valid until ${formatMoment(offer.endDate, city)}` : 'No end date'}</p>
      {position && !isOfferExpired(offer, now) && (
        <a className="btn" href={directionsUrl(position)} target="_blank" rel="noopener noreferrer">
          <Icon name="navigation-arrow" />
          Get Directions
        </a>
      )}
    </div>
  )
}

function OfferSaving({ offer }: { offer: Offer }) {
  const city = useCity()
  const saving = honestSaving(offer)
  if (offer.discountedPrice === null) {
    const label = discountLabel(offer)
    return label ? (
      <p className="saving">
        <span className="num now">{label} off</span>
      </p>
    ) : null
  }
  return (
    <p className="saving">
      <span className="num now">{formatPrice(offer.discountedPrice, city)}</span>
      {saving?.money !== undefined && offer.originalPrice !== null && (
        <span className="was">
          <span className="you">You save {formatPrice(saving.money, city)}</span>
          <s>{formatPrice(offer.originalPrice, city)}</s> before
        </span>
      )}
    </p>
  )
}
