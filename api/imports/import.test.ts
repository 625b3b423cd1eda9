import { expect, onTestFinished, test, vi } from 'vitest'

import type { AppError } from '#contract/errors.ts'
import { NO_COUNTS, type ImportReport } from '#contract/import.ts'
import { ADMIN_KEY, openTestApp, sendFile, toCsv, toMultipart } from '#test/app.ts'

const row = {
  title: 'Kottu for two',
  shop: 'Galle Road Kottu Bar',
  address: '12 Galle Road, Bambalapitiya',
  category: 'Food',
  start_date: '1/11/2026',
  end_date: '30/11/2026',
  discount: '20',
}

test("an imported offer is found, with its shop, dates by the city's clock, and everything the file said [#111] [#112] [#113] [#134] [#223]", async () => {
  const { http, importRows } = await openTestApp()
  const report = await importRows([
    {
      ...row,
      description: 'Chopped, to order',
      phone: '94112303500',
      offer_url: 'https://kottu.example/two',
      original_price: '1,500',
      discounted_price: '1200',
      minimum_purchase: '1000',
      usage_limit: '2',
      tags: 'kottu|late-night',
      terms: 'Dine in only.',
      redemption_code: 'KOTTU-20',
      rating: '4.5',
      latitude: '6.8945',
      longitude: '79.8553',
      hours: 'mon-sun 18:00-02:00',
      valid_weekdays: 'mon-fri',
      valid_hours: '18:00-21:00',
      payment: 'card',
      new_customers_only: 'yes',
      service: 'dine-in',
    },
  ])
  expect(report).toMatchObject({
    rows: 1,
    created: 1,
    refused: 0,
    shopsCreated: 1,
    message: 'Imported 1 offer: 1 new, 0 changed, 0 unchanged.',
  })

  const {
    data: [offer],
    total,
  } = await http('GET /offers/all', { query: { q: 'kottu bar' } })
  expect(total).toBe(1)
  expect(offer).toMatchObject({
    title: 'Kottu for two',
    description: 'Chopped, to order',
    category: 'Food',
    tags: ['kottu', 'late-night'],
    rating: 4.5,
    clicks: 0,
    discount: 20,
    originalPrice: 1500,
    discountedPrice: 1200,
    minimumPurchase: 1000,
    usageLimit: 2,
    startDate: '2026-10-31T18:30:00.000Z',
    endDate: '2026-11-30T18:29:59.999Z',
    termsAndConditions: 'Dine in only.',
    imageUrl: null,
    conditions: {
      weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      hours: { from: '18:00', to: '21:00' },
      payment: 'card',
      newCustomersOnly: true,
      service: ['dine-in'],
    },
    shop: { name: 'Galle Road Kottu Bar', location: { type: 'Point', coordinates: [79.8553, 6.8945] } },
  })
  expect(offer).not.toHaveProperty('redemptionCode')
  const detail = await http('GET /offers/{id}', { params: { id: offer!._id } })
  expect(detail.data.redemptionCode).toBe('KOTTU-20')
})

test('the same file twice changes nothing, and ids stay', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([row, { ...row, title: 'Kottu for four' }])
  const before = await http('GET /offers/all', { query: { sort: 'newest' } })
  expect(await importRows([row, { ...row, title: 'Kottu for four' }])).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 2,
    shopsCreated: 0,
    shopsChanged: 0,
  })
  expect((await http('GET /offers/all', { query: { sort: 'newest' } })).data).toEqual(before.data)
})

test('a changed row changes its offer and keeps its id; an empty cell keeps the value, a dash clears it', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([{ ...row, description: 'Chopped to order', terms: 'Dine in.' }])
  const {
    data: [before],
  } = await http('GET /offers/all', { query: { q: 'kottu' } })
  expect(await importRows([{ ...row, discount: '30', description: '', terms: '-' }])).toMatchObject({ created: 0, changed: 1 })
  const {
    data: [after],
  } = await http('GET /offers/all', { query: { q: 'kottu' } })
  expect(after).toMatchObject({ _id: before!._id, discount: 30, description: 'Chopped to order', termsAndConditions: null })
})

