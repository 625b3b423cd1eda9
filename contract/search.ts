/**
 * What a search finds, and what a filter lets through: the decision that `db/filters.ts` makes in SQL, which a test holds to this one.
 */
import { GENERIC_PAYMENTS } from './constants.ts'
import type { Demand, Offer, OfferQuery } from './offer.ts'
import { shopIdOf, shopNameOf, type ShopReference } from './shop-rules.ts'
import { endOfDay, startOfDay } from './time.ts'

/** Stands between the fields of a search text, so that no match spans two of them. It cannot be typed. */
export const FIELD_MARK = '\u001f'
/** Stands on both sides of each tag, so that a whole tag can be asked for. It cannot be typed either. */
export const TAG_MARK = '\u001e'

/** One spelling for everything that is compared: styled Unicode becomes plain, capitals small, control characters spaces. */
export const fold = (text: string) =>
  PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKC').toLowerCase().normalize('NFKC').replace(CONTROLS, ' ')
/** What has one spelling already. */
const PLAIN = /^[ -~]*$/
// oxlint-disable-next-line no-control-regex -- the marks above must not survive folding
const CONTROLS = /[\u0000-\u001f]/g
/** Folded, with single spaces and none around: how names of shops and addresses are told apart (D-59). */
export const foldName = (text: string) => fold(text).replace(/\s+/g, ' ').trim()

/** The searchable text of an offer: title, shop name, tags and category, and nothing else (#188). */
export const offerSearchText = (offer: { title: string; tags: readonly string[]; category: string }, shopName: string) =>
  ['', fold(offer.title), fold(shopName), ['', ...offer.tags.map(fold), ''].join(TAG_MARK), fold(offer.category), ''].join(FIELD_MARK)
/** The searchable text of a shop: name and categories (D-11). */
export const shopSearchText = (shop: { name: string; categories: readonly string[] }) =>
  ['', shop.name, ...shop.categories, ''].map(fold).join(FIELD_MARK)

/** `q` is one literal substring of one field. */
export const matchesSearch = (searchText: string, q: string) => searchText.includes(fold(q.trim()))

/** What a list of offers may be narrowed by, except place. */
export type OfferFilters = Pick<OfferQuery, 'q' | 'category' | 'tags' | 'shop' | 'from' | 'to' | 'on' | 'without' | 'service'>
type Filterable = Pick<Offer, 'title' | 'tags' | 'category' | 'startDate' | 'endDate' | 'minimumPurchase'> & {
  conditions: Pick<Offer['conditions'], 'payment' | 'newCustomersOnly' | 'service'>
  shop: ShopReference
}

const isAny = (value: string | undefined): value is undefined => value === undefined || value === '' || value === 'all'

/** Everything must hold (#189). `from` and `to` are literal, inclusive days of the city: starts on or after, ends on or before (D-18). */
export function matchesFilters(offer: Filterable, filters: OfferFilters, timeZone: string) {
  const start = offer.startDate ? Date.parse(offer.startDate) : -Infinity
  const end = offer.endDate ? Date.parse(offer.endDate) : Infinity
  if (filters.q && !matchesSearch(offerSearchText(offer, shopNameOf(offer.shop)), filters.q)) return false
  if (!isAny(filters.category) && offer.category !== filters.category) return false
  if (!isAny(filters.shop) && shopIdOf(offer.shop) !== filters.shop) return false
  if (filters.tags?.length && !filters.tags.some((tag) => offer.tags.some((own) => fold(own) === fold(tag)))) return false
  if (filters.from && offer.startDate && start < startOfDay(filters.from, timeZone)) return false
  if (filters.to && end > endOfDay(filters.to, timeZone)) return false
  if (filters.on && (start > endOfDay(filters.on, timeZone) || end < startOfDay(filters.on, timeZone))) return false
  if (filters.without?.some((demand) => ASKS_FOR[demand](offer))) return false
  const { service } = offer.conditions
  return !filters.service || service.length === 0 || service.includes(filters.service)
}

type Demanding = Pick<Offer, 'minimumPurchase'> & { conditions: Pick<Offer['conditions'], 'payment' | 'newCustomersOnly'> }
/** Whether an offer asks for it. */
const ASKS_FOR: Record<Demand, (offer: Demanding) => boolean> = {
  bank: ({ conditions: { payment } }) => payment !== null && !GENERIC_PAYMENTS.some((word) => word === fold(payment)),
  card: ({ conditions: { payment } }) => payment !== null && fold(payment) !== 'cash',
  minimum: ({ minimumPurchase }) => minimumPurchase !== null && minimumPurchase > 0,
  'new-customers': ({ conditions }) => conditions.newCustomersOnly,
}
