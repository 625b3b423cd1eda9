import { expect, test } from 'vitest'

import { RECOMMENDED } from '#contract/constants.ts'
import { recommendations } from '#contract/recommendation.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { signUp } from '#test/accounts.ts'
import { asBearer, openTestApp } from '#test/app.ts'
import { interactionOf, NOBODY, withdraw } from '#test/interactions.ts'
import { clickOffer, findOffers, offerOf, recommend, recommendToGuest, titlesFor } from '#test/recommendations.ts'

const CITY = [
  offerOf('Bakery', 'Bread'),
  offerOf('Bakery', 'Buns'),
  offerOf('Florist', 'Roses'),
  offerOf('Garage', 'Oil'),
  offerOf('Garage', 'Over', { end_date: '2026-11-20' }),
  offerOf('Garage', 'To come', { start_date: '2026-11-25' }),
]
const RUNNING = ['Bread', 'Buns', 'Oil', 'Roses']

test('the answer is a bare list of whole offers that run, each with its reason, at the base and at the root [#228]', async () => {
  const app = await openTestApp()
  const me = await signUp(app)
  await app.importRows(CITY)
  for (const base of ['/api/v1', ''])
    for (const headers of [{}, { authorization: `Bearer ${me.token}` }]) {
      const {
        statusCode,
        body,
        headers: answered,
      } = await app.server.inject({
        url: `${base}/cluster_recommend/${me.user.id}?city=colombo`,
        headers,
      })
      expect([statusCode, answered['cache-control'], answered['etag']]).toEqual([200, 'no-store', undefined])
      const list = recommendations.parse(JSON.parse(body))
      expect(list.map(({ title }) => title).toSorted()).toEqual(RUNNING)
      expect(list.map(({ shop }) => shop.name).toSorted()).toEqual(['Bakery', 'Bakery', 'Florist', 'Garage'])
    }
})

