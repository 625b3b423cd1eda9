import { expect, test } from 'vitest'

import { signUp, type SignedIn } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { importOffers, interactionOf, NOBODY, offerRow, readLog, withdraw } from '#test/interactions.ts'

type Door = () => Promise<{ message: string }>
type List = {
  likes: Door[]
  unlikes: Door[]
  /** The ids that each way to read the list shows. */
  reads: (() => Promise<string[]>)[]
  targetId: string
  thing: 'Offer' | 'Shop'
}

/** Likes and unlikes through every door in turn, and looks through all of them in between. Answers what was noted of it. */
async function proveOneList(app: TestApp, { likes, unlikes, reads, targetId, thing }: List) {
  const things = `${thing.toLowerCase()}s`
  const expectList = async (ids: string[]) => {
    for (const read of reads) expect(await read()).toEqual(ids)
  }
  for (const [index, like] of likes.entries()) {
    expect(await like()).toMatchObject({ message: `Added to liked ${things}` })
    await expectList([targetId])
    for (const again of likes) {
      await expect(again()).rejects.toMatchObject({ status: 409, code: 'already_liked', message: `${thing} already liked` })
    }
    await expectList([targetId])
    expect(await unlikes[index % unlikes.length]!()).toMatchObject({ message: `Removed from liked ${things}` })
    await expectList([])
    for (const again of unlikes) {
      await expect(again()).rejects.toMatchObject({ status: 404, code: 'not_liked', message: `${thing} not found in liked ${things}` })
    }
  }
  return (await readLog(app)).map(({ kind, action, target_id }) => [kind, action, target_id])
}
/** What is noted of so many likes, each with its unlike: each once, in its order, and nothing that was refused. */
const logOf = (likes: number, kind: 'OFFER_LIKE' | 'SHOP_LIKE', targetId: string) =>
  Array.from({ length: likes }, () => ['ADD', 'REMOVE'].map((action) => [kind, action, targetId])).flat()

const readEverywhere = ({ http, user }: SignedIn, list: 'likedOffers' | 'likedShops') => [
  async () => (await http('GET /consumer/{id}', { params: { id: user.id } })).data[list],
  async () => (await http('GET /consumer/export')).data[list].map(({ _id }) => _id),
  async () => (await http('GET /consumer/export')).data.profile[list],
]

test('whichever door an offer is liked and unliked through, all doors are to one list [#215, #216, #224]', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '100' } })
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const targetId = offer!._id
  const me = await signUp(app)
  const { http } = me
  const params = { id: me.user.id }
  const body = { offerId: targetId }
  const like = (action: 'ADD' | 'REMOVE') =>
    http('POST /interactions', { body: interactionOf('OFFER_LIKE', targetId, { userId: params.id, action }) })
  const log = await proveOneList(app, {
    thing: 'Offer',
    targetId,
    likes: [
      () => http('POST /consumer/liked-offers', { body }),
      () => http('POST /consumer/liked-offers/{id}', { params, body }),
      () => http('POST /consumer/liked-offers', { body: { offerId: targetId.toUpperCase(), userId: params.id } }),
      () => like('ADD'),
    ],
    unlikes: [
      () => http('DELETE /consumer/liked-offers', { body }),
      () => http('DELETE /consumer/liked-offers/{id}', { params: { id: targetId } }),
      () => http('DELETE /consumer/liked-offers', { body: { ...body, userId: params.id } }),
      () => like('REMOVE'),
    ],
    reads: [
      async () => (await http('GET /consumer/liked-offers')).data.map(({ _id }) => _id),
      async () => (await http('GET /consumer/liked-offers/{id}', { params })).data.map(({ id }) => id),
      ...readEverywhere(me, 'likedOffers'),
    ],
  })
  expect(log).toEqual(logOf(4, 'OFFER_LIKE', targetId))
})

test('liked shops and favourite shops are one list under two names, whichever door is taken [#215, #216, #217, #224]', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '100' } })
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const targetId = offer!.shop._id
  const me = await signUp(app)
  const { http } = me
  const params = { id: me.user.id }
  const body = { shopId: targetId }
  const like = (action: 'ADD' | 'REMOVE') =>
    http('POST /interactions', { body: interactionOf('SHOP_LIKE', targetId, { userId: params.id, action }) })
  const names = ['liked-shops', 'favorite-shops'] as const
  const log = await proveOneList(app, {
    thing: 'Shop',
    targetId,
    likes: [
      ...names.map((name) => () => http(`POST /consumer/${name}`, { body })),
      ...names.map((name) => () => http(`POST /consumer/${name}/{id}`, { params, body })),
      () => like('ADD'),
    ],
    unlikes: [
      ...names.map((name) => () => http(`DELETE /consumer/${name}/{id}`, { params: { id: targetId } })),
      ...names.map((name) => () => http(`DELETE /consumer/${name}`, { body: { ...body, userId: params.id } })),
      () => like('REMOVE'),
    ],
    reads: [
      ...names.map((name) => async () => (await http(`GET /consumer/${name}`)).data.map(({ _id }) => _id)),
      ...names.map((name) => async () => (await http(`GET /consumer/${name}/{id}`, { params })).data.map(({ id }) => id)),
      ...readEverywhere(me, 'likedShops'),
    ],
  })
  expect(log).toEqual(logOf(5, 'SHOP_LIKE', targetId))
})

