/** One shop or offer, by hand: found, changed, withdrawn, restored. */
import { expect, test } from 'vitest'

import { MINUTE } from '#contract/time.ts'

import { signUp } from '#test/accounts.ts'
import { asBearer, ADMIN_KEY, openDesk, openTestApp, type Row, type TestApp } from '#test/app.ts'
import { NOBODY, offerRow } from '#test/interactions.ts'

import { importDemo } from '../imports/import-demo.ts'

const rows: Row[] = [
  offerRow('Tea at half price', { address: '1 Rain Road', phone: '011 230 3500', end_date: '2026-12-31' }),
  offerRow('Free scone', { address: '1 Rain Road', end_date: '2026-12-01' }),
  offerRow('Cake', { shop: 'Cake House', address: '2 Lake Road', hours: 'daily 24 hours' }),
]

async function openCity() {
  const app = await openTestApp()
  await app.importRows(rows)
  const { admin, check, publish, list, undo } = openDesk(app)
  const findShops = async (query: object = {}) => (await admin('GET /superadmin/dashboard/shops', { query })).data
  const findOffers = async (query: object = {}) => (await admin('GET /superadmin/dashboard/offers', { query })).data
  const shop = (await findShops({ q: 'tea' }))[0]!
  const offer = (await findOffers({ q: 'half' }))[0]!
  const show = async (id = shop.id) => (await admin('GET /superadmin/dashboard/shops/{id}', { params: { id } })).data
  const edit = async (cells: Record<string, string>, version?: string, id = shop.id) =>
    admin('PUT /superadmin/dashboard/shops/{id}', { params: { id }, body: { version: version ?? (await show(id)).version, cells } })
  const act = (what: 'shops' | 'offers', how: 'withdraw' | 'restore', id: string) =>
    admin(`POST /superadmin/dashboard/${what}/{id}/${how}`, { params: { id } })
  /** Takes back what stands in the list of imports under these words. */
  const undoLine = async (line: string) => undo((await list()).find(({ fileName, undoes }) => fileName === line && undoes === null)!.id)
  return { app, admin, check, publish, findShops, findOffers, shop, offer, show, edit, act, list, undoLine }
}
const listTitles = async ({ http }: TestApp) => (await http('GET /offers/all')).data.map(({ title }) => title).toSorted()
const listAudit = async ({ context: { db } }: TestApp, like: string) =>
  db.selectFrom('audit_event').select(['kind', 'outcome', 'detail']).where('kind', 'like', like).orderBy('id').execute()

test('shops are found by words of their names and addresses, with what they lack', async () => {
  const { findShops, admin } = await openCity()
  expect(await findShops({ q: 'house ROAD lake' })).toMatchObject([
    { name: 'Cake House', address: '2 Lake Road', state: 'shown', offers: 1, lacks: ['place', 'contact'] },
  ])
  expect((await findShops()).map(({ name, offers }) => [name, offers])).toEqual([
    ['Cake House', 1],
    ['Tea House', 2],
  ])
  expect([await findShops({ q: 'tea lake' }), await findShops({ q: '%' }), await findShops({ state: 'withdrawn' })]).toEqual([[], [], []])
  const first = await admin('GET /superadmin/dashboard/shops', { query: { limit: '1' } })
  expect(first).toMatchObject({ count: 1, total: 2 })
  const second = await admin('GET /superadmin/dashboard/shops', { query: { limit: '1', cursor: first.nextCursor! } })
  expect(second).toMatchObject({ data: [{ name: 'Tea House' }], total: 2, nextCursor: null })
})

