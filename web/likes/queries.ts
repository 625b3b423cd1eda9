/** What a shopper asks about their likes. The keys begin with 'consumer': they are forgotten with the session. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { PAGE_LIMIT, PAGE_SIZE } from '#contract/constants.ts'
import type { TargetType } from '#contract/interaction.ts'
import type { LikedOffer } from '#contract/like.ts'

import { ask } from '#web/lib/query-client.ts'

/** Likes that change elsewhere (toggle-like.ts) make what is under the first two parts of it old. */
export const likedKey = (type: TargetType, userId: string) =>
  ['consumer', type === 'OFFER' ? 'liked-offers' : 'liked-shops', userId] as const

const pageOf = (cursor: string | null) => ({ limit: String(PAGE_SIZE), ...(cursor && { cursor }) })

/** Offers that somebody likes, page after page: what ends soonest first, what is over or withdrawn last. */
export const likedOffersQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: likedKey('OFFER', userId),
    queryFn: ({ client, signal, pageParam }) =>
      ask('GET /consumer/liked-offers/{id}', { params: { id: userId }, query: pageOf(pageParam) })({ client, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    throwOnError: false,
  })

/** Shops that somebody likes, by name; those that have left last. */
export const likedShopsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: likedKey('SHOP', userId),
    queryFn: ({ client, signal, pageParam }) =>
      ask('GET /consumer/liked-shops/{id}', { params: { id: userId }, query: pageOf(pageParam) })({ client, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    throwOnError: false,
  })

/** Every offer that somebody likes, as much of each as tells whether it has ended: LIKE_LIMIT at most. Asked for anew each time. */
export const likedEndsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['consumer', 'liked-ends', userId],
    queryFn: async (context) => {
      const ends: Pick<LikedOffer, 'id' | 'title' | 'startDate' | 'endDate'>[] = []
      let cursor: string | null = null
      do {
        const query = { limit: String(PAGE_LIMIT), ...(cursor && { cursor }) }
        const page: { data: LikedOffer[]; nextCursor: string | null } = await ask('GET /consumer/liked-offers/{id}', {
          params: { id: userId },
          query,
        })(context)
        ends.push(...page.data.map(({ id, title, startDate, endDate }) => ({ id, title, startDate, endDate })))
        cursor = page.nextCursor
      } while (cursor)
      return ends
    },
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
