/**
 * TanStack Query is the one place of server state. On the server a client lives as long as one request; in the browser there is one.
 * A query asks the API that belongs to its client, so the same query options serve both.
 */
import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'

import type { Answer, Api, CallInput, CallName } from '#contract/calls.ts'
import { COUNTER_LIFE, type CACHE_LIFE } from '#contract/constants.ts'

import { isBroken, isGone, isUnavailable } from './failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `keep` names the browser's cache in which answers survive a reload. */
    queryMeta: { keep?: keyof typeof CACHE_LIFE }
  }
}

const apis = new WeakMap<QueryClient, Api>()

export function createQueryClient(api: Api) {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: COUNTER_LIFE,
        // A failure is an answer within the moment: the page says it and offers another try, it does not wait in silence.
        retry: false,
        // Without a network a request fails at once, instead of waiting for one unseen.
        networkMode: 'always',
        // "Not found" and the like belong to the page's error boundary; an unreachable service is a state of the page.
        // What is gone is gone, whatever was kept of it.
        throwOnError: (error, query) =>
          (query.state.data === undefined && !isUnavailable(error) && !(isBroken(error) && typeof document !== 'undefined')) ||
          isGone(error),
      },
    },
  })
  apis.set(queries, api)
  return queries
}

/** The function of a query that makes one call. */
export const ask =
  <N extends CallName>(name: N, input?: CallInput<N>) =>
  ({ client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>): Promise<Answer<N>> => {
    const api = apis.get(client)
    if (!api) throw new Error('This query client was not made by createQueryClient')
    return api(name, input, { signal })
  }
