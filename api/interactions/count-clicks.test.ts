import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { CLICK_INTERVAL, COUNTER_LIFE } from '#contract/constants.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { importOffers, interactionOf, offerRow, readLog } from '#test/interactions.ts'

import { createClicks } from './count-clicks.ts'

type Visit = { targetId: string; type?: 'OFFER_CLICK' | 'SHOP_CLICK'; visitor?: string; address?: string; token?: string }
const visit = ({ server }: TestApp, { targetId, type = 'OFFER_CLICK', visitor = 'a browser', address = '203.0.113.7', token }: Visit) =>
  server.inject({
    method: 'POST',
    url: '/api/v1/interactions',
    payload: interactionOf(type, targetId),
    headers: { 'user-agent': visitor, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    remoteAddress: address,
  })
/** Clicks, and tells whether the click counts. */
async function click(app: TestApp, given: Visit) {
  const answer = await visit(app, given)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ message: string }>().message === 'Click recorded'
}

/** The number that stands with an offer or a shop in the database, with all that has come. */
async function countClicks({ clicks, context: { pool } }: TestApp, table: 'offer' | 'shop', id: string) {
  await clicks.fold()
  return Number((await pool.query(`select clicks from ${table} where id = $1`, [id])).rows[0]!['clicks'])
}

test('a visitor counts once in six hours with each offer and each shop, to the millisecond [#226]', async () => {
  const app = await openTestApp()
  const [tea, coffee] = await importOffers(app, [offerRow('Tea at half price'), offerRow('Coffee at half price')])
  const targetId = tea!._id
  const shop = { targetId: tea!.shop._id, type: 'SHOP_CLICK' } as const
  expect(await click(app, { targetId })).toBe(true)
  expect(await click(app, { targetId })).toBe(false)
  // Another offer, the shop, another browser and another address each count for themselves.
  expect(await click(app, { targetId: coffee!._id })).toBe(true)
  expect(await click(app, shop)).toBe(true)
  expect(await click(app, shop)).toBe(false)
  expect(await click(app, { targetId, visitor: 'another browser' })).toBe(true)
  expect(await click(app, { targetId, address: '203.0.113.8' })).toBe(true)

  app.clock.advance(CLICK_INTERVAL - 1)
  expect(await click(app, { targetId })).toBe(false)
  expect(await click(app, shop)).toBe(false)
  app.clock.advance(1)
  expect(await click(app, { targetId })).toBe(true)
  expect(await click(app, shop)).toBe(true)
  // What was refused in between has not put it off, and the next six hours begin here.
  app.clock.advance(CLICK_INTERVAL - 1)
  expect(await click(app, { targetId })).toBe(false)
  app.clock.advance(1)
  expect(await click(app, { targetId })).toBe(true)

  expect(await countClicks(app, 'offer', targetId)).toBe(5)
  expect(await countClicks(app, 'offer', coffee!._id)).toBe(1)
  expect(await countClicks(app, 'shop', shop.targetId)).toBe(2)
  // What does not count is not noted either.
  expect(await readLog(app)).toHaveLength(8)
})

test('a visitor is known over midnight, when the secret of the day changes, and by another server [D-45]', async () => {
  const app = await openTestApp({ at: '2026-11-21T22:00:00.000Z' })
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const targetId = offer!._id
  const [early, late] = ['early', 'late']
  expect(await click(app, { targetId, visitor: early })).toBe(true)
  app.clock.set('2026-11-21T23:59:59.999Z')
  expect(await click(app, { targetId, visitor: late })).toBe(true)
  const other = createClicks(app.context)
  const clickThere = (userAgent: string) =>
    other.record({
      targetType: 'OFFER',
      targetId,
      metadata: { location: null, deviceInfo: null, platform: null },
      consumerId: undefined,
      address: '203.0.113.7',
      userAgent,
    })
  for (const [at, who, counts] of [
    ['2026-11-22T00:00:00.000Z', early, false],
    ['2026-11-22T00:00:00.000Z', late, false],
    ['2026-11-22T03:59:59.999Z', early, false],
    ['2026-11-22T04:00:00.000Z', early, true],
    ['2026-11-22T05:59:59.998Z', late, false],
    ['2026-11-22T05:59:59.999Z', late, true],
    ['2026-11-22T09:59:59.999Z', early, false],
    ['2026-11-22T10:00:00.000Z', early, true],
    ['2026-11-22T11:59:59.998Z', late, false],
    ['2026-11-22T11:59:59.999Z', late, true],
  ] as const) {
    app.clock.set(at)
    await app.clicks.forget()
    // Where it counts, the other server says so, and then this one does not.
    expect([at, who, await clickThere(who)]).toEqual([at, who, counts])
    expect([at, who, await click(app, { targetId, visitor: who })]).toEqual([at, who, false])
  }
  await other.stop()
})

test('whoever is signed in is one visitor, from wherever they come and whatever they say they are [#226]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const targetId = offer!._id
  const { token, user } = await signUp(app)
  const other = await signUp(app, { email: 'other@post.example' })
  expect(await click(app, { targetId, token })).toBe(true)
  expect(await click(app, { targetId, token, address: '198.51.100.9', visitor: 'a telephone' })).toBe(false)
  expect(await click(app, { targetId, token: other.token })).toBe(true)
  expect(await click(app, { targetId })).toBe(true)
  expect((await readLog(app)).map(({ consumer_id }) => consumer_id)).toEqual([user.id, other.user.id, null])
})