test('nobody likes, unlikes or looks for somebody else [D-23]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const [mine, theirs] = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  const [offerId, shopId, userId] = [offer!._id, offer!.shop._id, theirs.user.id]
  await theirs.http('POST /consumer/liked-offers', { body: { offerId } })
  await theirs.http('POST /consumer/liked-shops', { body: { shopId } })
  const log = await readLog(app)
  const { http } = mine
  const params = { id: userId }
  const report = (kind: 'OFFER_LIKE' | 'SHOP_LIKE', action: 'ADD' | 'REMOVE') =>
    http('POST /interactions', { body: interactionOf(kind, kind === 'OFFER_LIKE' ? offerId : shopId, { userId, action }) })
  const tries = [
    ...[userId, NOBODY, 'nobody', ''].flatMap((id) => [
      () => http('POST /consumer/liked-offers', { body: { offerId, userId: id } }),
      () => http('DELETE /consumer/liked-offers', { body: { offerId, userId: id } }),
    ]),
    () => http('GET /consumer/liked-offers/{id}', { params }),
    () => http('POST /consumer/liked-offers/{id}', { params, body: { offerId } }),
    ...(['liked-shops', 'favorite-shops'] as const).flatMap((list) => [
      () => http(`GET /consumer/${list}/{id}`, { params }),
      () => http(`POST /consumer/${list}/{id}`, { params, body: { shopId } }),
      () => http(`POST /consumer/${list}`, { body: { shopId, userId } }),
      () => http(`DELETE /consumer/${list}`, { body: { shopId, userId } }),
    ]),
    ...(['OFFER_LIKE', 'SHOP_LIKE'] as const).flatMap((kind) => [() => report(kind, 'ADD'), () => report(kind, 'REMOVE')]),
  ]
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  expect(await readLog(app)).toEqual(log)
  expect((await http('GET /consumer/liked-offers')).data).toEqual([])
  expect((await http('GET /consumer/liked-shops')).data).toEqual([])
  expect((await theirs.http('GET /consumer/{id}', { params })).data).toMatchObject({ likedOffers: [offerId], likedShops: [shopId] })
})

test('what nobody has is not liked and not unliked, whatever its id looks like', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  for (const id of [NOBODY, 'nobody', "' or 1=1", '../offers', '𝔘', '', user.id]) {
    const missing = { status: 404, code: 'not_liked' }
    await expect(http('POST /consumer/liked-offers', { body: { offerId: id } })).rejects.toMatchObject({
      status: 404,
      code: 'offer_not_found',
    })
    await expect(http('POST /consumer/liked-shops', { body: { shopId: id } })).rejects.toMatchObject({
      status: 404,
      code: 'shop_not_found',
    })
    await expect(http('DELETE /consumer/liked-offers', { body: { offerId: id } })).rejects.toMatchObject(missing)
    await expect(http('DELETE /consumer/favorite-shops', { body: { shopId: id } })).rejects.toMatchObject(missing)
    if (id === '') continue
    await expect(http('DELETE /consumer/liked-offers/{id}', { params: { id } })).rejects.toMatchObject(missing)
    await expect(http('DELETE /consumer/liked-shops/{id}', { params: { id } })).rejects.toMatchObject(missing)
  }
  for (const body of [{}, { offerId: 1 }, { offerId: null }, { offerId: ['x'] }, { offerId: 'x'.repeat(201) }, { shopId: NOBODY }]) {
    await expect(http('POST /consumer/liked-offers', { body: body as never })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(http('DELETE /consumer/liked-offers', { body: body as never })).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect(await readLog(app)).toEqual([])
})

test('what was withdrawn is liked no more; who likes it keeps it, greyed, until it comes back or they let it go [D-60]', async () => {
  const app = await openTestApp()
  const rows = [offerRow('Tea at half price'), offerRow('Coffee at half price', { shop: 'Coffee House' })]
  const [tea, coffee] = await importOffers(app, rows)
  const { http } = await signUp(app)
  const list = async () => {
    const [offers, shops] = [await http('GET /consumer/liked-offers'), await http('GET /consumer/liked-shops')]
    return [...offers.data, ...shops.data].map(({ _id, isWithdrawn, likedAt }) => ({ _id, isWithdrawn, likedAt }))
  }
  const likedAt = new Date(app.clock.now()).toISOString()
  await http('POST /consumer/liked-offers', { body: { offerId: tea!._id } })
  await http('POST /consumer/liked-shops', { body: { shopId: tea!.shop._id } })
  app.clock.advance(1_000)
  const shown = (isWithdrawn: boolean) => [tea!._id, tea!.shop._id].map((_id) => ({ _id, isWithdrawn, likedAt }))
  expect(await list()).toEqual(shown(false))

  for (const one of [tea, coffee]) {
    await withdraw(app, 'offer', one!._id)
    await withdraw(app, 'shop', one!.shop._id)
  }
  expect(await list()).toEqual(shown(true))
  const gone = { status: 410, code: 'offer_withdrawn' }
  for (const one of [tea, coffee])
    await expect(http('POST /consumer/liked-offers', { body: { offerId: one!._id } })).rejects.toMatchObject(gone)
  const left = { status: 410, code: 'shop_withdrawn' }
  await expect(http('POST /consumer/favorite-shops', { body: { shopId: coffee!.shop._id } })).rejects.toMatchObject(left)

  // Imported once more, both are what they were, and liked since the same time.
  await app.importRows(rows)
  expect(await list()).toEqual(shown(false))
  await withdraw(app, 'offer', tea!._id)
  await withdraw(app, 'shop', tea!.shop._id)
  await http('DELETE /consumer/liked-offers/{id}', { params: { id: tea!._id } })
  await http('DELETE /consumer/favorite-shops/{id}', { params: { id: tea!.shop._id } })
  expect(await list()).toEqual([])
  expect((await readLog(app)).map(({ kind, action }) => `${kind} ${action}`)).toEqual([
    'OFFER_LIKE ADD',
    'SHOP_LIKE ADD',
    'OFFER_LIKE REMOVE',
    'SHOP_LIKE REMOVE',
  ])
})
