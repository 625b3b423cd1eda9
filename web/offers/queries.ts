/** Everything that pages ask about offers. The loader fills these queries, the component reads them. */
import { infiniteQueryOptions, queryOptions, replaceEqualDeep } from '@tanstack/react-query'

import { cutText } from '#contract/clean-text.ts'
import { CAROUSEL, FIRST_PAGE_SIZE, PAGE_SIZE, RELATED } from '#contract/constants.ts'
import type { Offer } from '#contract/offer.ts'

import { ask } from '#web/lib/query-client.ts'

import { toOfferQuery, type OfferFilters } from './offer-address.ts'

/** What a card does not show need not travel in the page a second time. */
export const cutForCard = <T extends Offer>(offer: T): T => ({
  ...offer,
  description: offer.description && cutText(offer.description, 160),
  termsAndConditions: null,
  offerUrl: null,
  shop: shareShop({ ...offer.shop, address: null }),
})

const knownShops = new Map<string, Offer['shop']>()
/**
 * One object for each shop, which all of its offers hold: a list of thousands has some hundreds of shops, and most of what it takes in memory are
 * their hours. In the browser alone: a server would keep every shop for good.
 */
function shareShop(shop: Offer['shop']) {
  if (typeof document === 'undefined') return shop
  const shared = replaceEqualDeep(knownShops.get(shop.id), shop)
  knownShops.set(shop.id, shared)
  return shared
}

/** The list of running offers, page after page. */
export const offerListQuery = ({ cursor, tab: _, ...filters }: OfferFilters) =>
  infiniteQueryOptions({
    queryKey: ['offers', 'list', { ...filters, cursor }],
    queryFn: async ({ client, signal, pageParam }) => {
      // The first page travels twice, drawn and as data: a short one is soon there.
      const limit = String(pageParam === (cursor ?? null) ? FIRST_PAGE_SIZE : PAGE_SIZE)
      const query = { ...toOfferQuery(filters), limit, ...(pageParam && { cursor: pageParam }) }
      const page = await ask('GET /offers/all', { query })({ client, signal })
      return { ...page, data: page.data.map(cutForCard) }
    },
    initialPageParam: cursor ?? null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { keep: 'offers' },
  })

export const offerDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['offers', 'detail', id],
    queryFn: async (context) => (await ask('GET /offers/{id}', { params: { id } })(context)).data,
    meta: { keep: 'offers' },
  })

/** A page stands without related offers, so their failure is nobody's error. */
export const relatedOffersQuery = ({ id, category, tags }: Pick<Offer, 'id' | 'category' | 'tags'>) =>
  queryOptions({
    queryKey: ['offers', 'related', id],
    queryFn: async (context) => {
      const query = { category, tags: tags.slice(0, RELATED.tags), exclude: id, limit: String(RELATED.limit) }
      return (await ask('GET /offers/related', { query })(context)).data.map(cutForCard)
    },
    meta: { keep: 'offers' },
    throwOnError: false,
  })

/** The biggest savings that are sure: "up to" is none. The landing stands without them. */
export const featuredQuery = queryOptions({
  queryKey: ['offers', 'featured'],
  queryFn: async (context) => {
    const query = { sort: 'discount', limit: String(CAROUSEL.items) } as const
    const { data } = await ask('GET /offers/all', { query })(context)
    return data.filter((offer) => offer.discount > 0 && !offer.discountIsUpTo).map(cutForCard)
  },
  meta: { keep: 'offers' },
  throwOnError: false,
})

export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  queryFn: async (context) => (await ask('GET /statistics')(context)).data,
  throwOnError: false,
})

/** Tags to choose from. Whoever knows better writes their own. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async (context) => (await ask('GET /tags')(context)).data,
  throwOnError: false,
})

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async (context) => (await ask('GET /categories')(context)).data.map(({ name, count }) => ({ name, count })),
  throwOnError: false,
})
