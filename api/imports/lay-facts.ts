/** What a row of a file makes of an offer and a shop: the stored facts with the row's cells laid over them. Pure. */
import { isDeepStrictEqual } from 'node:util'

import type { Selectable } from 'kysely'

import { TAG_LIMIT } from '#contract/constants.ts'
import { findBundleTag, findDiscount } from '#contract/offer-csv-discount.ts'
import { findPricesInWords } from '#contract/offer-csv-words.ts'
import { isOfferRow, type Cell, type FileRow, type OfferRow } from '#contract/offer-csv.ts'
import { fold, foldName, offerSearchText, shopSearchText } from '#contract/search.ts'
import { type ConditionKind, suggestConditions } from '#contract/suggest-conditions.ts'
import type { OfferVersionTable, ShopVersionTable } from '#db/schema.ts'

/** What the database adds to a version by itself. */
type Versioning = 'id' | 'added_in' | 'removed_in' | 'restored_from' | 'point' | 'counted_discount' | 'walked_text'
type OpenEnded = 'starts_at' | 'ends_at'
/** Everything that a version says, in the form in which it goes into the database: its keys are the columns that are written. */
export type ShopFacts = Omit<Selectable<ShopVersionTable>, Versioning>
export type OfferFacts = Omit<Selectable<OfferVersionTable>, Versioning | OpenEnded> & Record<OpenEnded, string>
export type StoredShop = Selectable<ShopVersionTable>
export type StoredOffer = Selectable<OfferVersionTable>

/** An empty cell keeps what is stored, `-` clears it (D-60). */
const lay = <T>(cell: Cell<T>, stored: T | null | undefined): T | null => (cell === undefined ? (stored ?? null) : cell)

const CATEGORY_LIMIT = 8

/** The main category of a shop and all of them: those that the row states, else those of its offers as they come. */
function layCategories(row: FileRow, stored: ShopFacts | StoredShop | undefined) {
  const { shop } = row
  const ofOffer = isOfferRow(row) ? row.offer.category : undefined
  const given = shop.categories === undefined ? undefined : (shop.categories ?? [])
  const first = shop.category === undefined ? given?.[0] : undefined
  const category = lay(shop.category, stored?.category) ?? (given ? first : ofOffer) ?? null
  const all = [category, ...(given ?? [...(stored?.categories ?? []), ofOffer])]
  return { category, categories: [...new Set(all.filter((name): name is string => Boolean(name)))].slice(0, CATEGORY_LIMIT) }
}

/**
 * Name and address of a shop after a row. A row that has found its shop by them names it, perhaps as it was called before somebody moved or
 * renamed it by hand, and changes neither; one that has found it by its number states them.
 */
function layName({ shop }: FileRow, stored: ShopFacts | StoredShop | undefined, isByNumber: boolean) {
  const isOther = (written: string | null | undefined, known: string | null | undefined) =>
    !isByNumber && written && known && foldName(written) !== foldName(known)
  return {
    name: stored && isOther(shop.name, stored.name) ? stored.name : shop.name,
    address: stored && isOther(shop.address, stored.address) ? stored.address : lay(shop.address, stored?.address),
  }
}

/** The shop after a row: `stored` is what is known of it so far, and `isByNumber` whether the row knows it by the number of its author. */
export function layShop(row: FileRow, shopId: string, stored: ShopFacts | StoredShop | undefined, isByNumber = false): ShopFacts {
  const { shop } = row
  const { category, categories } = layCategories(row, stored)
  const { name, address } = layName(row, stored, isByNumber)
  const position =
    shop.position === undefined
      ? { lat: stored?.latitude ?? null, lng: stored?.longitude ?? null }
      : (shop.position ?? { lat: null, lng: null })
  return {
    shop_id: shopId,
    name,
    address,
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
    name_key: foldName(name),
    search_text: shopSearchText({ name, categories }),
    withdrawn_at: null,
  }
}

