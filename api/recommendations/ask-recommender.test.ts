/** The page stands whatever the recommender does: a real server stands in for one that is slow, wrong or gone. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test, vi } from 'vitest'

import { SECOND } from '#contract/time.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'
import { findOffers, offerOf, recommend, titlesFor } from '#test/recommendations.ts'

const CITY = ['Bread', 'Roses', 'Oil', 'Tea'].map((title) => offerOf(`${title} shop`, title))

type Seen = { url: string | undefined; authorization: string | undefined }
/** A server that answers as it is told, and what it was asked. */
async function startStandIn(port = 0) {
  const asked: Seen[] = []
  let answer: RequestListener = (_, response) => response.writeHead(500).end()
  const server = createServer((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization })
    answer(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${taken}`, port: taken, asked, stop, behave: (next: RequestListener) => (answer = next) }
}

const sendJson =
  (value: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof value === 'string' ? value : JSON.stringify(value))

/** An app whose recommender is the stand-in. */
async function open(variables: Record<string, string> = {}) {
  const standIn = await startStandIn()
  const app = await openTestApp({ variables: { RECOMMENDER_URL: standIn.url, RECOMMENDER_BUDGET: '1000', ...variables } })
  await app.importRows(CITY)
  const find = await findOffers(app)
  const ranked = (titles: string[]) =>
    titles.map((title, place) => ({ offerId: find(title)._id, score: 10 - place, reason: { kind: 'saving' }, isExplored: false }))
  const me = await signUp(app)
  const popular = (await app.http('GET /cluster_recommend/{id}', { params: { id: 'guest' } })).map(({ title }) => title)
  return { app, me, standIn, ranked, popular }
}

test('what the recommender ranks is shown in its order with its reasons; it is asked with the shopper’s own token, and for nobody else', async () => {
  const { app, me, standIn, ranked } = await open()
  const other = await signUp(app, { email: 'other@post.example' })
  standIn.behave(sendJson(ranked(['Tea', 'Oil'])))
  const list = await recommend(me, { near: '6.93,79.85', city: 'colombo' })
  expect(list.map(({ title, reason }) => [title, reason.kind])).toEqual([
    ['Tea', 'saving'],
    ['Oil', 'saving'],
  ])
  expect(standIn.asked).toEqual([{ url: `/rank/${me.user.id}?near=6.93,79.85`, authorization: `Bearer ${me.token}` }])
  await titlesFor({ ...me, http: other.http })
  await titlesFor({ ...me, http: app.http })
  await titlesFor(me, { city: 'galle' })
  expect(standIn.asked).toHaveLength(1)
})

test('an offer that the recommender names is shown only while it runs and is there', async () => {
  const { app, me, standIn, ranked } = await open()
  const gone = { ...ranked(['Oil'])[0], offerId: '01a1fd0a-6772-7721-a0ce-5a450114b80a' }
  standIn.behave(sendJson([gone, ...ranked(['Tea', 'Oil'])]))
  await app.importRows([offerOf('Oil shop', 'Oil', { end_date: '2026-11-20' })])
  expect(await titlesFor(me)).toEqual(['Tea'])
})

test('with the recommender hanging, failing, answering garbage or another shape, what is popular is shown, without what one has dismissed', async () => {
  const { app, me, standIn, ranked, popular } = await open({ RECOMMENDER_BUDGET: '150' })
  await me.http('POST /consumer/not-interested', { body: { offerId: (await findOffers(app))('Oil')._id } })
  const [good] = ranked(['Tea'])
  const wrong: Record<string, RequestListener> = {
    'a failure': sendJson({ success: false }, 500),
    'no permission': sendJson({ success: false }, 401),
    'too many': sendJson({ success: false }, 429),
    garbage: sendJson('<html>'),
    nothing: sendJson(''),
    null: sendJson('null'),
    'an envelope': sendJson({ success: true, data: [good] }),
    'no reason': sendJson([{ ...good, reason: undefined }]),
    'a reason of its own': sendJson([{ ...good, reason: { kind: 'because' } }]),
    'an id that is none': sendJson([{ ...good, offerId: "'; drop table offer" }]),
    'a score that is none': sendJson([{ ...good, score: 'best' }]),
    'far too many': sendJson(Array.from({ length: 51 }, () => good)),
    'another address': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'half an answer': (_, response) => response.writeHead(200, { 'content-length': '100' }).write('[{'),
    'a cut connection': (request) => request.socket.destroy(),
    silence: () => {},
  }
  for (const [name, behaviour] of Object.entries(wrong)) {
    standIn.behave(behaviour)
    const began = performance.now()
    const shown = await titlesFor(me)
    expect([name, shown]).toEqual([name, popular.filter((title) => title !== 'Oil')])
    expect([name, performance.now() - began < 3_000]).toEqual([name, true])
    // One good answer in between: what is looked at here is each failure, not how many they are.
    standIn.behave(sendJson(ranked(['Bread'])))
    expect([name, await titlesFor(me)]).toEqual([name, ['Bread']])
  }
})

test('a recommender that fails time after time is left alone for a while, tried once, and asked again when it is back', async () => {
  const { app, me, standIn, ranked, popular } = await open()
  const lines: unknown[] = []
  for (const level of ['warn', 'info'] as const)
    app.context.log[level] = (fields: { state?: string }) => fields.state && lines.push(fields.state)
  standIn.behave(sendJson('', 500))
  for (let round = 0; round < 5; round += 1) expect(await titlesFor(me)).toEqual(popular)
  expect(standIn.asked).toHaveLength(5)
  // Now it is not asked at all, though it would answer.
  standIn.behave(sendJson(ranked(['Bread'])))
  for (let round = 0; round < 5; round += 1) expect(await titlesFor(me)).toEqual(popular)
  expect(standIn.asked).toHaveLength(5)
  const later = Date.now() + 5 * SECOND
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  expect(await titlesFor(me)).toEqual(['Bread'])
  expect(standIn.asked).toHaveLength(6)
  expect(lines).toEqual(['Open', 'HalfOpen', 'Closed'])
})

test('while it is left alone everybody gets what is popular, and nobody what was somebody’s own', async () => {
  const { app, me, standIn, ranked, popular } = await open()
  const other = await signUp(app, { email: 'other@post.example' })
  standIn.behave((request, response) => {
    const isMine = request.url!.includes(me.user.id)
    sendJson(isMine ? ranked(['Bread']) : '', isMine ? 200 : 500)(request, response)
  })
  expect(await titlesFor(me)).toEqual(['Bread'])
  for (let round = 0; round < 6; round += 1) expect(await titlesFor(other)).toEqual(popular)
  expect(await titlesFor(me)).toEqual(popular)
})

test('a recommender that was killed is missed by nobody, and found again under its address', async () => {
  const { me, standIn, ranked, popular } = await open()
  standIn.behave(sendJson(ranked(['Bread'])))
  expect(await titlesFor(me)).toEqual(['Bread'])
  await standIn.stop()
  for (let round = 0; round < 3; round += 1) expect(await titlesFor(me)).toEqual(popular)
  const next = await startStandIn(standIn.port)
  next.behave(sendJson(ranked(['Tea'])))
  expect(await titlesFor(me)).toEqual(['Tea'])
})

test('inside the process it has the same budget: a database that is slow for it alone leaves what is popular', async () => {
  const app = await openTestApp({ variables: { RECOMMENDER_BUDGET: '60' } })
  await app.importRows(CITY)
  const me = await signUp(app)
  await me.http('POST /consumer/liked-offers', { body: { offerId: (await findOffers(app))('Tea')._id } })
  const popular = (await app.http('GET /cluster_recommend/{id}', { params: { id: 'guest' } })).map(({ title }) => title)
  const { pool } = app.context
  const { read } = pool
  // What is read of one shopper comes late.
  pool.read = async (text, params) => {
    if (text.includes('liked_offer')) await new Promise((resolve) => setTimeout(resolve, 1_000))
    return read.call(pool, text, params)
  }
  const began = performance.now()
  expect(await titlesFor(me)).toEqual(popular)
  expect(performance.now() - began).toBeLessThan(900)
})

test('what the recommender refuses one shopper says nothing about it: everybody else has their own list, and the log says it once', async () => {
  const { app, me, standIn, ranked, popular } = await open()
  const other = await signUp(app, { email: 'other@post.example' })
  const lines: unknown[] = []
  app.context.log.warn = (fields: { status?: number }) => lines.push(fields.status)
  for (const status of [400, 401, 429]) {
    standIn.behave((request, response) =>
      request.url!.includes(me.user.id) ? sendJson('', status)(request, response) : sendJson(ranked(['Bread']))(request, response),
    )
    for (let round = 0; round < 7; round += 1) expect(await titlesFor(me)).toEqual(popular)
    expect(await titlesFor(other)).toEqual(['Bread'])
  }
  expect(lines).toEqual([400, 401, 429])
})

test('a place is passed on as people write it, however close to zero it is', async () => {
  const { me, standIn } = await open()
  for (const near of ['0.0000001,79.85', '-0.000000001,10', '6.9,-79']) await recommend(me, { near })
  expect(standIn.asked.map(({ url }) => url!.split('near=')[1])).toEqual(['0.0000001,79.85', '-0.000000001,10', '6.9,-79'])
})