test('offers are found whatever has become of them, page by page, those that end last first', async () => {
  const { app, findOffers, admin, act, offer } = await openCity()
  await app.importRows([
    offerRow('Old tea', { end_date: '1/1/2026' }),
    offerRow('New tea', { start_date: '1/12/2026', end_date: '2/12/2026' }),
  ])
  const [mine] = [await signUp(app)]
  await mine.http('POST /offers/{id}/reports', { params: { id: offer.id }, body: { reason: 'closed' } })
  const all = await findOffers({ q: 'tea' })
  expect(all.map(({ title, state, reports }) => [title, state, reports])).toEqual([
    ['Tea at half price', 'running', 1],
    ['New tea', 'upcoming', 0],
    ['Free scone', 'running', 0],
    ['Old tea', 'expired', 0],
  ])
  const pageThrough = async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await admin('GET /superadmin/dashboard/offers', { query: { limit: '2', ...(cursor && { cursor }) } })
      expect(page.total).toBe(5)
      seen.push(...page.data.map(({ title }) => title))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return seen
  }
  expect(await pageThrough()).toEqual(['Cake', ...all.map(({ title }) => title)])
  await act('offers', 'withdraw', all[2]!.id)
  expect(await pageThrough()).toEqual(['Cake', ...all.map(({ title }) => title)])
  for (const [state, titles] of [
    ['running', ['Cake', 'Tea at half price']],
    ['upcoming', ['New tea']],
    ['expired', ['Old tea']],
    ['withdrawn', ['Free scone']],
    ['reported', ['Tea at half price']],
  ] as const)
    expect((await findOffers({ state })).map(({ title }) => title)).toEqual(titles)
  const foreign = admin('GET /superadmin/dashboard/offers', { query: { cursor: 'W1siYSJdLDEsMF0' } })
  await expect(foreign).rejects.toMatchObject({ code: 'invalid_input' })
})

test('an edit changes what is sent and nothing else, clears what is emptied, and everybody sees it at once', async () => {
  const { app, show, edit, shop, list } = await openCity()
  const before = await show()
  expect(before).toMatchObject({
    state: 'shown',
    offers: 2,
    cells: { shop: 'Tea House', phone: '+94 112 303 500', hours: '', latitude: '' },
  })
  const saved = await edit({ hours: 'mon-fri 9am-5pm; sun closed', phone: '', latitude: '6.93', longitude: '79.85' })
  expect(saved).toMatchObject({ message: 'Saved. Everybody sees it from now on.', warnings: [] })
  expect(saved.data.cells).toMatchObject({ hours: 'mon-fri 09:00-17:00; sun closed', phone: '', address: '1 Rain Road' })
  const seen = (await app.http('GET /shops/{id}', { params: { id: shop.id } })).data
  expect(seen).toMatchObject({ phone: null, address: '1 Rain Road', location: { coordinates: [79.85, 6.93] } })
  const near = await app.http('GET /offers/all', { query: { near: '6.93,79.85', radius: '1' } })
  expect(near.data.map(({ title }) => title).toSorted()).toEqual(['Free scone', 'Tea at half price'])
  expect((await list())[0]).toMatchObject({
    kind: 'edit',
    state: 'published',
    fileName: 'Shop: Tea House',
    counts: { shopsChanged: 1, changed: 2 },
  })
  // One of the two numbers is enough where the other is known.
  expect((await edit({ latitude: '6.94' })).data.cells).toMatchObject({ latitude: '6.94', longitude: '79.85' })
})

test('each wrong cell has its text, and nothing of the edit is taken; what a file would only lose is refused here', async () => {
  const { edit, show, list } = await openCity()
  const before = await show()
  const wrong = edit({ shop: ' ', phone: 'call us', hours: 'mornings', latitude: '91', shop_email: 'nobody', address: '5 Sea Road' })
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
    fields: {
      'body.cells.shop': expect.any(String),
      'body.cells.phone': expect.any(String),
      'body.cells.hours': expect.stringContaining('mornings'),
      'body.cells.latitude': expect.any(String),
      'body.cells.shop_email': expect.any(String),
    },
  })
  expect(await show()).toEqual(before)
  expect((await list()).filter(({ kind }) => kind === 'edit')).toEqual([])
})