test('the list is the shopper’s own for their own token alone: any other token, a stale one or none gets what is popular, and no 401 [D-50]', async () => {
  const app = await openTestApp()
  const [me, other] = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  const gone = await signUp(app, { email: 'gone@post.example' })
  await gone.http('POST /consumer/logout')
  await app.importRows(CITY)
  const find = await findOffers(app)
  await me.http('POST /consumer/liked-offers', { body: { offerId: find('Bread')._id } })
  // What one likes is not in one's own list, and in everybody else's: so the two can be told apart.
  const own = await titlesFor(me)
  expect(own).not.toContain('Bread')
  expect(await titlesFor({ ...me, user: { ...me.user, id: me.user.id.toUpperCase() } })).toEqual(own)
  const popular = await recommendToGuest(app)
  expect(popular).toContain('Bread')
  const ask = async (id: string, token?: string) => {
    const response = await app.server.inject({
      url: `/api/v1/cluster_recommend/${id}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    return [response.statusCode, response.json<{ title: string }[]>().map(({ title }) => title)]
  }
  for (const [id, token] of [
    [me.user.id, undefined],
    [me.user.id, other.token],
    [me.user.id, gone.token],
    [me.user.id, 'garbage'],
    [gone.user.id, gone.token],
    [NOBODY, me.token],
    ['000000000000000000000000', me.token],
    ['000000000000000000000000', undefined],
    ['65f1c0ffee65f1c0ffee65f1', undefined],
  ] as const)
    expect([id, token, await ask(id, token)]).toEqual([id, token, [200, popular]])
})

test('an id that can be none, or a place that is none, is refused with a clear word; keys that nobody knows are ignored', async () => {
  const app = await openTestApp()
  await app.importRows(CITY)
  const ask = (path: string) => app.server.inject({ url: `/api/v1/cluster_recommend/${path}` })
  for (const id of ['x'.repeat(101), 'a%20b', 'a%01b', "'", '%E0%B6%9A', 'a.b', '%F0%9F%8D%9B']) {
    const response = await ask(id)
    expect([id, response.statusCode]).toEqual([id, 400])
    expect(response.json()).toMatchObject({ success: false, code: 'invalid_input', fields: { 'params.id': 'Is not an id' } })
  }
  for (const id of ['', '%00', 'x'.repeat(501), 'a%2Fb/c']) expect([id, Math.floor((await ask(id)).statusCode / 100)]).toEqual([id, 4])
  for (const query of ['near=here', 'near=91,0', 'near=6.9', `city=${'x'.repeat(501)}`, 'city=a%01'])
    expect([query, (await ask(`${NOBODY}?${query}`)).statusCode]).toEqual([query, 400])
  expect((await ask(`${NOBODY}?limit=1&page=2&city=colombo`)).json()).toHaveLength(RUNNING.length)
})

test('of a city that is not served nothing is recommended, to nobody; without a city it is the one that is served, whatever its case', async () => {
  const app = await openTestApp()
  const me = await signUp(app)
  await app.importRows(CITY)
  for (const city of ['galle', 'Colombo 7', ''])
    expect([city, await titlesFor(me, { city }), await recommendToGuest(app, { city })]).toEqual([city, [], []])
  for (const query of [{}, { city: 'Colombo' }]) {
    expect((await titlesFor(me, query)).toSorted()).toEqual(RUNNING)
    expect((await recommendToGuest(app, query)).toSorted()).toEqual(RUNNING)
  }
})

test('where there is nothing to recommend the list is empty, for a guest and for a shopper', async () => {
  const app = await openTestApp()
  const me = await signUp(app)
  expect([await titlesFor(me), await recommendToGuest(app)]).toEqual([[], []])
})

test('a like is in the very next answer: what is liked leaves, and comes back when it is liked no more', async () => {
  const app = await openTestApp()
  const me = await signUp(app)
  await app.importRows(CITY)
  const offerId = (await findOffers(app))('Roses')._id
  expect(await titlesFor(me)).toContain('Roses')
  await me.http('POST /consumer/liked-offers', { body: { offerId } })
  expect(await titlesFor(me)).not.toContain('Roses')
  await me.http('DELETE /consumer/liked-offers/{id}', { params: { id: offerId } })
  expect(await titlesFor(me)).toContain('Roses')
})

test('what ends, or is withdrawn, leaves the list at once; what is imported is in the next one', async () => {
  const app = await openTestApp()
  const me = await signUp(app)
  await app.importRows([...CITY, offerOf('Florist', 'Tulips', { end_date: '2026-11-21' })])
  expect(await titlesFor(me)).toContain('Tulips')
  const find = await findOffers(app)
  await withdraw(app, 'offer', find('Oil')._id)
  expect(await titlesFor(me)).not.toContain('Oil')
  app.clock.advance(DAY)
  expect((await titlesFor(me)).toSorted()).toEqual(['Bread', 'Buns', 'Roses'])
  expect(await recommendToGuest(app)).not.toContain('Lilies')
  await app.importRows([offerOf('Florist', 'Lilies')])
  expect(await titlesFor(me)).toContain('Lilies')
  expect(await recommendToGuest(app)).toContain('Lilies')
})

test('what many have clicked lately comes first for who is not known, and a guest’s list holds nothing of anybody', async () => {
  const app = await openTestApp()
  await app.importRows(CITY)
  const find = await findOffers(app)
  await clickOffer(app, find('Oil')._id, 12)
  const { data } = { data: await app.http('GET /cluster_recommend/{id}', { params: { id: NOBODY } }) }
  expect(data[0]).toMatchObject({ title: 'Oil', reason: { kind: expect.stringMatching(/^popular/) as string } })
  // Somebody new, of whom nothing is known, is recommended it as well.
  expect((await titlesFor(await signUp(app)))[0]).toBe('Oil')
})

test('with a place the distance is told, and what is out of reach is left out; from another town distance says nothing', async () => {
  const app = await openTestApp()
  const me = await signUp(app)
  const at = (latitude: string, longitude: string) => ({ latitude, longitude })
  await app.importRows([
    offerOf('Fort', 'Here', at('6.934', '79.843')),
    offerOf('Borella', 'There', at('6.915', '79.878')),
    offerOf('Jaffna', 'Far', at('9.66', '80.02')),
    offerOf('Online', 'Nowhere'),
  ])
  for (const who of [me, { ...me, http: app.http }]) {
    const list = await recommend(who, { near: '6.934,79.843' })
    expect(
      Object.fromEntries(list.map(({ title, distance }) => [title, distance === undefined ? undefined : Math.round(distance)])),
    ).toStrictEqual({ Here: 0, Nowhere: undefined, There: 4 })
  }
  expect((await titlesFor(me, { near: '51.5,0' })).toSorted()).toEqual(['Here', 'Nowhere', 'There'])
  expect((await titlesFor(me)).toSorted()).toEqual(['Here', 'Nowhere', 'There'])
})

test('the list is no longer than it may be, however much runs, and holds every offer once', async () => {
  const app = await openTestApp()
  const me = await signUp(app)
  await app.importRows(Array.from({ length: 120 }, (_, index) => offerOf(`Shop ${index % 40}`, `Offer number ${index}`)))
  for (const titles of [await titlesFor(me), await recommendToGuest(app)]) {
    expect(titles).toHaveLength(RECOMMENDED.limit)
    expect(new Set(titles).size).toBe(RECOMMENDED.limit)
  }
})

test('whoever asks all the time is asked to wait, and nobody else', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '0.25' } })
  const [me, other] = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  const asks = await Promise.allSettled(Array.from({ length: 61 }, () => recommend(me)))
  expect(asks.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'too_many_requests' } }])
  expect(await titlesFor(other)).toEqual([])
  app.clock.advance(MINUTE)
  expect(await titlesFor(me)).toEqual([])
})

test('guests of one network who ask all the time are asked to wait, and those of another are not', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '0.1' } })
  const ask = (remoteAddress: string) =>
    app.server.inject({ url: `/api/v1/cluster_recommend/${NOBODY}?city=colombo`, remoteAddress }).then(({ statusCode }) => statusCode)
  const most = 1_200 * app.context.config.THROTTLE_FACTOR
  for (let asked = 0; asked < most; asked += 1) await ask(`2001:db8:1:1::${(asked % 9) + 1}`)
  expect([await ask('2001:db8:1:1::a'), await ask('2001:db8:1:2::a')]).toEqual([429, 200])
}, 30_000)

test('a page that is rendered on the server gets the list as for a guest', async () => {
  const app = await openTestApp()
  await app.importRows(CITY)
  const list = await app.api('GET /cluster_recommend/{id}', { params: { id: NOBODY }, query: { city: 'colombo' } })
  expect(list.map(({ title }) => title).toSorted()).toEqual(RUNNING)
})

test('somebody who deletes their account is nobody at once, and their clicks are nobody’s', async () => {
  const app = await openTestApp()
  const me = await signUp(app)
  await app.importRows(CITY)
  const find = await findOffers(app)
  await me.http('POST /interactions', { body: interactionOf('OFFER_CLICK', find('Oil')._id) })
  await me.http('POST /consumer/not-interested', { body: { offerId: find('Bread')._id } })
  await me.http('DELETE /consumer/delete-profile', { body: {} })
  expect(await titlesFor({ ...me, http: asBearer(app, me.token) })).toContain('Bread')
  expect((await app.context.pool.query('select 1 from dismissed_offer')).rows).toEqual([])
})
