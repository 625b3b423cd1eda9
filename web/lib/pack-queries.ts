/**
 * Queries on their way from the server to the browser, as text: the router would otherwise take the tree apart piece by piece, which costs
 * more than drawing the page does. The ways of TanStack Query carry states that a page never needs, and code to read them.
 */
import type { QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query'

type Packed = [key: QueryKey, data: unknown, at: number, meta: QueryMeta | undefined]

/** The router writes the text into a string of a string, where each quotation mark takes four signs and each apostrophe one. Twice, and it is as before. */
const swapQuotes = (text: string) => text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'))

/** Those that have an answer. */
export const packQueries = (queries: QueryClient) =>
  swapQuotes(
    JSON.stringify(
      queries
        .getQueryCache()
        .findAll({ predicate: ({ state }) => state.status === 'success' })
        .map(({ queryKey, state, meta }): Packed => [queryKey, state.data, state.dataUpdatedAt, meta]),
    ),
  )

/** Puts them where there is none yet. */
export function unpackQueries(queries: QueryClient, text: string | undefined) {
  for (const [queryKey, data, updatedAt, meta] of JSON.parse(swapQuotes(text ?? '[]')) as Packed[]) {
    const query = queries.getQueryCache().build(queries, { queryKey, ...(meta && { meta }) })
    if (query.state.data === undefined) query.setData(data, { updatedAt, manual: true })
  }
}
