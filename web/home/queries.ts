import { queryOptions } from '@tanstack/react-query'

import { ask } from '#web/lib/query-client.ts'
import { toCard } from '#web/offers/queries.ts'

/** Offers for one shopper. The key begins with 'consumer': it is forgotten with the session. A like makes it old (D-51). */
export const recommendedKey = (userId: string) => ['consumer', 'recommended-offers', userId] as const

export const recommendedQuery = (userId: string) =>
  queryOptions({
    queryKey: recommendedKey(userId),
    queryFn: async (context) => (await ask('GET /cluster_recommend/{id}', { params: { id: userId } })(context)).map(toCard),
    meta: { keep: 'recommended' },
    throwOnError: false,
  })