test('a renamed and moved shop stays the same one: offers, likes and files by its earlier name still mean it', async () => {
  const { app, edit, shop, offer } = await openCity()
  const me = await signUp(app)
  await me.http('POST /consumer/liked-shops', { body: { shopId: shop.id } })
  await edit({ shop: 'Tea Palace', address: '5 Sea Road' })
  expect((await app.http('GET /offers/all', { query: { q: 'palace' } })).data.map(({ id }) => id)).toContain(offer.id)
  expect((await me.http('GET /consumer/liked-shops')).data).toMatchObject([{ id: shop.id, name: 'Tea Palace' }])
  // The weekly file has not heard of it: its offers come to the same shop, which keeps its new name.
  const again = await app.importRows([...rows, offerRow('Iced tea', { address: '1 Rain Road' })])
  expect(again).toMatchObject({ created: 1, unchanged: 3, shopsCreated: 0, shopsChanged: 0 })
  const later = await app.importRows([{ shop: 'Tea Palace', address: '5 Sea Road', phone: '011 230 3511' }])
  expect(later).toMatchObject({ shopsCreated: 0, shopsChanged: 1 })
  const { data } = await app.http('GET /shops', { query: { q: 'tea' } })
  expect(data).toMatchObject([{ id: shop.id, name: 'Tea Palace', address: '5 Sea Road', phone: '+94 112 303 511' }])
})

test('no edit takes the name and address, or the number, of another shop', async () => {
  const { app, edit } = await openCity()
  await app.importRows([{ shop: 'Cake House', address: '2 Lake Road', external_shop_id: 'S-2' }])
  const taken = { status: 400, fields: { 'body.cells.shop': 'Another shop has this name and address already, or had it' } }
  await expect(edit({ shop: 'cake  house', address: '2 Lake Road' })).rejects.toMatchObject(taken)
  const number = { fields: { 'body.cells.external_shop_id': '“S-2” is the number of another shop' } }
  await expect(edit({ external_shop_id: 'S-2' })).rejects.toMatchObject(number)
  expect((await edit({ external_shop_id: 'S-1' })).data.cells.external_shop_id).toBe('S-1')
  const byNumber = await app.importRows([{ shop: 'Tea Room', address: '7 Hill Road', external_shop_id: 'S-1' }])
  expect(byNumber).toMatchObject({ shopsCreated: 0, shopsChanged: 1 })
})

