/** What an operator finds in the catalogue. The admin key stands in no key of a query, and what was found is gone with the page. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { OFFER_STATES, SHOP_STATES } from '#contract/edit.ts'

import { asOperator } from '#web/lib/as-operator.ts'

export type Search = { q: string; attempt: number } & (
  | { what: 'shops'; state: (typeof SHOP_STATES)[number] | '' }
  | { what: 'offers'; state: (typeof OFFER_STATES)[number] | '' }
)

const ROWS = '10'
const ALONE = { gcTime: 0, staleTime: 0, throwOnError: false, retry: false } as const
const FOUND_KEY = ['superadmin', 'catalogue'] as const

export const foundQuery = (key: string, search: Search | undefined) =>
  infiniteQueryOptions({
    ...ALONE,
    queryKey: [...FOUND_KEY, search] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { what, state, q } = search!
      const query = { limit: ROWS, ...(q && { q }), ...(pageParam && { cursor: pageParam }) }
      const ask = asOperator(key)
      if (what === 'shops') {
        const page = await ask('GET /superadmin/dashboard/shops', { query: { ...query, ...(state && { state }) } }, { signal })
        return { ...page, shops: page.data, offers: [] }
      }
      const page = await ask('GET /superadmin/dashboard/offers', { query: { ...query, ...(state && { state }) } }, { signal })
      return { ...page, shops: [], offers: page.data }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: search !== undefined,
  })

export const editableShopQuery = (key: string, id: string) =>
  queryOptions({
    ...ALONE,
    queryKey: ['superadmin', 'shop', id] as const,
    queryFn: async ({ signal }) => (await asOperator(key)('GET /superadmin/dashboard/shops/{id}', { params: { id } }, { signal })).data,
    // What somebody is writing is not overwritten by what comes meanwhile.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