/** Facts of a shop that are said together. Its categories are gathered from all rows, and the rest follows from these. */
const SAID_TOGETHER = [
  ['name'],
  ['address'],
  ['description'],
  ['phone'],
  ['email'],
  ['website'],
  ['logo_url'],
  ['category'],
  ['latitude', 'longitude'],
  ['hours'],
  ['special_hours'],
  ['facebook'],
  ['twitter'],
  ['instagram'],
] as const satisfies (keyof ShopFacts)[][]
const orNull = (fact: unknown) => (Array.isArray(fact) && fact.length === 0 ? null : (fact ?? null))

/**
 * The shop after mended rows: what the other rows of the file have changed (`known` to `said`) stays, for which of them stood before a mended one nobody
 * remembers. The mended rows add what those left open.
 */
export function keepSaid(mended: ShopFacts, said: StoredShop, known: StoredShop | undefined): ShopFacts {
  const isSaid = (columns: readonly (keyof ShopFacts)[]) =>
    columns.some((column) => !isDeepStrictEqual(orNull(said[column]), orNull(known?.[column])))
  const kept = SAID_TOGETHER.filter(isSaid).flatMap((columns) => columns.map((column) => [column, said[column]] as const))
  const facts: ShopFacts = { ...mended, ...Object.fromEntries(kept) }
  const { category } = facts
  const categories = category === null ? facts.categories : [...new Set([category, ...facts.categories])].slice(0, CATEGORY_LIMIT)
  return { ...facts, categories, name_key: foldName(facts.name), search_text: shopSearchText({ name: facts.name, categories }) }
}

const toOpenStart = (at: Date | number) => (at instanceof Date ? at.toISOString() : '-infinity')
const toOpenEnd = (at: Date | number) => (at instanceof Date ? at.toISOString() : 'infinity')
const fromMs = (ms: number | null, open: string) => (ms === null ? open : new Date(ms).toISOString())

/** The description that stays because the row has none: its words count as the row's own. */
const findKeptDescription = ({ offer }: OfferRow, stored: StoredOffer | undefined) =>
  offer.description === undefined ? (stored?.description ?? undefined) : undefined

/** A stated discount stays where the cell is empty; one that was read from words is read again. */
function layDiscount(row: OfferRow, stored: StoredOffer | undefined) {
  const { offer } = row
  if (offer.discount !== undefined) return { discount: offer.discount ?? 0, discount_is_up_to: false, discount_is_from_text: false }
  if (stored && stored.discount > 0 && !stored.discount_is_from_text)
    return { discount: stored.discount, discount_is_up_to: stored.discount_is_up_to, discount_is_from_text: false }
  const words = offer.discountFromText ?? findDiscount(findKeptDescription(row, stored) ?? '')
  if (!words) return { discount: 0, discount_is_up_to: false, discount_is_from_text: false }
  return { discount: words.percent, discount_is_up_to: words.isUpTo, discount_is_from_text: true }
}

/** Stated prices stay where the cells are empty; those that were read from words are read again. */
export function layPrices(row: OfferRow, stored: StoredOffer | undefined, currency: string) {
  const { title, offer } = row
  const isStored = stored !== undefined && !stored.prices_are_from_text
  const original = lay(offer.originalPrice, isStored ? stored.original_price : null)
  const discounted = lay(offer.discountedPrice, isStored ? stored.discounted_price : null)
  const isSilent = offer.originalPrice === undefined && offer.discountedPrice === undefined
  const kept = isSilent ? findKeptDescription(row, stored) : undefined
  const found = kept === undefined ? offer.pricesFromText : findPricesInWords({ title, description: kept }, currency)
  const words = original === null && discounted === null ? found : undefined
  return {
    original_price: words ? (words.original ?? null) : original,
    discounted_price: words ? words.discounted : discounted,
    prices_are_from_text: words !== undefined,
  }
}

/** From when until when an offer runs after a row. As text these sort as the instants do, open ends too. */
export const layWindow = ({ offer }: OfferRow, stored: StoredOffer | undefined) => ({
  starts_at: offer.startsAt === undefined ? (stored ? toOpenStart(stored.starts_at) : '-infinity') : fromMs(offer.startsAt, '-infinity'),
  ends_at: offer.endsAt === undefined ? (stored ? toOpenEnd(stored.ends_at) : 'infinity') : fromMs(offer.endsAt, 'infinity'),
})

