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

/** What a list of offers may be narrowed by, place and status aside. */
export type FactFilters = Omit<OfferQuery, 'usable' | 'near' | 'radius' | 'sort' | 'limit' | 'cursor'>
type Wanted = { [F in keyof FactFilters]-?: NonNullable<FactFilters[F]> }
/** Says something of each of them: whether an offer passes, as below, or how SQL asks for it, as in db/filters.ts. */
export type FilterTable<Given, Answer> = { [F in keyof Wanted]: (wanted: Wanted[F], given: Given) => Answer }
const isEmpty = (wanted: unknown) => wanted === '' || (Array.isArray(wanted) && wanted.length === 0)
const isAny = (name: keyof Wanted, wanted: unknown) => (name === 'category' || name === 'shop') && wanted === 'all'
/** What a table says of those that narrow something: an empty one does not, nor `all` for a category or a shop. */
export function askWanted<Given, Answer>(table: FilterTable<Given, Answer>, filters: FactFilters, given: Given): Answer[] {
  const ask = <F extends keyof Wanted>(name: F, say: FilterTable<Given, Answer>[F]) => {
    const wanted = filters[name] as Wanted[F] | undefined
    return wanted === undefined || isEmpty(wanted) || isAny(name, wanted) ? [] : [say(wanted, given)]
  }
  return (Object.keys(table) as (keyof Wanted)[]).flatMap((name) => ask(name, table[name]))
}

type Filterable = Pick<Offer, 'title' | 'tags' | 'category' | 'startDate' | 'endDate' | 'minimumPurchase'> & {
  conditions: Pick<Offer['conditions'], 'payment' | 'newCustomersOnly' | 'service'>
  shop: ShopReference
}
const startOf = ({ startDate }: Filterable) => (startDate ? Date.parse(startDate) : -Infinity)
const endOf = ({ endDate }: Filterable) => (endDate ? Date.parse(endDate) : Infinity)

/** `from` and `to` are literal, inclusive days of the city: starts on or after, ends on or before (D-18). */
const PASSES: FilterTable<{ offer: Filterable; timeZone: string }, boolean> = {
  q: (q, { offer }) => matchesSearch(offerSearchText(offer, shopNameOf(offer.shop)), q),
  category: (category, { offer }) => offer.category === category,
  tags: (tags, { offer }) => tags.some((tag) => offer.tags.some((own) => fold(own) === fold(tag))),
  shop: (shop, { offer }) => shopIdOf(offer.shop) === shop,
  from: (day, { offer, timeZone }) => !offer.startDate || startOf(offer) >= startOfDay(day, timeZone),
  to: (day, { offer, timeZone }) => endOf(offer) <= endOfDay(day, timeZone),
  on: (day, { offer, timeZone }) => startOf(offer) <= endOfDay(day, timeZone) && endOf(offer) >= startOfDay(day, timeZone),
  without: (demands, { offer }) => !demands.some((demand) => ASKS_FOR[demand](offer)),
  service: (way, { offer: { conditions } }) => conditions.service.length === 0 || conditions.service.includes(way),
}

/** Everything must hold (#189). */
export const matchesFilters = (offer: Filterable, filters: FactFilters, timeZone: string) =>
  askWanted(PASSES, filters, { offer, timeZone }).every(Boolean)

type Demanding = Pick<Offer, 'minimumPurchase'> & { conditions: Pick<Offer['conditions'], 'payment' | 'newCustomersOnly'> }
/** Whether an offer asks for it. */
const ASKS_FOR: Record<Demand, (offer: Demanding) => boolean> = {
  bank: ({ conditions: { payment } }) => payment !== null && !GENERIC_PAYMENTS.some((word) => word === fold(payment)),
  card: ({ conditions: { payment } }) => payment !== null && fold(payment) !== 'cash',
  minimum: ({ minimumPurchase }) => minimumPurchase !== null && minimumPurchase > 0,
  'new-customers': ({ conditions }) => conditions.newCustomersOnly,
}
