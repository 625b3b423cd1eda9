/** Facts as the cells of a file would say them, to show what a file changes. Pure. */
import { isDeepStrictEqual } from 'node:util'

import type { City } from '#contract/city.ts'
import type { FieldChange, SampleRow } from '#contract/import.ts'
import { isOfferExpired, isOfferUpcoming } from '#contract/offer-rules.ts'
import {
  writeCategories,
  writeHours,
  writeMoment,
  writeMoney,
  writePercent,
  writeSpecialHours,
  writeTags,
  writeWeekdays,
} from '#contract/offer-csv-write-cells.ts'
import { quoteValue } from '#contract/offer-csv.ts'

import type { OfferFacts, ShopFacts } from './lay-facts.ts'

/** A column of the file, the facts that it stands for, and how it says them. */
type Field<F> = [name: string, keys: (keyof F)[], say: (facts: F, city: City) => string]

const say = (value: string | number | null) => (value === null ? '' : String(value))
const sayMoney = (minor: number | null, { currency }: City) => (minor === null ? '' : writeMoney(minor, currency))
const sayDate = (at: string, edge: 'start' | 'end', { timeZone }: City) =>
  at.endsWith('infinity') ? '' : writeMoment(Date.parse(at), edge, timeZone)
const FROM_WORDS = ', read from words'

function sayDiscount({ discount, discount_is_up_to, discount_is_from_text }: OfferFacts) {
  if (discount === 0) return ''
  return `${discount_is_up_to ? 'up to ' : ''}${writePercent(discount)}${discount_is_from_text ? FROM_WORDS : ''}`
}
const sayPriceNow = ({ discounted_price, prices_are_from_text }: OfferFacts, city: City) =>
  discounted_price === null ? '' : `${sayMoney(discounted_price, city)}${prices_are_from_text ? FROM_WORDS : ''}`

const OFFER_FIELDS: Field<OfferFacts>[] = [
  ['title', ['title'], ({ title }) => title],
  ['image_url', ['image_url'], ({ image_url }) => say(image_url)],
  ['description', ['description'], ({ description }) => say(description)],
  ['start_date', ['starts_at'], ({ starts_at }, city) => sayDate(starts_at, 'start', city)],
  ['end_date', ['ends_at'], ({ ends_at }, city) => sayDate(ends_at, 'end', city)],
  ['category', ['category'], ({ category }) => category],
  ['offer_url', ['offer_url'], ({ offer_url }) => say(offer_url)],
  ['discount', ['discount', 'discount_is_up_to', 'discount_is_from_text'], sayDiscount],
  ['original_price', ['original_price'], ({ original_price }, city) => sayMoney(original_price, city)],
  ['discounted_price', ['discounted_price', 'prices_are_from_text'], sayPriceNow],
  ['minimum_purchase', ['minimum_purchase'], ({ minimum_purchase }, city) => sayMoney(minimum_purchase, city)],
  ['usage_limit', ['usage_limit'], ({ usage_limit }) => say(usage_limit)],
  ['tags', ['tags'], ({ tags }) => (tags.length > 0 ? writeTags(tags) : '')],
  ['terms', ['terms'], ({ terms }) => say(terms)],
  ['redemption_code', ['redemption_code'], ({ redemption_code }) => say(redemption_code)],
  ['rating', ['rating'], ({ rating }) => say(rating)],
  ['valid_weekdays', ['weekdays'], ({ weekdays }) => writeWeekdays(weekdays)],
  ['valid_hours', ['valid_from', 'valid_to'], ({ valid_from, valid_to }) => (valid_from === null ? '' : `${valid_from}-${valid_to}`)],
  ['payment', ['payment'], ({ payment }) => say(payment)],
  ['new_customers_only', ['new_customers_only'], (facts) => (facts.new_customers_only ? 'yes' : 'no')],
  ['service', ['service'], ({ service }) => service.join('|')],
  ['latitude', ['latitude'], ({ latitude }) => say(latitude)],
  ['longitude', ['longitude'], ({ longitude }) => say(longitude)],
  ['withdrawn', ['withdrawn_at'], ({ withdrawn_at }) => (withdrawn_at ? 'yes' : 'no')],
]
/** What follows from other facts is told only where it is all that changes. */
const DERIVED_FIELDS: Field<OfferFacts>[] = [
  ['shop', ['shop_id', 'search_text'], () => ''],
  ['conditions', ['conditions_from_text'], ({ conditions_from_text: read }) => (read ? Object.keys(read).join(', ') : '')],
]