/** What the words of an offer seem to ask and its columns do not state. Read anew from the facts as they are now, so the same facts say the same. */
function laySuggestions(facts: Omit<OfferFacts, 'conditions_from_text'>, currency: string) {
  const stated: Record<ConditionKind, boolean> = {
    weekdays: facts.weekdays.length > 0,
    hours: facts.valid_from !== null,
    payment: facts.payment !== null,
    newCustomersOnly: facts.new_customers_only,
    service: facts.service.length > 0,
    minimumPurchase: facts.minimum_purchase !== null,
  }
  return suggestConditions(facts, currency, stated) ?? null
}

/** With a tag that the words earn, also those of a description that stays; what an export writes says all of them at once. */
const addTag = (tags: string[], earned: string | undefined) =>
  earned === undefined || tags.length >= TAG_LIMIT || tags.some((tag) => fold(tag) === earned) ? tags : [...tags, earned]

/** The offer after a row. Category, place and the shop's name come along from the shop. */
export function layOffer(row: OfferRow, offerId: string, shop: ShopFacts, stored: StoredOffer | undefined, currency: string): OfferFacts {
  const { title, offer } = row
  const category = lay(offer.category, stored?.category) ?? 'Other'
  const description = lay(offer.description, stored?.description)
  const tags = addTag(lay(offer.tags, stored?.tags) ?? [], offer.tagFromText ?? findBundleTag(description ?? ''))
  const validHours =
    offer.validHours === undefined
      ? { from: stored?.valid_from ?? null, to: stored?.valid_to ?? null }
      : (offer.validHours ?? { from: null, to: null })
  const facts = {
    offer_id: offerId,
    shop_id: shop.shop_id,
    title,
    description,
    image_url: lay(offer.imageUrl, stored?.image_url),
    category,
    tags,
    rating: lay(offer.rating, stored?.rating),
    ...layDiscount(row, stored),
    ...layPrices(row, stored, currency),
    minimum_purchase: lay(offer.minimumPurchase, stored?.minimum_purchase),
    usage_limit: lay(offer.usageLimit, stored?.usage_limit),
    ...layWindow(row, stored),
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
    withdrawn_with_shop: false,
  }
  return { ...facts, conditions_from_text: laySuggestions(facts, currency) }
}

export const offerFactsOf = ({
  id: _,
  added_in: __,
  removed_in: ___,
  restored_from: ____,
  point: _____,
  counted_discount: ______,
  walked_text: _______,
  ...facts
}: StoredOffer): OfferFacts => ({
  ...facts,
  starts_at: toOpenStart(facts.starts_at),
  ends_at: toOpenEnd(facts.ends_at),
})
export const shopFactsOf = ({ id: _, added_in: __, removed_in: ___, restored_from: ____, point: _____, ...facts }: StoredShop): ShopFacts =>
  facts

/** Facts of an offer at the place and under the name that its shop has now. */
export const standWith = (facts: OfferFacts, shop: Pick<StoredShop, 'latitude' | 'longitude' | 'name'>): OfferFacts => ({
  ...facts,
  latitude: shop.latitude,
  longitude: shop.longitude,
  search_text: offerSearchText(facts, shop.name),
})

/** Whether a row leaves an offer as it is. A withdrawn one comes back. */
export const isSameOffer = (facts: OfferFacts, stored: StoredOffer) => isDeepStrictEqual(facts, offerFactsOf(stored))
export const isSameShop = (facts: ShopFacts, stored: StoredShop) => isDeepStrictEqual(facts, shopFactsOf(stored))
/** The offers of a shop carry its place and name with them. */
export const isSamePlaceAndName = (a: ShopFacts, b: StoredShop) =>
  a.latitude === b.latitude && a.longitude === b.longitude && fold(a.name) === fold(b.name)
