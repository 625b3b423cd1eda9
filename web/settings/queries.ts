/** What Settings asks about somebody signed in. Its keys begin with 'consumer': they are forgotten with the session. */
import { queryOptions } from '@tanstack/react-query'

import { ask } from '#web/lib/query-client.ts'

export const devicesKey = (consumerId: string) => ['consumer', consumerId, 'devices'] as const

/** Where somebody is signed in. A session that has ended is no error of the page. */
export const devicesQuery = (consumerId: string) =>
  queryOptions({
    queryKey: devicesKey(consumerId),
    queryFn: async (context) => (await ask('GET /consumer/sessions')(context)).data,
    staleTime: 0,
    throwOnError: false,
  })
