/** What a row of a file makes of an offer and a shop: the stored facts with the row's cells laid over them. Pure. */
import { hash } from 'node:crypto'

import type { Insertable, Selectable } from 'kysely'

import type { Cell, OfferRow } from '#contract/offer-csv.ts'
import { FIELD_MARK, fold, foldName, offerSearchText, shopSearchText } from '#contract/search.ts'
import type { OfferVersionTable, ShopVersionTable } from '#db/schema.ts'

type Versioning = 'id' | 'added_in' | 'removed_in' | 'point' | 'counted_discount'
type OpenEnded = 'starts_at' | 'ends_at'
/** Everything that a version says, in the form in which it goes into the database. */
export type ShopFacts = Omit<Selectable<ShopVersionTable>, Versioning | 'withdrawn_at'> & { withdrawn_at: null }
export type OfferFacts = Omit<Selectable<OfferVersionTable>, Versioning | OpenEnded | 'withdrawn_at'> &
  Record<OpenEnded, string> & { withdrawn_at: null }
export type StoredShop = Selectable<ShopVersionTable>
export type StoredOffer = Selectable<OfferVersionTable>
export type ShopInsert = Insertable<ShopVersionTable>

/** An empty cell keeps what is stored, `-` clears it (D-60). */
const lay = <T>(cell: Cell<T>, stored: T | null | undefined): T | null => (cell === undefined ? (stored ?? null) : cell)

const CATEGORY_LIMIT = 8

/** A short name for a key of any length, which an index can hold. */
export const toKey = (...parts: string[]) => hash('sha256', parts.join(FIELD_MARK), 'base64url').slice(0, 22)
export const externalShopKey = (externalId: string) => toKey('external', externalId)
/** A shop is its folded name and address (D-59). Without an address the second part is empty. */
export const shopKey = (name: string, address: string | null | undefined) => toKey('shop', foldName(name), foldName(address ?? ''))

/** What makes an offer this one: its external id; else its address and title; else shop, title and start (D-60). */
export function offerIdentity({ title, offer }: OfferRow, shopId: string) {
  if (offer.externalId) return toKey('external', offer.externalId)
  if (offer.offerUrl) return toKey('url', offer.offerUrl, foldName(title))
  return toKey('start', shopId, foldName(title), String(offer.startsAt ?? ''))
}

/** The shop after a row: `stored` is what is known of it so far. */
export function layShop({ shop, offer }: OfferRow, shopId: string, stored: ShopFacts | StoredShop | undefined): ShopFacts {
  const category = lay(shop.category, stored?.category) ?? offer.category ?? null
  const categories = [
    ...new Set([category, ...(stored?.categories ?? []), offer.category].filter((name): name is string => Boolean(name))),
  ].slice(0, CATEGORY_LIMIT)
  const position =
    shop.position === undefined
      ? { lat: stored?.latitude ?? null, lng: stored?.longitude ?? null }
      : (shop.position ?? { lat: null, lng: null })
  return {
    shop_id: shopId,
    name: shop.name,
    address: lay(shop.address, stored?.address),
    description: lay(shop.description, stored?.description),
    phone: lay(shop.phone, stored?.phone),
    email: lay(shop.email, stored?.email),
    website: lay(shop.website, stored?.website),
    image_url: stored?.image_url ?? null,
    logo_url: lay(shop.logoUrl, stored?.logo_url),
    category,
    categories,
    rating: stored?.rating ?? null,
    latitude: position.lat,
    longitude: position.lng,
    hours: lay(shop.hours, stored?.hours),
    special_hours: lay(shop.specialHours, stored?.special_hours) ?? [],
    facebook: lay(shop.facebook, stored?.facebook),
    twitter: lay(shop.twitter, stored?.twitter),
    instagram: lay(shop.instagram, stored?.instagram),
    name_key: foldName(shop.name),
    search_text: shopSearchText({ name: shop.name, categories }),
    withdrawn_at: null,
  }
}

const toOpenStart = (at: Date | number) => (at instanceof Date ? at.toISOString() : '-infinity')
const toOpenEnd = (at: Date | number) => (at instanceof Date ? at.toISOString() : 'infinity')
const fromMs = (ms: number | null, open: string) => (ms === null ? open : new Date(ms).toISOString())

