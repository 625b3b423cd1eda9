/** The recommender as a process of its own, beside an API that asks it. Two processes share a PostgreSQL and nothing else: on PGlite there is none of this. */
import { expect, onTestFinished, test } from 'vitest'

import { rankedOffers, recommendations } from '#contract/recommendation.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { findOffers, offerOf, titlesFor } from '#test/recommendations.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer } from '#test/server.ts'
import { fillWithTastes } from '#test/tastes.ts'

const CITY = ['Bread', 'Roses', 'Oil', 'Tea'].map((title) => offerOf(`${title} shop`, title, { end_date: '' }))

async function startRecommender(variables: Record<string, string>) {
  const { directory, remove } = makeDataDirectory()
  onTestFinished(remove)
  const process = await startServer({ directory, program: 'api/recommender.ts', variables })
  onTestFinished(() => process.kill())
  return process
}

/** A database that several processes open. */
async function createSharedDatabase() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return url
}

/** An API of today, which is what a process of its own takes the time from. */
async function openApp(url: string, variables: Record<string, string> = {}) {
  const app = await openTestApp({ url, variables, at: new Date().toISOString() })
  await app.jobs.prepare()
  return app
}

test('without PostgreSQL it does not start, and says in one line why and what to do', async () => {
  const failure = await startRecommender({}).then(
    () => '',
    (error: Error) => error.message,
  )
  const lines = failure.trim().split('\n').slice(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^The recommender cannot start: DATABASE_URL is not set\. .*npm start is all there is to start\.$/)
})

test('beside the API it answers ids to it and whole offers to anyone, by the same tokens; killed it is missed by nobody, and started again it is asked again [#228]', async () => {
  const url = await createSharedDatabase()
  // The API's own port is not known before it is open, and the other one's must be: so the recommender comes first.
  const recommender = await startRecommender({ DATABASE_URL: url })
  const app = await openApp(url, { RECOMMENDER_URL: recommender.url })
  await app.importRows(CITY)
  const [me, other] = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  await me.http('POST /consumer/liked-offers', { body: { offerId: (await findOffers(app))('Oil')._id } })
  const ask = async (path: string, token?: string) => {
    const response = await fetch(recommender.url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  const MINE = ['Bread', 'Roses', 'Tea']
  const ALL = ['Bread', 'Oil', 'Roses', 'Tea']
  for (const path of ['/healthz', '/readyz']) expect([path, (await ask(path)).status]).toEqual([path, 200])
  for (const base of ['', '/api/v1']) {
    const titles = async (token?: string) => {
      const { status, body, headers } = await ask(`${base}/cluster_recommend/${me.user.id}?city=colombo`, token)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      return recommendations
        .parse(body)
        .map(({ title }) => title)
        .toSorted()
    }
    expect([await titles(me.token), await titles(other.token), await titles('garbage'), await titles()]).toEqual([MINE, ALL, ALL, ALL])
  }
  expect(rankedOffers.parse((await ask(`/rank/${me.user.id}`, me.token)).body)).toHaveLength(3)
  for (const token of [other.token, 'garbage', undefined]) expect((await ask(`/rank/${me.user.id}`, token)).status).toBe(401)
  expect((await ask(`/rank/${me.user.id}?city=galle`, me.token)).body).toEqual([])
  expect(await ask('/rank/a%20b')).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } })
  expect(await ask('/rank/x?near=here')).toMatchObject({ status: 400 })
  expect(await ask('/consumer/export', me.token)).toMatchObject({ status: 404 })

  // A like here is in the next answer of the process over there.
  expect((await titlesFor(me)).toSorted()).toEqual(MINE)
  await me.http('POST /consumer/not-interested', { body: { offerId: (await findOffers(app))('Tea')._id } })
  expect((await titlesFor(me)).toSorted()).toEqual(['Bread', 'Roses'])
  await recommender.kill()
  expect((await titlesFor(me)).toSorted()).toEqual(['Bread', 'Oil', 'Roses'])
  const port = new URL(recommender.url).port
  await startRecommender({ DATABASE_URL: url, PORT: port })
  await expect.poll(async () => (await titlesFor(me)).toSorted(), { timeout: 20_000 }).toEqual(['Bread', 'Roses'])
}, 90_000)

test('it trains by itself when there is something to learn, and a second one serves the same model', async () => {
  const url = await createSharedDatabase()
  const app = await openApp(url)
  const { consumers, shops } = await fillWithTastes(app)
  const one = await startRecommender({ DATABASE_URL: url, LOG_LEVEL: 'info' })
  const readLines = (log: string, text: string) =>
    log
      .split('\n')
      .filter((line) => line.includes(`"${text}"`))
      .map((line) => JSON.parse(line) as { model: number; shops: number; serves?: boolean; users?: number })
  await expect.poll(() => readLines(one.readLog(), 'a model serves'), { timeout: 30_000 }).toHaveLength(1)
  const [trained] = readLines(one.readLog(), 'a model was trained')
  expect(trained).toMatchObject({ serves: true, users: consumers.length, shops: shops.length })
  const two = await startRecommender({ DATABASE_URL: url, LOG_LEVEL: 'info' })
  await fetch(`${two.url}/rank/nobody`)
  await expect
    .poll(() => readLines(two.readLog(), 'a model serves'), { timeout: 30_000 })
    .toMatchObject([{ model: trained!.model, shops: shops.length }])
  expect(readLines(two.readLog(), 'a model was trained')).toEqual([])
  expect([await one.stop(), await two.stop()]).toEqual([0, 0])
}, 90_000)
