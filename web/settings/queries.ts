/** What Settings asks about somebody signed in. Its keys begin with 'consumer': they are forgotten with the session. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { ask } from '#web/lib/query-client.ts'

/** Rows of a list inside a panel. */
const ROWS = 10

export const devicesKey = (consumerId: string) => ['consumer', consumerId, 'devices'] as const

/** Where somebody is signed in. A session that has ended is no error of the page. */
export const devicesQuery = (consumerId: string) =>
  queryOptions({
    queryKey: devicesKey(consumerId),
    queryFn: async (context) => (await ask('GET /consumer/sessions')(context)).data,
    staleTime: 0,
    throwOnError: false,
  })

export const dismissedKey = (consumerId: string) => ['consumer', consumerId, 'not-interested'] as const

/** Offers that somebody is not interested in, the latest first. */
export const dismissedQuery = (consumerId: string) =>
  infiniteQueryOptions({
    queryKey: dismissedKey(consumerId),
    queryFn: ({ client, signal, pageParam }) =>
      ask('GET /consumer/not-interested', { query: { limit: String(ROWS), ...(pageParam && { cursor: pageParam }) } })({ client, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    throwOnError: false,
  })
