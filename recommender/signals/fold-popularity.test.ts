import { expect, test } from 'vitest'

import { DAY, MINUTE } from '#contract/time.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { importOffers, interactionOf, offerRow } from '#test/interactions.ts'
import { foldPopularity, HALF_LIFE, popularityOf } from './fold-popularity.ts'

async function readPopularity({ context: { pool }, clock }: TestApp) {
  const { rows } = await pool.query('select offer_id, heat from popularity')
  return new Map(rows.map((row) => [row['offer_id'], popularityOf(row['heat'] as number, clock.now())]))
}
const fold = ({ context: { pool, db }, clock }: TestApp) => foldPopularity(pool, db, clock.now())
const click = (app: TestApp, id: string, visitor: string) =>
  app.server.inject({
    method: 'POST',
    url: '/api/v1/interactions',
    headers: { 'user-agent': visitor },
    payload: interactionOf('OFFER_CLICK', id),
  })

test('likes and clicks are added up once, a like for three clicks, and count half after each half-life', async () => {
  const app = await openTestApp()
  const [tea, coffee] = (await importOffers(app, [offerRow('Tea offer'), offerRow('Coffee offer')])).map(({ _id }) => _id) as [
    string,
    string,
  ]
  const me = await signUp(app)
  await click(app, tea, 'one')
  await click(app, tea, 'two')
  await me.http('POST /consumer/liked-offers', { body: { offerId: coffee } })
  await me.http('POST /consumer/liked-shops', { body: { shopId: (await me.http('GET /shops', {})).data[0]!._id } })
  app.clock.advance(MINUTE)
  expect(await fold(app)).toBe(4)
  const near = (value: number) => expect.closeTo(value, 2) as number
  expect(await readPopularity(app)).toEqual(
    new Map([
      [tea, near(2)],
      [coffee, near(3)],
    ]),
  )
  // Nothing is counted again, and what comes later is added to what is left of the rest.
  expect(await fold(app)).toBe(0)
  app.clock.advance(HALF_LIFE)
  await click(app, tea, 'three')
  app.clock.advance(MINUTE)
  expect(await fold(app)).toBe(1)
  expect(await readPopularity(app)).toEqual(
    new Map([
      [tea, near(2)],
      [coffee, near(1.5)],
    ]),
  )
  // In time it is none at all.
  app.clock.advance(60 * DAY)
  expect([...(await readPopularity(app)).values()]).toEqual([0, 0])
})

test('liking and unliking again and again makes nothing popular', async () => {
  const app = await openTestApp()
  const [tea] = (await importOffers(app, [offerRow('Tea offer')])).map(({ _id }) => _id) as [string]
  const me = await signUp(app)
  for (let round = 0; round < 20; round += 1) {
    await me.http('POST /consumer/liked-offers', { body: { offerId: tea } })
    if (round % 5 === 0) app.clock.advance(MINUTE)
    if (round % 5 === 0) await fold(app)
    await me.http('DELETE /consumer/liked-offers/{id}', { params: { id: tea } })
  }
  app.clock.advance(MINUTE)
  await fold(app)
  expect([...(await readPopularity(app)).values()]).toEqual([0])
  await me.http('POST /consumer/liked-offers', { body: { offerId: tea } })
  app.clock.advance(MINUTE)
  await fold(app)
  const [popularity] = (await readPopularity(app)).values()
  expect(popularity).toBeGreaterThan(2.9)
  expect(popularity).toBeLessThan(3.01)
})

test('what was done in the last seconds waits for the next time, and so nothing that was still being written is missed', async () => {
  const app = await openTestApp()
  const [tea] = (await importOffers(app, [offerRow('Tea offer')])).map(({ _id }) => _id) as [string]
  await click(app, tea, 'one')
  expect(await fold(app)).toBe(0)
  app.clock.advance(MINUTE)
  await click(app, tea, 'two')
  expect(await fold(app)).toBe(1)
  app.clock.advance(MINUTE)
  expect(await fold(app)).toBe(1)
})

test('of several that add up at once one does, and each line counts once; offers that are gone are passed over', async () => {
  const app = await openTestApp()
  const [tea, coffee] = (await importOffers(app, [offerRow('Tea offer'), offerRow('Coffee offer')])).map(({ _id }) => _id) as [
    string,
    string,
  ]
  const { pool } = app.context
  await pool.query(
    `insert into interaction (at, kind, target_id, action) select $1, 'OFFER_CLICK', case when n % 2 = 0 then $2::uuid else $3::uuid end, 'ADD' from generate_series(1, 1200) n`,
    [new Date(app.clock.now()), tea, coffee],
  )
  await pool.query('delete from offer_version where offer_id = $1', [coffee])
  await pool.query('delete from offer where id = $1', [coffee])
  app.clock.advance(MINUTE)
  const folded = await Promise.all([fold(app), fold(app), fold(app)])
  expect(folded.toSorted((one, other) => one - other)).toEqual([0, 0, 1_200])
  const popularity = await readPopularity(app)
  expect([...popularity.keys()]).toEqual([tea])
  expect(popularity.get(tea)! / 600).toBeCloseTo(1, 2)
})

test('of a long log the first time only what still counts is added up, and a stop ends it after a slice', async () => {
  const app = await openTestApp()
  const [tea] = (await importOffers(app, [offerRow('Tea offer')])).map(({ _id }) => _id) as [string]
  const { pool, db } = app.context
  const add = (count: number, at: number) =>
    pool.query(`insert into interaction (at, kind, target_id, action) select $1, 'OFFER_CLICK', $2, 'ADD' from generate_series(1, $3)`, [
      new Date(at),
      tea,
      count,
    ])
  await add(1_600, app.clock.now() - 31 * DAY)
  await add(1_100, app.clock.now() - DAY)
  let slices = 0
  expect(await foldPopularity(pool, db, app.clock.now(), () => ++slices <= 1)).toBe(500)
  expect(await fold(app)).toBe(600)
})

test('a like that is taken back late takes off what is left of it, and nothing of what others did since', async () => {
  const app = await openTestApp()
  const [tea] = (await importOffers(app, [offerRow('Tea offer')])).map(({ _id }) => _id) as [string]
  const me = await signUp(app)
  await me.http('POST /consumer/liked-offers', { body: { offerId: tea } })
  app.clock.advance(3 * HALF_LIFE)
  for (const visitor of ['one', 'two', 'three']) await click(app, tea, visitor)
  await me.http('DELETE /consumer/liked-offers/{id}', { params: { id: tea } })
  app.clock.advance(MINUTE)
  await fold(app)
  expect((await readPopularity(app)).get(tea)).toBeCloseTo(3, 2)
})

test('a line that a wrong clock has dated ahead holds up none of those behind it', async () => {
  const app = await openTestApp()
  const [tea] = (await importOffers(app, [offerRow('Tea offer')])).map(({ _id }) => _id) as [string]
  await app.context.pool.query(`insert into interaction (at, kind, target_id, action) values ($1, 'OFFER_CLICK', $2, 'ADD')`, [
    new Date(app.clock.now() + 30 * DAY),
    tea,
  ])
  await click(app, tea, 'one')
  app.clock.advance(MINUTE)
  expect(await fold(app)).toBe(2)
})