test('clicks of many visitors at once are all counted, and those of one visitor once', async () => {
  const app = await openTestApp()
  const [tea, coffee] = await importOffers(app, [offerRow('Tea at half price'), offerRow('Coffee at half price')])
  let isOver = false
  // Two servers add up all the while.
  const folding = Promise.all(
    [app.clicks, createClicks(app.context)].map(async (clicks) => {
      while (!isOver) {
        await clicks.fold()
        await sleep(1)
      }
    }),
  )
  const many = Array.from({ length: 200 }, (_, i) => click(app, { targetId: tea!._id, address: `203.0.113.${i}` }))
  const one = Array.from({ length: 30 }, () => click(app, { targetId: coffee!._id }))
  const counted = await Promise.all([...many, ...one]).finally(() => {
    isOver = true
  })
  await folding
  expect(counted.slice(0, 200).filter(Boolean)).toHaveLength(200)
  expect(counted.slice(200).filter(Boolean)).toHaveLength(1)
  expect(await countClicks(app, 'offer', tea!._id)).toBe(200)
  expect(await countClicks(app, 'offer', coffee!._id)).toBe(1)
  expect(await readLog(app)).toHaveLength(201)
  expect((await app.context.pool.query('select * from click')).rows).toEqual([])
})

test('clicks show on the offer within a minute, to those who have looked before as well', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const params = { id: offer!._id }
  const readClicks = async () => (await app.http('GET /offers/{id}', { params })).data.clicks
  expect(await readClicks()).toBe(0)
  for (const visitor of ['one', 'two', 'three']) await click(app, { targetId: params.id, visitor })
  await app.clicks.fold()
  const passed = performance.now.bind(performance)
  // Five seconds of the minute pass before they are added up, and some while an answer and a page are kept.
  app.clock.advance(COUNTER_LIFE - 10_000)
  vi.spyOn(performance, 'now').mockImplementation(() => passed() + COUNTER_LIFE - 10_000)
  try {
    // Cards look at the time once a second.
    await sleep(1_100)
    expect(await readClicks()).toBe(3)
    expect((await app.http('GET /offers/all', { query: { limit: '1' } })).data[0]!.clicks).toBe(3)
  } finally {
    vi.restoreAllMocks()
  }
})

test('clicks that have come are added up by themselves, a few seconds later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const app = await openTestApp()
    const [offer] = await importOffers(app, [offerRow('Tea at half price')])
    await click(app, { targetId: offer!._id })
    await vi.advanceTimersByTimeAsync(6_000)
    await expect.poll(async () => (await app.context.pool.query('select clicks from offer')).rows).toEqual([{ clicks: 1 }])
  } finally {
    vi.useRealTimers()
  }
})

test('however often somebody changes the name of their browser, one network counts so often for one offer, and others count on', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const targetId = offer!._id
  const address = (i: number) => `2001:db8:1:2::${i}`
  // Whoever looks again takes nobody's place.
  for (let again = 0; again < 40; again++) await click(app, { targetId, visitor: 'the same', address: '2001:db8:1:4::1' })
  expect(await click(app, { targetId, visitor: 'another', address: '2001:db8:1:4::2' })).toBe(true)
  for (let i = 0; i < 30; i++) expect(await click(app, { targetId, visitor: `visitor ${i}`, address: address(i) })).toBe(true)
  expect(await click(app, { targetId, visitor: 'one more', address: address(31) })).toBe(false)
  expect(await click(app, { targetId, visitor: 'one more', address: '2001:db8:1:3::1' })).toBe(true)
  app.clock.advance(CLICK_INTERVAL)
  expect(await click(app, { targetId, visitor: 'one more', address: address(31) })).toBe(true)
})

test('one address may click so often in a minute; others are not held up by it', async () => {
  const app = await openTestApp()
  // What is not there costs an attempt as well.
  for (let i = 0; i < 600; i++) expect((await visit(app, { targetId: 'nobody', visitor: `visitor ${i}` })).statusCode).toBe(404)
  const refused = await visit(app, { targetId: 'nobody' })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers['retry-after']).toBe('60')
  expect((await visit(app, { targetId: 'nobody', address: '203.0.113.8' })).statusCode).toBe(404)
  app.clock.advance(MINUTE)
  expect((await visit(app, { targetId: 'nobody' })).statusCode).toBe(404)
})

test('a click that the account does not outlive is recorded, and is nobody’s', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const { token } = await signUp(app)
  app.clock.advance(2 * HOUR)
  await click(app, { targetId: offer!._id, visitor: 'whoever makes the secret of the day' })
  const { pool } = app.context
  const connect = pool.connect.bind(pool)
  pool.connect = async () => {
    pool.connect = connect
    await pool.query('delete from consumer')
    return connect()
  }
  const payload = {
    ...interactionOf('OFFER_CLICK', offer!._id),
    metadata: { location: { type: 'Point', coordinates: [79.861244, 6.935481] }, deviceInfo: 'Desktop', platform: 'Linux' },
  }
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/v1/interactions',
    payload,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.json()).toEqual({ success: true, message: 'Click recorded' })
  expect((await readLog(app)).at(-1)).toMatchObject({ consumer_id: null, latitude: null, longitude: null, device: null })
  expect(await countClicks(app, 'offer', offer!._id)).toBe(2)
})