/** A stated discount stays where the cell is empty; one that was read from words is read again. */
function layDiscount({ offer }: OfferRow, stored: StoredOffer | undefined) {
  if (offer.discount !== undefined) return { discount: offer.discount ?? 0, discount_is_up_to: false, discount_is_from_text: false }
  if (stored && stored.discount > 0 && !stored.discount_is_from_text)
    return { discount: stored.discount, discount_is_up_to: stored.discount_is_up_to, discount_is_from_text: false }
  if (!offer.discountFromText) return { discount: 0, discount_is_up_to: false, discount_is_from_text: false }
  return { discount: offer.discountFromText.percent, discount_is_up_to: offer.discountFromText.isUpTo, discount_is_from_text: true }
}

/** The offer after a row. Category, place and the shop's name come along from the shop. */
export function layOffer(row: OfferRow, offerId: string, shop: ShopFacts, stored: StoredOffer | undefined): OfferFacts {
  const { title, offer } = row
  const category = lay(offer.category, stored?.category) ?? 'Other'
  const tags = [...new Set([...(lay(offer.tags, stored?.tags) ?? []), ...(offer.tagFromText ? [offer.tagFromText] : [])])]
  const validHours =
    offer.validHours === undefined
      ? { from: stored?.valid_from ?? null, to: stored?.valid_to ?? null }
      : (offer.validHours ?? { from: null, to: null })
  return {
    offer_id: offerId,
    shop_id: shop.shop_id,
    title,
    description: lay(offer.description, stored?.description),
    image_url: lay(offer.imageUrl, stored?.image_url),
    category,
    tags,
    rating: lay(offer.rating, stored?.rating),
    ...layDiscount(row, stored),
    original_price: lay(offer.originalPrice, stored?.original_price),
    discounted_price: lay(offer.discountedPrice, stored?.discounted_price),
    minimum_purchase: lay(offer.minimumPurchase, stored?.minimum_purchase),
    usage_limit: lay(offer.usageLimit, stored?.usage_limit),
    starts_at: offer.startsAt === undefined ? (stored ? toOpenStart(stored.starts_at) : '-infinity') : fromMs(offer.startsAt, '-infinity'),
    ends_at: offer.endsAt === undefined ? (stored ? toOpenEnd(stored.ends_at) : 'infinity') : fromMs(offer.endsAt, 'infinity'),
    terms: lay(offer.terms, stored?.terms),
    redemption_code: lay(offer.redemptionCode, stored?.redemption_code),
    offer_url: lay(offer.offerUrl, stored?.offer_url),
    weekdays: lay(offer.weekdays, stored?.weekdays) ?? [],
    valid_from: validHours.from,
    valid_to: validHours.to,
    payment: lay(offer.payment, stored?.payment),
    new_customers_only: lay(offer.newCustomersOnly, stored?.new_customers_only) ?? false,
    service: lay(offer.service, stored?.service) ?? [],
    latitude: shop.latitude,
    longitude: shop.longitude,
    search_text: offerSearchText({ title, tags, category }, shop.name),
    withdrawn_at: null,
  }
}

/** A stored offer at the place and under the name that its shop has now. */
export function moveOffer(
  { id: _, added_in: __, removed_in: ___, point: ____, counted_discount: _____, ...stored }: StoredOffer,
  shop: ShopFacts | StoredShop,
): Omit<OfferFacts, 'withdrawn_at'> & { withdrawn_at: Date | null } {
  return {
    ...stored,
    starts_at: toOpenStart(stored.starts_at),
    ends_at: toOpenEnd(stored.ends_at),
    latitude: shop.latitude,
    longitude: shop.longitude,
    search_text: offerSearchText(stored, shop.name),
  }
}

const sortKeys = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
const sameFacts = (a: object, b: object) => JSON.stringify(a, sortKeys) === JSON.stringify(b, sortKeys)

/** Whether a row leaves an offer as it is. A withdrawn one comes back. */
export const isSameOffer = (facts: OfferFacts, stored: StoredOffer) => {
  const { id: _, added_in: __, removed_in: ___, point: ____, counted_discount: _____, ...rest } = stored
  return sameFacts(facts, { ...rest, starts_at: toOpenStart(stored.starts_at), ends_at: toOpenEnd(stored.ends_at) })
}
export const isSameShop = (facts: ShopFacts, stored: StoredShop | ShopFacts) => {
  const { id: _, added_in: __, removed_in: ___, point: ____, ...rest } = stored as StoredShop
  return sameFacts(facts, rest)
}
/** The offers of a shop carry its place and name with them. */
export const isSamePlaceAndName = (a: ShopFacts, b: StoredShop | ShopFacts) =>
  a.latitude === b.latitude && a.longitude === b.longitude && fold(a.name) === fold(b.name)