test('of two edits of the same facts the later is refused, and an edit that changes nothing leaves a checked file alone', async () => {
  const { edit, show, check, publish, list } = await openCity()
  const { version } = await show()
  const outcomes = await Promise.allSettled([edit({ phone: '011 230 3511' }, version), edit({ hours: 'daily 24 hours' }, version)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(failed!.reason).toMatchObject({ status: 409 })
  const first = outcomes[0].status === 'fulfilled' ? { hours: 'daily 24 hours' } : { phone: '011 230 3511' }
  await expect(edit(first, version)).rejects.toMatchObject({ status: 409, code: 'shop_changed' })

  const checked = await check([offerRow('Iced tea')])
  expect((await edit({ address: '1 Rain Road' })).message).toBe('Nothing has changed.')
  await publish(checked.id)
  const set = await check([offerRow('Hot tea')])
  await edit({ shop_description: 'All kinds of tea' })
  expect((await list()).find(({ id }) => id === set.id)).toMatchObject({ state: 'cancelled' })
})

test('a withdrawn offer is gone for shoppers, its likes stay, and it comes back', async () => {
  const { app, act, offer, findOffers } = await openCity()
  const me = await signUp(app)
  await me.http('POST /consumer/liked-offers', { body: { offerId: offer.id } })
  expect(await act('offers', 'withdraw', offer.id)).toEqual({ success: true, message: 'Withdrawn. Nobody sees it any more.' })
  expect((await act('offers', 'withdraw', offer.id)).message).toBe('This offer was withdrawn already.')
  const gone = app.http('GET /offers/{id}', { params: { id: offer.id } })
  await expect(gone).rejects.toMatchObject({ status: 410, code: 'offer_withdrawn' })
  expect(await listTitles(app)).toEqual(['Cake', 'Free scone'])
  expect((await me.http('GET /consumer/liked-offers')).data).toMatchObject([{ id: offer.id, isWithdrawn: true }])
  expect(await findOffers({ state: 'withdrawn' })).toMatchObject([{ id: offer.id, wentWithShop: false }])
  await act('offers', 'restore', offer.id)
  expect((await act('offers', 'restore', offer.id)).message).toBe('This offer shows already.')
  expect(await listTitles(app)).toEqual(['Cake', 'Free scone', 'Tea at half price'])
})

test('a withdrawn shop takes its offers along and brings them back, but not those that were withdrawn before', async () => {
  const { app, act, offer, shop, show, edit, findShops, findOffers } = await openCity()
  await act('offers', 'withdraw', offer.id)
  await act('shops', 'withdraw', shop.id)
  await expect(app.http('GET /shops/{id}', { params: { id: shop.id } })).rejects.toMatchObject({ status: 410 })
  expect(await listTitles(app)).toEqual(['Cake'])
  expect(await findShops({ state: 'withdrawn' })).toMatchObject([{ id: shop.id, offers: 1 }])
  const scone = (await findOffers({ q: 'scone' }))[0]!
  expect(scone).toMatchObject({ state: 'withdrawn', wentWithShop: true })
  await expect(act('offers', 'restore', scone.id)).rejects.toMatchObject({ status: 409, code: 'needs_shop' })
  // Changed while it is away, it stays away.
  await edit({ shop: 'Tea Palace' })
  expect((await show()).state).toBe('withdrawn')
  expect(await listTitles(app)).toEqual(['Cake'])
  await act('shops', 'restore', shop.id)
  expect(await listTitles(app)).toEqual(['Cake', 'Free scone'])
  expect((await app.http('GET /offers/all', { query: { q: 'palace' } })).data).toMatchObject([{ title: 'Free scone' }])
  await act('offers', 'restore', offer.id)
  expect(await listTitles(app)).toEqual(['Cake', 'Free scone', 'Tea at half price'])
})

test('a shop with hundreds of offers goes and comes whole', async () => {
  const { app, act, shop, findShops } = await openCity()
  await app.importRows(Array.from({ length: 250 }, (_, at) => offerRow(`Tea ${at}`, { address: '1 Rain Road' })))
  await act('shops', 'withdraw', shop.id)
  expect(await findShops({ q: 'tea' })).toMatchObject([{ offers: 252 }])
  expect(await listTitles(app)).toEqual(['Cake'])
  app.clock.advance(MINUTE)
  await act('shops', 'restore', shop.id)
  expect(await listTitles(app)).toHaveLength(253)
})

test('a withdrawn offer that a file names again comes back', async () => {
  const { app, act, offer } = await openCity()
  await act('offers', 'withdraw', offer.id)
  expect(await app.importRows(rows)).toMatchObject({ changed: 1, unchanged: 2 })
  expect((await app.http('GET /offers/{id}', { params: { id: offer.id } })).data.title).toBe('Tea at half price')
})

test('what was done by hand is written down with its ids, refusals too; what nobody has is not found', async () => {
  const { app, act, edit, shop, offer, list } = await openCity()
  await edit({ phone: '' })
  await act('shops', 'withdraw', shop.id)
  await act('shops', 'restore', shop.id.toUpperCase())
  await expect(act('offers', 'withdraw', NOBODY)).rejects.toMatchObject({ status: 404, code: 'offer_not_found' })
  for (const unknown of [NOBODY, 'nonsense', "1' or '1'='1"]) {
    await expect(act('shops', 'withdraw', unknown)).rejects.toMatchObject({ status: 404, code: 'shop_not_found' })
    await expect(edit({ phone: '' }, '1', unknown)).rejects.toMatchObject({ status: 404, code: 'shop_not_found' })
  }
  const [third, second, first] = (await list()).map(({ id }) => Number(id))
  expect((await listAudit(app, '%-shop')).slice(0, 3)).toEqual([
    { kind: 'edit-shop', outcome: 'done', detail: { shop: shop.id, import: first } },
    { kind: 'withdraw-shop', outcome: 'done', detail: { shop: shop.id, import: second } },
    { kind: 'restore-shop', outcome: 'done', detail: { shop: shop.id, import: third } },
  ])
  expect(await listAudit(app, 'withdraw-offer')).toMatchObject([{ outcome: 'refused', detail: { message: 'Offer not found' } }])
  for (const http of [app.http, asBearer(app, `${ADMIN_KEY}x`)])
    await expect(http('POST /superadmin/dashboard/offers/{id}/withdraw', { params: { id: offer.id } })).rejects.toMatchObject({
      status: 401,
    })
})

test('what was changed by hand in the demo city goes with it', async () => {
  const app = await openTestApp()
  await importDemo(app.context)
  const { admin } = openDesk(app)
  const [shop] = (await admin('GET /superadmin/dashboard/shops', { query: { limit: '1' } })).data
  const { version } = (await admin('GET /superadmin/dashboard/shops/{id}', { params: { id: shop!.id } })).data
  await admin('PUT /superadmin/dashboard/shops/{id}', { params: { id: shop!.id }, body: { version, cells: { shop: 'Renamed' } } })
  await app.importRows([offerRow('Tea at half price')])
  await admin('DELETE /superadmin/dashboard/demo')
  expect(await listTitles(app)).toEqual(['Tea at half price'])
  expect((await app.http('GET /shops')).data).toMatchObject([{ name: 'Tea House' }])
})

test('an edit is undone like any import: the shop is as it was, and its offers with it', async () => {
  const { app, act, edit, show, shop, undoLine } = await openCity()
  const before = (await show()).cells
  await edit({ shop: 'Tea Palace', phone: '' })
  await act('shops', 'withdraw', shop.id)
  for (const line of ['Withdrawn shop: Tea Palace', 'Shop: Tea Palace']) expect(await undoLine(line)).toMatchObject({ state: 'published' })
  expect(await show()).toMatchObject({ state: 'shown', offers: 2, cells: before })
  expect((await app.http('GET /offers/all', { query: { q: 'tea house' } })).data.map(({ title }) => title).toSorted()).toEqual([
    'Free scone',
    'Tea at half price',
  ])
})

test('the form of a shop shows the number that published files gave to it, and none of a file that is only checked', async () => {
  const { check, publish, show } = await openCity()
  const { id } = await check([{ ...rows[0]!, external_shop_id: 'TEA-1' }])
  expect((await show()).cells.external_shop_id).toBe('')
  await publish(id)
  expect((await show()).cells.external_shop_id).toBe('TEA-1')
})

test('an edit of a withdrawn shop is undone too, and the shop stays withdrawn', async () => {
  const { act, edit, show, shop, undoLine } = await openCity()
  await act('shops', 'withdraw', shop.id)
  const before = (await show()).cells
  await edit({ shop: 'Tea Palace', phone: '' })
  expect(await undoLine('Shop: Tea Palace')).toMatchObject({ state: 'published', report: { undo: { shopsRestored: 1 } } })
  expect(await show()).toMatchObject({ state: 'withdrawn', cells: before })
})

test('an offer whose withdrawal is undone stays out of sight where its shop was withdrawn since, and comes back with it', async () => {
  const { app, act, offer, shop, undoLine, findOffers } = await openCity()
  await act('offers', 'withdraw', offer.id)
  await act('shops', 'withdraw', shop.id)
  await undoLine('Withdrawn offer: Tea at half price')
  expect(await listTitles(app)).toEqual(['Cake'])
  expect(await findOffers({ q: 'half' })).toMatchObject([{ state: 'withdrawn', wentWithShop: true }])
  await act('shops', 'restore', shop.id)
  expect(await listTitles(app)).toEqual(['Cake', 'Free scone', 'Tea at half price'])
})

test('a shop that a file has brought back says so, and its other offers can still be restored with it', async () => {
  const { app, act, shop, check, publish } = await openCity()
  await act('shops', 'withdraw', shop.id)
  const { id, report } = await check([rows[0]!])
  expect(report!.warnings).toMatchObject([{ column: 'shop', value: 'Tea House', reason: expect.stringContaining('stay withdrawn') }])
  await publish(id)
  expect(await listTitles(app)).toEqual(['Cake', 'Tea at half price'])
  expect((await act('shops', 'restore', shop.id)).message).toBe('Restored. Everybody sees it again.')
  expect(await listTitles(app)).toEqual(['Cake', 'Free scone', 'Tea at half price'])
  expect((await act('shops', 'restore', shop.id)).message).toBe('This shop shows already.')
})

test('a file that names offers which somebody had withdrawn says so, once for all of them', async () => {
  const { act, findOffers, check } = await openCity()
  for (const { id } of await findOffers()) await act('offers', 'withdraw', id)
  expect((await check(rows)).report!.warnings).toEqual([
    { row: 2, column: 'title', value: null, reason: 'This offer was withdrawn, and comes back with this row. So do 2 others' },
  ])
})

test('undoing the later of two changes brings nothing back of a demo city that was removed meanwhile', async () => {
  const app = await openTestApp()
  await importDemo(app.context)
  const { admin, list, undo } = openDesk(app)
  const [shop] = (await admin('GET /superadmin/dashboard/shops', { query: { limit: '1' } })).data
  for (const name of ['First', 'Second']) {
    const { version } = (await admin('GET /superadmin/dashboard/shops/{id}', { params: { id: shop!.id } })).data
    await admin('PUT /superadmin/dashboard/shops/{id}', { params: { id: shop!.id }, body: { version, cells: { shop: name } } })
  }
  await admin('DELETE /superadmin/dashboard/demo')
  expect(await undo((await list()).find(({ fileName }) => fileName === 'Shop: Second')!.id)).toMatchObject({ state: 'published' })
  expect([(await app.http('GET /offers/all')).total, (await app.http('GET /shops')).total]).toEqual([0, 0])
})

test('offers that a file left out when it brought their shop back are restored by themselves', async () => {
  const { app, act, shop, findOffers } = await openCity()
  await act('shops', 'withdraw', shop.id)
  await app.importRows([rows[0]!])
  const [scone] = await findOffers({ q: 'scone' })
  expect(scone).toMatchObject({ state: 'withdrawn', wentWithShop: false })
  await act('offers', 'restore', scone!.id)
  expect(await listTitles(app)).toEqual(['Cake', 'Free scone', 'Tea at half price'])
})

test('a file that nobody has published yet stands in the way of no edit', async () => {
  const { show, edit, check, findShops } = await openCity()
  const [cake] = await findShops({ q: 'cake' })
  await check([offerRow('Pie', { shop: 'Cake House', address: '9 Hill Road' })])
  await edit({ address: '9 Hill Road' }, undefined, cake!.id)
  expect((await show(cake!.id)).cells.address).toBe('9 Hill Road')
})

test('an edit of a shop that outlives the demo city is undone, and the shop stays', async () => {
  const app = await openTestApp()
  await importDemo(app.context)
  const { admin, list, undo } = openDesk(app)
  const [shop] = (await admin('GET /superadmin/dashboard/shops', { query: { limit: '1' } })).data
  const read = async () => (await admin('GET /superadmin/dashboard/shops/{id}', { params: { id: shop!.id } })).data
  const { version, cells } = await read()
  await admin('PUT /superadmin/dashboard/shops/{id}', { params: { id: shop!.id }, body: { version, cells: { phone: '0112345678' } } })
  await app.importRows([offerRow('Mine', { shop: cells.shop!, address: cells.address! })])
  await admin('DELETE /superadmin/dashboard/demo')
  await undo((await list()).find(({ kind }) => kind === 'edit')!.id)
  expect(await read()).toMatchObject({ state: 'shown', cells })
})
