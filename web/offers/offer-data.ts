import type { City } from '#contract/city.ts'
import { offerShareUrl } from '#contract/cover-rules.ts'
import { isOfferExpired } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'

import { toPlaceData } from '#web/shops/shop-data.ts'

/** An offer as schema.org has it: until when, for how much, of whom. What is not known is left out. */
export function toOfferData(offer: Offer, now: number, { currency }: Pick<City, 'currency'>, toUrl: (path: string) => string) {
  return {
    '@type': 'Offer',
    name: offer.title,
    description: offer.description ?? undefined,
    url: toUrl(`/offers/${offer.id}`),
    image: toUrl(offerShareUrl(offer)),
    category: offer.category,
    price: offer.discountedPrice ?? undefined,
    priceCurrency: offer.discountedPrice === null ? undefined : currency,
    validFrom: offer.startDate ?? undefined,
    validThrough: offer.endDate ?? undefined,
    priceValidUntil: offer.discountedPrice === null ? undefined : (offer.endDate ?? undefined),
    availability: `https://schema.org/${isOfferExpired(offer, now) ? 'Discontinued' : 'InStock'}`,
    seller: { '@type': 'LocalBusiness', name: offer.shop.name, url: toUrl(`/shops/${offer.shop.id}`), ...toPlaceData(offer.shop) },
  }
}
