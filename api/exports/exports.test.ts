import { parse } from 'csv-parse/sync'
import { expect, test, vi } from 'vitest'

import { OFFER_COLUMNS, type RawCells } from '#contract/offer-csv.ts'
import { SHOP_COLUMNS } from '#contract/offer-csv-columns.ts'

import { ADMIN_KEY, asAdmin, openDesk, openTestApp, sendFile, toCsv, type TestApp } from '#test/app.ts'
import { writeOffers } from './write-files.ts'

const row = { title: 'Kottu for two', shop: 'Kottu Bar', address: '12 Galle Road', external_id: 'A-007', external_shop_id: '012' }

const ask = ({ server }: TestApp, path: string, key = ADMIN_KEY) =>
  server.inject({ url: `/api/v1/superadmin/dashboard/${path}`, headers: { authorization: `Bearer ${key}` } })
const read = (text: string): RawCells[] => parse(text, { bom: true, columns: true })
const download = async (app: TestApp, path = 'export/offers.csv') => read((await ask(app, path)).body)

test('the catalogue is a file for spreadsheets, of every column, named by the day', async () => {
  const app = await openTestApp()
  const empty = await ask(app, 'export/offers.csv')
  expect(empty.body).toBe(`\ufeff${OFFER_COLUMNS.map(({ name }) => name).join(',')}\r\n`)
  await app.importRows([{ ...row, terms: '=HYPERLINK("x")', end_date: '30/11/2026' }])
  const { statusCode, headers, body } = await ask(app, 'export/offers.csv')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="offers-2026-11-21.csv"',
    'cache-control': 'no-store',
  })
  expect(read(body)).toEqual([
    expect.objectContaining({ ...row, terms: `'=HYPERLINK("x")`, end_date: '2026-11-30', category: 'Other', discount: '' }),
  ])
  expect(
    await app.context.db.selectFrom('audit_event').select(['kind', 'outcome', 'detail']).where('kind', '=', 'export').execute(),
  ).toEqual([1, 2].map(() => ({ kind: 'export', outcome: 'done', detail: { file: 'offers' } })))
})

test('the client hands a file on as its text, and a refusal as a failure', async () => {
  const app = await openTestApp()
  const operator = asAdmin(app)
  expect(await operator('GET /superadmin/dashboard/export/shops.csv')).toContain('external_shop_id')
  await expect(app.http('GET /superadmin/dashboard/export/shops.csv')).rejects.toMatchObject({ code: 'admin_key_required' })
  await expect(operator('GET /superadmin/dashboard/imports/{id}/offers.csv', { params: { id: '99' } })).rejects.toMatchObject({
    code: 'import_not_found',
  })
})

test('what was withdrawn stays out, and so does what an import has not published', async () => {
  const app = await openTestApp()
  await app.importRows([row, { ...row, title: 'Hoppers', external_id: 'A-008' }])
  const { db } = app.context
  await db.updateTable('offer_version').set({ withdrawn_at: new Date() }).where('title', '=', 'Hoppers').execute()
  expect((await download(app)).map(({ title }) => title)).toEqual(['Kottu for two'])
  await db.updateTable('shop_version').set({ withdrawn_at: new Date() }).execute()
  expect(await download(app)).toEqual([])
  expect(await download(app, 'export/shops.csv')).toEqual([])
  await app.importRows([row])
  await db
    .updateTable('catalogue')
    .set({ hidden: [2] })
    .execute()
  await db.updateTable('import').set({ state: 'running' }).where('id', '=', 2).execute()
  expect(await download(app)).toEqual([])
  expect((await ask(app, 'imports/2/offers.csv')).statusCode).toBe(404)
})

test('an import downloads as what it brought and what it left as it is now', async () => {
  const app = await openTestApp()
  const offers = ['A', 'B', 'C'].map((title) => ({ ...row, title, external_id: title }))
  await app.importRows(offers)
  await app.importRows([{ ...offers[0], terms: 'New.' }, { ...row, title: 'D', external_id: 'D' }, offers[2]!])
  const titles = async (path: string) => (await download(app, path)).map(({ title, terms }) => `${title}${terms}`)
  expect(await titles('imports/1/offers.csv')).toEqual(['ANew.', 'B', 'C'])
  expect(await titles('imports/2/offers.csv')).toEqual(['ANew.', 'D'])
  for (const id of ['3', '0', 'x', '1.0', '9999999999', '%27'])
    expect((await ask(app, `imports/${id}/offers.csv`)).json()).toMatchObject({ code: 'import_not_found' })
})

test('an import of which nothing shows says so, instead of a header alone', async () => {
  const app = await openTestApp()
  const { id } = await app.importRows([row])
  expect((await app.importRows([row])).unchanged).toBe(1)
  expect((await ask(app, 'imports/2/offers.csv')).statusCode).toBe(404)
  await openDesk(app).undo(id)
  const answer = await ask(app, `imports/${id}/offers.csv`)
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { message: 'Nothing that this import brought or changed shows now.' }])
})

