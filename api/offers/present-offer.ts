/** From a row of the database to an offer as it goes out. */
import type { City } from '#contract/city.ts'
import type { Offer, OfferDetail, SuggestedConditions } from '#contract/offer.ts'
import type { ReadConditions } from '#contract/suggest-conditions.ts'
import { isOfferLive } from '#contract/offer-rules.ts'
import { toMajorUnits } from '#contract/money.ts'
import type { ShopSummary } from '#contract/shop.ts'
import { toInstant } from '#db/instant.ts'

import type { CardRow } from './data-cards.ts'

/** The database holds amounts in minor units. */
const toSuggestion = ({ minimumMinor, ...read }: ReadConditions, { currency }: City): SuggestedConditions =>
  minimumMinor === undefined ? read : { ...read, minimumPurchase: toMajorUnits(minimumMinor, currency) }

export const toHours = ({ valid_from: from, valid_to: to }: Pick<CardRow, 'valid_from' | 'valid_to'>) =>
  from !== null && to !== null ? { from, to } : null

export function toOffer(row: CardRow, shop: ShopSummary, city: City): Offer {
  const price = (minor: number | null) => (minor === null ? null : toMajorUnits(minor, city.currency))
  return {
    _id: row.offer_id,
    id: row.offer_id,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    category: row.category,
    tags: row.tags,
    rating: row.rating,
    clicks: row.clicks,
    discount: row.discount,
    discountIsUpTo: row.discount_is_up_to,
    discountIsFromText: row.discount_is_from_text,
    originalPrice: price(row.original_price),
    discountedPrice: price(row.discounted_price),
    pricesAreFromText: row.prices_are_from_text,
    minimumPurchase: price(row.minimum_purchase),
    usageLimit: row.usage_limit,
    startDate: toInstant(row.starts_at),
    endDate: toInstant(row.ends_at),
    termsAndConditions: row.terms,
    offerUrl: row.offer_url,
    conditions: {
      weekdays: row.weekdays,
      hours: toHours(row),
      payment: row.payment,
      newCustomersOnly: row.new_customers_only,
      service: row.service,
    },
    conditionsFromText: row.conditions_from_text && toSuggestion(row.conditions_from_text, city),
    shop,
  }
}

/** An offer as every list shows it, and what is not for everyone's eyes. Its clicks may be a minute old. */
export type Card = {
  offer: Offer
  latitude: number | null
  longitude: number | null
  redemptionCode: string | null
  reportedAt: string | null
  isWithdrawn: boolean
}

/** An offer on its own page. Its code is told only while it runs (D-43). */
export const toOfferDetail = ({ offer, redemptionCode, reportedAt, isWithdrawn }: Card, now: number): OfferDetail => ({
  ...offer,
  redemptionCode: isOfferLive(offer, now) && !isWithdrawn ? redemptionCode : null,
  reportedAt,
})