test('bad rows are told with row, column, value and reason, and the good ones are taken [#248]', async () => {
  const { importRows } = await openTestApp()
  const report = await importRows([row, { ...row, title: '' }, { ...row, title: 'Late', end_date: '31/02/2026' }])
  expect(report).toMatchObject({ rows: 3, created: 1, refused: 2 })
  expect(report.problems).toEqual([
    expect.objectContaining({ row: 3, column: 'title' }),
    expect.objectContaining({ row: 4, column: 'end_date', value: '31/02/2026' }),
  ])
})

test('strict takes all or nothing, and says what stood in the way', async () => {
  const { http, importRows } = await openTestApp()
  await expect(importRows([row, { ...row, title: '' }], { strict: true })).rejects.toMatchObject({
    status: 400,
    code: 'import_refused',
    message: expect.stringContaining('1 of 2 rows'),
    details: { data: expect.objectContaining({ refused: 1, created: 0 }) },
  })
  expect((await http('GET /offers/all', { query: { limit: '10' } })).total).toBe(0)
  expect((await http('GET /shops')).total).toBe(0)
})

test('one offer twice in a file is taken once, and the later row names the earlier', async () => {
  const { importRows } = await openTestApp()
  const report = await importRows([row, { ...row, title: '  KOTTU for   two ' }])
  expect(report).toMatchObject({ created: 1, refused: 1 })
  expect(report.problems[0]).toMatchObject({ row: 3, reason: expect.stringContaining('row 2') })
})

test('one name at two addresses is two branches, and a row without an address must say which', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([row, { ...row, title: 'Kottu at the sea', address: '3 Marine Drive, Wellawatte' }])
  expect((await http('GET /shops')).data.map(({ address }) => address)).toEqual(
    expect.arrayContaining(['12 Galle Road, Bambalapitiya', '3 Marine Drive, Wellawatte']),
  )
  const report = await importRows([
    { ...row, title: 'Which one', address: '' },
    { ...row, title: 'A new one', shop: 'Hopper House', address: '' },
  ])
  expect(report).toMatchObject({ created: 1, refused: 1 })
  expect(report.problems[0]).toMatchObject({ row: 2, column: 'address', reason: expect.stringContaining('3 Marine Drive, Wellawatte') })
})

test('a shop that moves takes its offers along, also those that the file does not name', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([
    { ...row, latitude: '6.8945', longitude: '79.8553' },
    { ...row, title: 'Left alone' },
  ])
  await importRows([{ ...row, latitude: '6.9344', longitude: '79.8428' }])
  const { data } = await http('GET /offers/all', { query: { near: '6.9344,79.8428', radius: '0.5' } })
  expect(data.map(({ title }) => title).toSorted()).toEqual(['Kottu for two', 'Left alone'])
})

test('a shop known by its external number keeps its offers under a new name', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([{ ...row, external_id: 'o1', external_shop_id: 's1' }])
  const {
    data: [before],
  } = await http('GET /offers/all', { query: { q: 'kottu' } })
  await importRows([{ ...row, shop: 'Street Food Corner', external_id: 'o1', external_shop_id: 's1' }])
  const {
    data: [after],
  } = await http('GET /offers/all', { query: { q: 'street food corner' } })
  expect(after).toMatchObject({ _id: before!._id, shop: { _id: before!.shop._id, name: 'Street Food Corner' } })
})

test.each([
  ['not text', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]), 400, /text/i],
  ['empty', '', 400, /empty/i],
  ['a header alone', 'title,shop\n', 400, /no rows/i],
  ['other columns', 'name,price\nTea,100\n', 400, /title/],
])('a file that is %s is refused, and says why', async (_, content, status, message) => {
  const { http, importText } = await openTestApp()
  await expect(importText(content)).rejects.toMatchObject({ status, message: expect.stringMatching(message) })
  expect((await http('GET /offers/all', { query: { limit: '1' } })).total).toBe(0)
})

test('a file over the limit is refused with the limit', async () => {
  const { importText } = await openTestApp({ variables: { IMPORT_MAX_MB: '0.01' } })
  await expect(importText(`title,shop\n${'Tea,Kade\n'.repeat(5_000)}`)).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining('0.01 MB'),
  })
})

