import { expect, test } from 'vitest'

import type { Api } from '#contract/calls.ts'
import { colombo } from '#contract/colombo.ts'
import { pickCityFacts } from '#web/lib/city.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'

import { recommendedQuery } from './queries.ts'

/** What is asked of the API for a list. */
async function findAsked(near?: string) {
  const asked: unknown[] = []
  const api = (async (...call: unknown[]) => {
    asked.push(call.slice(0, 2))
    return []
  }) as Api
  const city = pickCityFacts(colombo, Date.now()).key
  await createQueryClient(api).fetchQuery(recommendedQuery({ userId: 'c1', city, near }))
  return asked
}

test('what is recommended is asked for with the city fixed to `colombo`, the key of the city profile [#255]', async () => {
  const input = { params: { id: 'c1' }, query: { city: 'colombo' } }
  expect(await findAsked()).toEqual([['GET /cluster_recommend/{id}', input]])
})

test('a place goes along where there is one', async () => {
  expect(await findAsked('6.915,79.878')).toMatchObject([[expect.anything(), { query: { city: 'colombo', near: '6.915,79.878' } }]])
})