test('a file of shops downloads as its shops, and none of another import', async () => {
  const app = await openTestApp()
  const shops = toCsv(['A', 'B'].map((shop) => ({ shop, address: `${shop} Road`, phone: '0112303500' })))
  await sendFile(app, 'import/csv?kind=shops', shops)
  await app.importRows([row, { ...row, title: 'At A', external_id: 'a', shop: 'A', address: 'A Road', external_shop_id: '' }])
  const saved = await download(app, 'imports/1/shops.csv')
  expect(new Set(saved.map(({ shop }) => shop))).toEqual(new Set(['A', 'B']))
  expect((await download(app, 'imports/2/shops.csv')).map(({ shop }) => shop)).toContain('Kottu Bar')
  expect((await ask(app, 'imports/9/shops.csv')).statusCode).toBe(404)
  const again = await sendFile(app, 'import/csv?kind=shops', toCsv(saved))
  expect(again.data).toMatchObject({ shopsCreated: 0, shopsChanged: 0 })
})

test('shops come as a file of their own, those without offers too, with the columns that an import knows them by', async () => {
  const app = await openTestApp()
  await app.importRows([{ ...row, hours: 'mon-fri 9am-5pm', category: 'Food', latitude: '6.9117', longitude: '79.8501' }])
  await app.context.db.deleteFrom('offer').execute()
  const [shop, ...others] = await download(app, 'export/shops.csv')
  expect(others).toEqual([])
  expect(Object.keys(shop!)).toEqual([...SHOP_COLUMNS])
  expect(shop).toMatchObject({
    shop: 'Kottu Bar',
    external_shop_id: '012',
    hours: 'mon-fri 09:00-17:00',
    shop_category: 'Food',
    shop_categories: 'Food',
    latitude: '6.9117',
  })
})

test('a number that the file gives to what is known already is stored, and the latest of several is told', async () => {
  const app = await openTestApp()
  const { external_id: _, external_shop_id: __, ...bare } = row
  await app.importRows([bare])
  expect((await download(app)).map((cells) => cells.external_shop_id)).toEqual([''])
  expect(await app.importRows([{ ...bare, external_shop_id: 'S-1' }])).toMatchObject({ unchanged: 1, shopsChanged: 0 })
  expect((await download(app)).map((cells) => cells.external_shop_id)).toEqual(['S-1'])
  await app.importRows([{ ...bare, external_shop_id: 'S-0' }])
  expect((await download(app)).map((cells) => cells.external_shop_id)).toEqual(['S-0'])
})

test('what was imported before numbers were kept gets them with the next import, though nothing else changes', async () => {
  const app = await openTestApp()
  await app.importRows([row])
  await app.context.db.updateTable('offer').set({ external_id: null }).execute()
  await app.context.db.updateTable('shop_identity').set({ external_id: null }).execute()
  expect(await download(app)).toMatchObject([{ external_id: '', external_shop_id: '' }])
  expect(await app.importRows([row])).toMatchObject({ created: 0, changed: 0, unchanged: 1, shopsChanged: 0 })
  expect(await download(app)).toMatchObject([{ external_id: 'A-007', external_shop_id: '012' }])
})

test('a file of two states is never handed out whole: where the catalogue changes meanwhile it breaks off', async () => {
  const app = await openTestApp()
  await app.importRows(Array.from({ length: 600 }, (_, number) => ({ ...row, title: `Offer ${number}`, external_id: `A-${number}` })))
  const pieces = writeOffers(app.context)
  expect((await pieces.next()).value).toContain('Offer 0')
  await app.importRows([{ ...row, terms: 'New.' }])
  await expect(pieces.next()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('changed') as string })
})

test('over the network a file that breaks off is a failure, not a short file', async () => {
  const app = await openTestApp()
  await app.importRows(Array.from({ length: 600 }, (_, number) => ({ ...row, title: `Offer ${number}`, external_id: `A-${number}` })))
  const { pool } = app.context
  const { connect } = pool
  let asked = 0
  pool.connect = async () => {
    const { query, release } = await connect.call(pool)
    const change = async (text: string) => {
      // Once before the first row, then after each batch.
      if (text.startsWith('select "revision"') && ++asked === 3) await query('update catalogue set revision = revision + 1')
    }
    return { release, query: (text, params) => change(text).then(() => query(text, params)) }
  }
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/api/v1/superadmin/dashboard/export/offers.csv`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  expect(asked).toBe(3)
})

test('the documentation says that it is a file', async () => {
  const { server } = await openTestApp()
  const { paths } = (await server.inject('/api/docs/json')).json<{
    paths: Record<string, { get: { responses: Record<string, object> } }>
  }>()
  const { responses } = paths['/api/v1/superadmin/dashboard/export/offers.csv']!.get
  expect(responses['200']).toMatchObject({ content: { 'text/csv': { schema: { type: 'string' } } } })
})

test('two download at once, a third is asked to come back, and a database that is away is told with its status', async () => {
  const app = await openTestApp()
  const { pool } = app.context
  const { connect } = pool
  pool.connect = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  expect((await ask(app, 'export/offers.csv')).statusCode).toBe(503)
  let go = () => {}
  const wait = new Promise<void>((resolve) => (go = resolve))
  let asked = 0
  pool.connect = async () => {
    // What the two begin with.
    if (++asked <= 2) await wait
    return connect.call(pool)
  }
  const first = [ask(app, 'export/offers.csv'), ask(app, 'export/offers.csv')]
  await new Promise((resolve) => setTimeout(resolve, 100))
  const third = await ask(app, 'export/shops.csv')
  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '5'])
  go()
  expect((await Promise.all(first)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  // A reader's place is free a moment after the last word.
  await vi.waitFor(async () => expect((await ask(app, 'export/shops.csv')).statusCode).toBe(200))
  expect(third.json()).toMatchObject({ code: 'too_many_requests' })
})
