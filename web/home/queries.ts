import { queryOptions } from '@tanstack/react-query'

import type { RecommendedOffer } from '#contract/recommendation.ts'

import { ask } from '#web/lib/query-client.ts'
import { cutForCard } from '#web/offers/queries.ts'

/**
 * Offers for one shopper. The key begins with 'consumer': it is forgotten with the session. Likes, interests and "Not interested" make what is
 * under its first two parts old (D-51).
 */
export const recommendedKey = (userId: string) => ['consumer', 'recommended-offers', userId] as const

/** `near` is where the shopper is or has chosen to be, and undefined where that is not known. */
export type RecommendedFor = { userId: string; city: string; near: string | undefined }

/** What is kept of an answer: for which place it is, the offers, and the ids of those that are not wanted. */
export type Recommended = { near: string | null; offers: RecommendedOffer[]; hidden: string[] }

export const recommendedQuery = ({ userId, city, near }: RecommendedFor) =>
  queryOptions({
    queryKey: recommendedKey(userId),
    queryFn: async (context): Promise<Recommended> => {
      const input = { params: { id: userId }, query: { city, ...(near && { near }) } }
      return { near: near ?? null, offers: (await ask('GET /cluster_recommend/{id}', input)(context)).map(cutForCard), hidden: [] }
    },
    meta: { keep: 'recommended' },
    throwOnError: false,
  })
