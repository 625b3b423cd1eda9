import { queryOptions } from '@tanstack/react-query'

import { ask } from '#web/lib/query-client.ts'

/** Where distances may be measured from by choice, by name. Asked for when somebody wants to choose; a page stands without. */
export const neighbourhoodsQuery = queryOptions({
  queryKey: ['city', 'neighbourhoods'],
  queryFn: async (context) => (await ask('GET /city')(context)).data.neighbourhoods.toSorted((a, b) => a.name.localeCompare(b.name)),
  throwOnError: false,
})
