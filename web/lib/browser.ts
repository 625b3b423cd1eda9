/** The browser's one API client and one query client. Nothing here may be used while a page is rendered on the server. */
import { createClient } from '#contract/client.ts'

import { learnServerTime } from './clock.tsx'
import { createQueryClient } from './query-client.ts'

/** Every answer tells the server's time, and with it how wrong the clock of this device is. */
const fetchAndLearnTime: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  learnServerTime(Date.parse(response.headers.get('date') ?? ''))
  return response
}

export const browserApi = createClient('/api/v1', { fetch: fetchAndLearnTime })
export const browserQueries = createQueryClient(browserApi)
