import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { PAGE_LIMIT, PAGE_SIZE } from '#contract/constants.ts'

import { ask } from '#web/lib/query-client.ts'

/** The directory of shops, page after page. */
export const shopListQuery = ({ q, near, cursor }: { q?: string; near?: string; cursor?: string }) =>
  infiniteQueryOptions({
    queryKey: ['shops', 'list', { q, near, cursor }],
    queryFn: ({ client, signal, pageParam }) =>
      ask('GET /shops', {
        query: { ...(q && { q }), ...(near && { near }), limit: String(PAGE_SIZE), ...(pageParam && { cursor: pageParam }) },
      })({ client, signal }),
    initialPageParam: cursor ?? null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { keep: 'shops' },
  })

export const shopQuery = (id: string) =>
  queryOptions({
    queryKey: ['shops', 'detail', id],
    queryFn: async (context) => (await ask('GET /shops/{id}', { params: { id } })(context)).data,
    meta: { keep: 'shops' },
  })

/** A shop's offers, running and upcoming. The page of the shop stands without them. */
export const shopOffersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['shops', 'offers', id],
    queryFn: ({ client, signal, pageParam }) =>
      ask('GET /shops/offers/{id}', { params: { id }, query: { limit: String(PAGE_SIZE), ...(pageParam && { cursor: pageParam }) } })({
        client,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { keep: 'offers' },
    throwOnError: false,
  })

/** The shops to choose from in a filter: names alone, and not more than a list of choices can hold. */
export const shopChoicesQuery = queryOptions({
  queryKey: ['shops', 'choices'],
  queryFn: async (context) =>
    (await ask('GET /shops', { query: { limit: String(PAGE_LIMIT) } })(context)).data.map(({ id, name, address }) => ({
      id,
      name,
      address,
    })),
  throwOnError: false,
})