test('what Excel writes is read: byte order mark, semicolons, CRLF, Windows-1252', async () => {
  const { http, importText } = await openTestApp()
  await importText(Buffer.from('\ufefftitle;shop;end_date\r\n"Tea; with milk";Malu Kade;3/12/2026\r\n'))
  await importText(Buffer.from('title;shop\r\nCafé crème;Kade Zwei\r\n', 'latin1'))
  const { data } = await http('GET /offers/all', { query: { sort: 'newest' } })
  expect(data.map(({ title, endDate }) => [title, endDate])).toEqual([
    ['Café crème', null],
    ['Tea; with milk', '2026-12-03T18:29:59.999Z'],
  ])
})

test('quoted line breaks, emoji and commas survive', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([{ ...row, title: 'Ice cream 🍨, two scoops', description: 'First line\nsecond, "quoted" line' }])
  const {
    data: [offer],
  } = await http('GET /offers/all', { query: { q: '🍨' } })
  expect(offer).toMatchObject({ title: 'Ice cream 🍨, two scoops', description: 'First line\nsecond, "quoted" line' })
})

test('only who has the admin key imports, and every attempt is written down [#205]', async () => {
  const { server, context, http } = await openTestApp()
  const post = (authorization?: string) => {
    const { headers, payload } = toMultipart('title,shop\nTea,Kade\n')
    return server.inject({
      method: 'POST',
      url: '/api/v1/superadmin/dashboard/import/csv',
      headers: { ...headers, ...(authorization && { authorization }) },
      payload,
    })
  }
  expect((await post()).statusCode).toBe(401)
  expect((await post('Bearer superadmin')).statusCode).toBe(401)
  expect((await post(`Bearer ${ADMIN_KEY}x`)).statusCode).toBe(401)
  expect((await http('GET /shops')).total).toBe(0)
  expect((await post(`Bearer ${ADMIN_KEY}`)).json()).toMatchObject({ success: true, message: expect.stringContaining('1 new') })
  const events = await context.db.selectFrom('audit_event').select(['kind', 'outcome']).orderBy('id').execute()
  expect(events.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused', 'done'])
})

test('guessing the admin key is slowed down', async () => {
  const { server } = await openTestApp()
  const guess = () =>
    server.inject({ method: 'POST', url: '/api/v1/superadmin/dashboard/import/csv', headers: { authorization: 'Bearer guess' } })
  const answers = []
  for (let attempt = 0; attempt < 32; attempt++) answers.push((await guess()).statusCode)
  expect(answers.slice(0, 30).every((status) => status === 401)).toBe(true)
  const refused = await guess()
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
})

test('while one import runs a second one is asked to wait, and changes nothing', async () => {
  const { context, http, importRows } = await openTestApp()
  const lock = await context.pool.tryLock('kade:import')
  // The ten seconds that one waits are over in a tenth of one.
  const sinceStart = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => sinceStart() * 100)
  onTestFinished(() => clock.mockRestore())
  await expect(importRows([row])).rejects.toMatchObject({
    status: 409,
    code: 'import_running',
    // None is known to run: whoever holds the catalogue may hold it for good.
    message: expect.stringContaining('has stopped in the middle') as string,
  })
  await lock!.release()
  expect(await importRows([row])).toMatchObject({ created: 1 })
  expect((await http('GET /shops')).total).toBe(1)
})

test('a file that is refused as a whole tells of nothing that would have come of it', async () => {
  const app = await openTestApp()
  const tea = { title: 'Tea', shop: 'Kade' }
  await app.importRows([tea])
  await app.context.pool.query('update offer_version set withdrawn_at = now()')
  await app.context.pool.query('update shop_version set withdrawn_at = now()')
  const refused = await sendFile(app, 'import/csv?strict=1', toCsv([tea, { ...tea, title: 'Cake', discount: '900' }])).catch(
    (error: unknown) => error,
  )
  const { data } = (refused as AppError).details as { data: ImportReport }
  expect(data).toMatchObject({ ...NO_COUNTS, rows: 2, refused: 1 })
  expect(data.preview).toBeUndefined()
})
