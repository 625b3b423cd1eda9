import { Link } from 'react-router'

import { discountLabel, formatMoment, formatPrice, honestSaving, isOfferExpired } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'
import { shopIdOf, shopNameOf } from '#contract/shop-rules.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { languageOf } from '#web/lib/language.ts'

/** What it is, where, what it costs, until when. */
export function OfferHead({ offer, className }: { offer: Offer; className: string }) {
  const city = useCity()
  const isExpired = isOfferExpired(offer, useNow())
  return (
    <div className={`grid gap-4 ${className}`}>
      <div>
        <h1 lang={languageOf(offer.title)}>{offer.title}</h1>
        <p className="mt-2">
          at{' '}
          <Link className="link" to={`/shops/${shopIdOf(offer.shop)}`} prefetch="intent">
            {shopNameOf(offer.shop)}
          </Link>
        </p>
      </div>
      <OfferSaving offer={offer} isExpired={isExpired} />
      <p className="muted text-sm">
        {offer.endDate ? `${isExpired ? 'Was valid' : 'Valid'} until ${formatMoment(offer.endDate, city)}` : 'No end date'}
      </p>
    </div>
  )
}

function OfferSaving({ offer, isExpired }: { offer: Offer; isExpired: boolean }) {
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
          <span className="you">
            {isExpired ? 'You would have saved' : 'You save'} {formatPrice(saving.money, city)}
          </span>
          <s>{formatPrice(offer.originalPrice, city)}</s> before
        </span>
      )}
    </p>
  )
}
