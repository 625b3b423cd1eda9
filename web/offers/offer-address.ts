/**
 * What the visitor asks for, as it stands in the address (D-10), so that a shared link shows the same thing. Values that make no sense
 * are left out: an old or mistyped link shows a list, not an error.
 */
import type { CallInput } from '#contract/calls.ts'
import { cutText, EVERY_UNCLEAN, isCleanText } from '#contract/clean-text.ts'
import { CATEGORIES, DEMANDS, RADIUS_LIMIT, SERVICES, TAG_LIMIT, TEXT } from '#contract/constants.ts'
import { readNear } from '#contract/distance.ts'
import { isDay } from '#contract/time.ts'
import type { Demand, OfferSort, Service } from '#contract/offer.ts'

import type { AskedFrom } from '#web/place/place-store.ts'

export const SORTS = {
  relevance: 'Best match',
  ending: 'Ending soonest',
  discount: 'Biggest saving',
  newest: 'Newest',
  distance: 'Nearest first',
  usable: 'Usable now first',
} as const satisfies Record<OfferSort, string>

export type OfferFilters = {
  q?: string
  category?: string
  tags?: string[]
  shop?: string
  from?: string
  to?: string
  on?: string
  usable?: 'now'
  without?: Demand[]
  service?: Service
  sort?: OfferSort
  near?: string
  radius?: string
  view?: 'shops'
  /** The tab of the home screen with every offer; without it, and without wishes, the recommended ones show. */
  tab?: 'all'
  /** Where a page of the list begins that was asked for without scripts. */
  cursor?: string
}

const isSort = (text: string): text is OfferSort => Object.hasOwn(SORTS, text)
const isRadius = (text: string) => /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) > 0 && Number(text) <= RADIUS_LIMIT
const isService = (text: string): text is Service => SERVICES.some((service) => service === text)
const isNamed = (text: string) => text !== 'all'
const isPlace = (text: string) => readNear(text) !== undefined

/** Reads an address. Empty values mean no filter, and so does `all` for a category and a shop: as a word it is one. */
export function readFilters(params: URLSearchParams): OfferFilters {
  const one = (name: string, fits: (text: string) => boolean, max: number = TEXT.line) => {
    const value = cutText((params.get(name) ?? '').replaceAll(EVERY_UNCLEAN, ' ').trim(), max)
    return value && value.isWellFormed() && fits(value) ? { [name]: value } : {}
  }
  const anything = () => true
  const tags = [
    ...new Set(
      params
        .getAll('tags')
        .map((tag) => tag.trim())
        .filter((tag) => tag && tag.length <= TEXT.tag && isCleanText(tag)),
    ),
  ]
  const asked = params.getAll('without')
  const without = DEMANDS.filter((demand) => asked.includes(demand))
  return {
    ...one('q', anything, TEXT.query),
    ...one('category', isNamed),
    ...(tags.length > 0 && { tags: tags.slice(0, TAG_LIMIT) }),
    ...one('shop', isNamed),
    ...one('from', isDay),
    ...one('to', isDay),
    ...one('on', isDay),
    ...one('usable', (text) => text === 'now'),
    ...(without.length > 0 && { without }),
    ...one('service', isService),
    ...one('sort', isSort),
    ...one('near', isPlace),
    ...one('radius', isRadius),
    ...(params.get('view') === 'shops' && { view: 'shops' as const }),
    ...(params.get('tab') === 'all' && { tab: 'all' as const }),
    ...one('cursor', (text) => /^[\w-]{1,2000}$/.test(text), Infinity),
  }
}

/** Every name of OfferFilters: one that is missing here is lost when an address is written. */
const ORDER = [
  'tab',
  'view',
  'q',
  'category',
  'tags',
  'shop',
  'on',
  'usable',
  'without',
  'service',
  'from',
  'to',
  'near',
  'radius',
  'sort',
  'cursor',
] as const satisfies (keyof OfferFilters)[]

/** The query of an address, with its question mark, or nothing. The same wishes always give the same letters. */
export function writeFilters(filters: OfferFilters) {
  const params = new URLSearchParams()
  for (const name of ORDER) for (const value of [filters[name]].flat()) if (value) params.append(name, value)
  return params.size > 0 ? `?${params}` : ''
}

/** A change of some of them; undefined takes one back. */
export type Wish = { [K in keyof OfferFilters]?: OfferFilters[K] | undefined }

/**
 * Adds a wish to those in the address. What `isTyped` makes one entry in the history with what is typed next. What comes late, some time after
 * somebody did something for it, as what was typed does, calls nobody back who has pressed a link since.
 */
export type ChangeFilters = (wish: Wish, how?: { isTyped?: boolean; isLate?: boolean }) => void
/** What shows wishes and changes them is given both (use-filters.ts). */
export type FilterProps = { filters: OfferFilters; change: ChangeFilters }

/** The change that takes back all but these. */
export const clearAllBut = (...kept: (keyof OfferFilters)[]): Wish =>
  Object.fromEntries(ORDER.filter((name) => !kept.includes(name)).map((name) => [name, undefined]))

/** The same wishes but for some; a changed list begins at its beginning. */
export const changeFilters = (filters: OfferFilters, change: Wish): OfferFilters =>
  readFilters(new URLSearchParams(writeFilters({ ...filters, cursor: undefined, ...change } as OfferFilters)))

/**
 * The wishes with the place that distances are asked from, where one is needed. A radius and "Nearest first" are shared in links; where
 * somebody stands is not, so the address holds no place unless one was given. Among what can be used now the nearest come first only
 * where it is known what is near.
 */
export function withNear(filters: OfferFilters, { near, isApproximate }: AskedFrom): OfferFilters {
  const isWanted = filters.radius !== undefined || filters.sort === 'distance' || (filters.sort === 'usable' && !isApproximate)
  return filters.near === undefined && isWanted ? { ...filters, near } : filters
}

/** What of it makes a page worth finding: one category, or the shops. Every other wish names the plain page as the one to know. */
export const pickIndexed = ({ view, category, ...others }: OfferFilters): OfferFilters =>
  view ? { view } : category && CATEGORIES.some((known) => known === category) && Object.keys(others).length === 0 ? { category } : {}

/** What is asked of the API. */
export const toOfferQuery = ({ view: _, tab: __, ...filters }: OfferFilters): NonNullable<CallInput<'GET /offers/all'>['query']> => filters