const SHOP_FIELDS: Field<ShopFacts>[] = [
  ['shop', ['name'], ({ name }) => name],
  ['address', ['address'], ({ address }) => say(address)],
  ['phone', ['phone'], ({ phone }) => say(phone)],
  ['shop_description', ['description'], ({ description }) => say(description)],
  ['shop_email', ['email'], ({ email }) => say(email)],
  ['shop_website', ['website'], ({ website }) => say(website)],
  ['shop_category', ['category'], ({ category }) => say(category)],
  ['shop_categories', ['categories'], ({ categories }) => (categories.length > 0 ? writeCategories(categories) : '')],
  ['shop_logo', ['logo_url'], ({ logo_url }) => say(logo_url)],
  ['latitude', ['latitude'], ({ latitude }) => say(latitude)],
  ['longitude', ['longitude'], ({ longitude }) => say(longitude)],
  ['hours', ['hours'], ({ hours }) => (hours ? writeHours(hours) : '')],
  ['special_hours', ['special_hours'], ({ special_hours }) => writeSpecialHours(special_hours)],
  ['facebook', ['facebook'], ({ facebook }) => say(facebook)],
  ['twitter', ['twitter'], ({ twitter }) => say(twitter)],
  ['instagram', ['instagram'], ({ instagram }) => say(instagram)],
  ['withdrawn', ['withdrawn_at'], ({ withdrawn_at }) => (withdrawn_at ? 'yes' : 'no')],
]

const listChanged = <F extends object>(fields: Field<F>[], before: F, after: F) =>
  fields.filter(([, keys]) => keys.some((key) => before[key] !== after[key] && !isDeepStrictEqual(before[key], after[key])))

/** The columns in which an offer changes. */
export function listChangedFields(before: OfferFacts, after: OfferFacts): Field<OfferFacts>[] {
  const changed = listChanged(OFFER_FIELDS, before, after)
  return changed.length > 0 ? changed : listChanged(DERIVED_FIELDS, before, after)
}

/** So much of a long text stands before the place where it begins to differ. */
const LEAD = 40
/** Both cut to what a report shows, where they differ. */
function cutBoth(name: string, from: string, to: string): FieldChange {
  let same = 0
  while (same < from.length && from[same] === to[same]) same++
  const begin = Math.max(0, same - LEAD)
  const isShort = Math.max(from.length, to.length) <= 200 || begin === 0
  const cut = (text: string) => quoteValue(isShort ? text : `… ${text.slice(begin)}`)
  return { field: name, from: cut(from), to: cut(to) }
}

const describeFields = <F>(fields: Field<F>[], before: F, after: F, city: City) =>
  fields.map(([name, , tell]) => cutBoth(name, tell(before, city), tell(after, city)))

export function describeOfferChange(fields: Field<OfferFacts>[], before: OfferFacts, after: OfferFacts, shop: ShopFacts, city: City) {
  const told = describeFields(fields, before, after, city)
  return told.map((change) => (change.field === 'shop' ? { ...change, to: quoteValue(shop.name) } : change))
}

export const describeShopChange = (before: ShopFacts, after: ShopFacts, city: City) =>
  describeFields(listChanged(SHOP_FIELDS, before, after), before, after, city)

/** A row as it was understood. */
export function describeSample(row: number, offer: OfferFacts, shop: ShopFacts, city: City, now: number): SampleRow {
  const isOpen = (at: string) => at.endsWith('infinity')
  const window = { startDate: isOpen(offer.starts_at) ? null : offer.starts_at, endDate: isOpen(offer.ends_at) ? null : offer.ends_at }
  return {
    row,
    title: quoteValue(offer.title),
    shop: shop.name,
    address: quoteValue(say(shop.address)),
    category: offer.category,
    discount: sayDiscount(offer),
    originalPrice: sayMoney(offer.original_price, city),
    discountedPrice: sayPriceNow(offer, city),
    startDate: sayDate(offer.starts_at, 'start', city),
    endDate: sayDate(offer.ends_at, 'end', city),
    status: isOfferExpired(window, now) ? 'ended' : isOfferUpcoming(window, now) ? 'upcoming' : 'running',
  }
}
