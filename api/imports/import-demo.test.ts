import { expect, test } from 'vitest'

import { signUp } from '#test/accounts.ts'
import { openDesk, openTestApp } from '#test/app.ts'
import { importDemo } from './import-demo.ts'

/** One of the demo's own. */
const row = {
  title: 'Sour tuna curry',
  shop: 'Malu Kade',
  address: '41 Station Lane, Wellawatte',
  external_id: 'malu-kade-ambul-thiyal-by-the-half-kilo-to-take-home',
}

async function openDemo() {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '100' } })
  await importDemo(app.context)
  const count = async () => (await app.http('GET /offers/all', { query: { limit: '1' } })).total
  return { ...app, ...openDesk(app), count, removeDemo: () => openDesk(app).admin('DELETE /superadmin/dashboard/demo') }
}

test('the demo city comes with every start, and once removed stays away', async () => {
  const { context, count, removeDemo } = await openDemo()
  const whole = await count()
  expect(whole).toBeGreaterThan(10)
  await importDemo(context)
  expect(await count()).toBe(whole)
  await removeDemo()
  await importDemo(context)
  expect(await count()).toBe(0)
})

test('who likes an offer and a shop of the demo keeps them when it is removed, as withdrawn', async () => {
  const app = await openDemo()
  const me = await signUp(app)
  const { _id: offerId, shop } = (await app.http('GET /offers/all', { query: { limit: '1' } })).data[0]!
  await me.http('POST /consumer/liked-offers', { body: { offerId } })
  await me.http('POST /consumer/favorite-shops', { body: { shopId: shop._id } })
  await app.removeDemo()
  for (const [list, id] of [
    ['liked-offers', offerId],
    ['liked-shops', shop._id],
  ] as const)
    expect((await me.http(`GET /consumer/${list}`, { query: {} })).data).toMatchObject([{ _id: id, isWithdrawn: true }])
})

test('nothing of a removed demo is found to be restored, nor what was withdrawn or restored by hand before', async () => {
  const { admin, undo, count, removeDemo } = await openDemo()
  const { data: offers } = await admin('GET /superadmin/dashboard/offers', { query: { limit: '2' } })
  const { data: shops } = await admin('GET /superadmin/dashboard/shops', { query: { limit: '3' } })
  const shop = shops.find(({ id }) => offers.every(({ shopId }) => shopId !== id))!
  const act = (what: 'shops' | 'offers', how: 'withdraw' | 'restore', id: string) =>
    admin(`POST /superadmin/dashboard/${what}/{id}/${how}`, { params: { id } })
  await act('offers', 'withdraw', offers[0]!.id)
  await act('offers', 'withdraw', offers[1]!.id)
  await act('offers', 'restore', offers[1]!.id)
  await act('shops', 'withdraw', shop.id)
  const [edit] = (await admin('GET /superadmin/dashboard/imports')).data
  await removeDemo()
  for (const what of ['shops', 'offers'] as const) expect((await admin(`GET /superadmin/dashboard/${what}`)).total).toBe(0)
  await undo(edit!.id)
  expect(await count()).toBe(0)
})

test('undoing a file that changed an offer of the demo gives it back to the demo, which can still be removed', async () => {
  const { importRows, undo, count, removeDemo } = await openDemo()
  const whole = await count()
  const { id, changed } = await importRows([row])
  expect(changed).toBe(1)
  expect((await undo(id)).report?.undo).toMatchObject({ restored: 1, withdrawn: 0 })
  expect(await count()).toBe(whole)
  await removeDemo()
  expect(await count()).toBe(0)
})

test('undoing brings nothing back of a demo that was removed meanwhile', async () => {
  const { importRows, undo, count, removeDemo } = await openDemo()
  const { id, changed } = await importRows([row])
  expect(changed).toBe(1)
  await removeDemo()
  expect(await count()).toBe(1)
  await undo(id)
  expect(await count()).toBe(0)
})

test('removing a demo that is not there leaves a checked file alone', async () => {
  const { check, show, removeDemo } = await openDemo()
  expect((await removeDemo()).data.offers).toBeGreaterThan(10)
  const { id } = await check([row])
  expect((await removeDemo()).data).toEqual({ offers: 0, shops: 0 })
  expect(await show(id)).toMatchObject({ state: 'checked' })
})

test('a start sets no file aside that waits for a decision', async () => {
  const { context, check, show } = await openDemo()
  const { id } = await check([row])
  await importDemo(context)
  expect(await show(id)).toMatchObject({ state: 'checked' })
})

test('an offer of the demo that came along with its moved shop goes with the demo', async () => {
  const { importText, count, removeDemo } = await openDemo()
  await importText(`shop,address,latitude,longitude\n${row.shop},"${row.address}",6.8,79.9\n`)
  expect((await removeDemo()).data.offers).toBeGreaterThan(10)
  expect(await count()).toBe(0)
})
