import { expect, onTestFinished, test } from 'vitest'

import { rankedOffers } from '#contract/recommendation.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'
import { offerOf } from '#test/recommendations.ts'
import { createRecommenderServer } from './serve-recommender.ts'

const CITY = ['Bread', 'Roses', 'Oil', 'Tea'].map((title) => offerOf(`${title} shop`, title, { end_date: '' }))

test('when the API has stopped waiting nothing more is read or ranked for that list', async () => {
  const app = await openTestApp()
  await app.importRows(CITY)
  const me = await signUp(app)
  const { config, pool } = app.context
  const { server } = createRecommenderServer({ config, pool, clock: app.clock, logger: false })
  onTestFinished(() => server.close())
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const ask = (signal?: AbortSignal) =>
    fetch(`${url}/rank/${me.user.id}`, { headers: { authorization: `Bearer ${me.token}` }, ...(signal && { signal }) })
  const { read } = pool
  const texts: string[] = []
  const held = Promise.withResolvers<void>()
  pool.read = async (text, params) => {
    texts.push(text)
    if (text.includes('dismissed_offer')) await held.promise
    return read.call(pool, text, params)
  }
  const reads = (table: string) => texts.some((text) => text.includes(table))
  const ends = new AbortController()
  const answer = ask(ends.signal)
  await expect.poll(() => reads('dismissed_offer')).toBe(true)
  ends.abort()
  await expect(answer).rejects.toThrow('aborted')
  await expect.poll(() => new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)))).toBe(0)
  held.resolve()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(reads('current_offer')).toBe(false)
  // And it goes on working.
  expect(rankedOffers.parse(await (await ask()).json())).toHaveLength(CITY.length)
  expect(reads('current_offer')).toBe(true)
}, 30_000)
