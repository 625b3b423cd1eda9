import { queryOptions } from '@tanstack/react-query'

import { ask } from '#web/lib/query-client.ts'

/** Where distances may be measured from by choice, by name. Asked for when somebody wants to choose; a page stands without. */
export const neighbourhoodsQuery = queryOptions({
  queryKey: ['city', 'neighbourhoods'],
  queryFn: async (context) => {
    const { neighbourhoods } = (await ask('GET /city')(context)).data
    // What is chosen is kept as it is here: other names are for whoever reads addresses.
    return neighbourhoods.map(({ name, lat, lng }) => ({ name, lat, lng })).toSorted((a, b) => a.name.localeCompare(b.name))
  },
  throwOnError: false,
})
