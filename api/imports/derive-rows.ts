/**
 * What a row would have to say so that stored facts come of it: the inverse of lay-facts.ts. Nothing is cleared that was never given, but
 * where an empty cell would have the words read, or categories gathered. Pure.
 */
import type { City } from '#contract/city.ts'
import { findDiscount } from '#contract/offer-csv-discount.ts'
import { findPricesInWords } from '#contract/offer-csv-words.ts'
import type { OfferRow } from '#contract/offer-csv.ts'

import type { StoredOffer, StoredShop } from './lay-facts.ts'

const given = <T>(value: T | null): T | undefined => value ?? undefined
const givenList = <T>(values: readonly T[]) => (values.length > 0 ? [...values] : undefined)
/** Open ends are numbers, and have no cell. */
const givenInstant = (at: Date | number) => (at instanceof Date ? at.getTime() : undefined)

export const deriveShop = (shop: StoredShop, externalId: string | null): OfferRow['shop'] => ({
  name: shop.name,
  address: given(shop.address),
  externalId: given(externalId),
  phone: given(shop.phone),
  description: given(shop.description),
  email: given(shop.email),
  website: given(shop.website),
  // Stated also where there are none: else those of the offers would be taken.
  category: shop.category,
  categories: givenList(shop.categories) ?? null,
  logoUrl: given(shop.logo_url),
  position: shop.latitude === null || shop.longitude === null ? undefined : { lat: shop.latitude, lng: shop.longitude },
  hours: given(shop.hours),
  specialHours: givenList(shop.special_hours),
  facebook: given(shop.facebook),
  twitter: given(shop.twitter),
  instagram: given(shop.instagram),
})

/** A discount that the words say is left to them; one that was stated is stated, and so is 0 where the words would say more. */
function describeDiscount(offer: StoredOffer): Pick<OfferRow['offer'], 'discount' | 'discountFromText'> {
  if (offer.discount_is_from_text)
    return { discount: undefined, discountFromText: { percent: offer.discount, isUpTo: offer.discount_is_up_to } }
  const isSilent = offer.discount === 0 && !findDiscount(offer.title) && !findDiscount(offer.description ?? '')
  return { discount: isSilent ? undefined : offer.discount, discountFromText: undefined }
}

/** Prices that were read from words are read again; where there are none, and the words name some, both cells say so. */
function describePrices(offer: StoredOffer, city: City): Pick<OfferRow['offer'], 'originalPrice' | 'discountedPrice' | 'pricesFromText'> {
  const { title, description, original_price: original, discounted_price: discounted } = offer
  if (offer.prices_are_from_text) return { originalPrice: undefined, discountedPrice: undefined, pricesFromText: undefined }
  if (original !== null || discounted !== null)
    return { originalPrice: given(original), discountedPrice: given(discounted), pricesFromText: undefined }
  const said = findPricesInWords({ title, description }, city.currency)
  return { originalPrice: said && null, discountedPrice: said && null, pricesFromText: undefined }
}

export const deriveOffer = (offer: StoredOffer, externalId: string | null, city: City): Pick<OfferRow, 'title' | 'offer'> => ({
  title: offer.title,
  offer: {
    externalId: given(externalId),
    offerUrl: given(offer.offer_url),
    description: given(offer.description),
    imageUrl: given(offer.image_url),
    category: offer.category,
    tags: givenList(offer.tags),
    tagFromText: undefined,
    rating: given(offer.rating),
    ...describeDiscount(offer),
    ...describePrices(offer, city),
    minimumPurchase: given(offer.minimum_purchase),
    usageLimit: given(offer.usage_limit),
    startsAt: givenInstant(offer.starts_at),
    endsAt: givenInstant(offer.ends_at),
    terms: given(offer.terms),
    redemptionCode: given(offer.redemption_code),
    weekdays: givenList(offer.weekdays),
    validHours: offer.valid_from === null || offer.valid_to === null ? undefined : { from: offer.valid_from, to: offer.valid_to },
    payment: given(offer.payment),
    newCustomersOnly: offer.new_customers_only || undefined,
    service: givenList(offer.service),
  },
})
