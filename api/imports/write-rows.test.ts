/** What one row does to what others brought: rows of the same file, and files before it. */
import { expect, test } from 'vitest'

import { parseOfferRow } from '#contract/offer-csv.ts'
import { openTestApp } from '#test/app.ts'
import { abandonImport, startImport } from './data.ts'
import { startBatch, writeBatch } from './data-rows.ts'
import { parsingContext } from './run-import.ts'
import { RowWriter } from './write-rows.ts'

const tea = { title: 'Tea', shop: 'Kade', external_id: 'tea' }

test('a date that contradicts the one which stays from an earlier file costs its row alone', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([{ ...tea, start_date: '1/11/2026', end_date: '30/11/2026' }])
  const report = await importRows([
    { ...tea, end_date: '1/10/2026' },
    { title: 'Cake', shop: 'Kade' },
  ])
  expect(report).toMatchObject({ created: 1, refused: 1, problems: [{ row: 2, column: 'end_date' }] })
  await expect(importRows([{ ...tea, start_date: '1/12/2026' }])).rejects.toMatchObject({
    code: 'import_refused',
    details: { data: { problems: [{ row: 2, column: 'start_date' }] } },
  })
  const {
    data: [offer],
  } = await http('GET /offers/all', { query: { q: 'tea' } })
  expect(offer).toMatchObject({ startDate: '2026-10-31T18:30:00.000Z', endDate: '2026-11-30T18:29:59.999Z' })
})

test('a row whose dates contradict an earlier file leaves no new shop behind, and the next row makes it', async () => {
  const { http, importRows, context } = await openTestApp()
  await importRows([{ ...tea, start_date: '1/11/2026', end_date: '30/11/2026' }])
  const bad = { ...tea, shop: 'New', address: '1 New Road', end_date: '1/10/2026' }
  expect(await importRows([bad, { title: 'Cake', shop: 'Kade' }])).toMatchObject({ refused: 1, shopsCreated: 0 })
  expect((await context.db.selectFrom('shop_identity').selectAll().execute()).length).toBe(1)
  // The first batch has 50 rows.
  const others = Array.from({ length: 60 }, (_, index) => ({ title: `Offer ${index}`, shop: 'Kade' }))
  const good = { title: 'Pie', shop: 'New', address: '1 New Road' }
  expect(await importRows([bad, ...others, good])).toMatchObject({ refused: 1, shopsCreated: 1 })
  expect((await http('GET /shops')).data.map(({ name }) => name).toSorted()).toEqual(['Kade', 'New'])
})

test('a row that is refused makes no shop and changes none', async () => {
  const { http, importRows } = await openTestApp()
  const report = await importRows([
    { ...tea, phone: '0112345678' },
    { ...tea, phone: '0119999999' },
    { ...tea, shop: 'Another' },
  ])
  expect(report).toMatchObject({ created: 1, refused: 2, shopsCreated: 1 })
  expect((await http('GET /shops')).data.map(({ name, phone }) => [name, phone])).toEqual([['Kade', '+94 112 345 678']])
})

test('a shop without an address stays the one that its rows mean when a branch comes beside it', async () => {
  const { importRows } = await openTestApp()
  const rows = [
    { title: 'Tea', shop: 'Kade' },
    { title: 'Cake', shop: 'Kade', address: '1 Main Street' },
  ]
  expect(await importRows(rows)).toMatchObject({ created: 2, shopsCreated: 2 })
  expect(await importRows(rows)).toMatchObject({ unchanged: 2, refused: 0, shopsCreated: 0, shopsChanged: 0 })
})

test('a file means the same when a branch comes beside the shop that it names without an address, unless both have its offer', async () => {
  const { importRows } = await openTestApp()
  await importRows([{ title: 'Cake', shop: 'Kade', address: '1 Main Street' }])
  const rows = [
    { title: 'Tea', shop: 'Kade' },
    { title: 'Pie', shop: 'Kade', offer_url: 'https://kade.example/pie' },
    { title: 'Bun', shop: 'Kade', external_id: 'bun' },
  ]
  expect(await importRows(rows)).toMatchObject({ created: 3, shopsCreated: 0 })
  await importRows([{ title: 'Cake', shop: 'Kade', address: '9 Lake Road' }])
  expect(await importRows(rows)).toMatchObject({ unchanged: 3, refused: 0, shopsChanged: 0 })
  // Also where the branch stands in the same file, before them.
  expect(await importRows([{ title: 'Cake', shop: 'Kade', address: '7 Hill Road' }, ...rows])).toMatchObject({ created: 1, unchanged: 3 })
  // All three have a cake, and none has a soup.
  for (const title of ['Cake', 'Soup'])
    expect(await importRows([...rows, { title, shop: 'Kade' }])).toMatchObject({ unchanged: 3, refused: 1 })
})

test('a name alone finds the shop of an earlier row, also while that row is just being written', async () => {
  const { importRows } = await openTestApp()
  // The first batch has 50 rows.
  const shops = Array.from({ length: 50 }, (_, index) => ({ shop: `Kade ${index}`, address: `${index} Main Street` }))
  const rows = [...shops.map((shop) => ({ ...shop, title: 'Tea' })), ...shops.map(({ shop }) => ({ shop, title: 'Cake' }))]
  expect(await importRows(rows)).toMatchObject({ created: 100, shopsCreated: 50, refused: 0 })
})

test('a shop of which every batch says something else stands as the last row says, and changes once', async () => {
  const { http, importRows, context } = await openTestApp()
  await importRows([{ ...tea, phone: '0112000000' }])
  // A batch has 50 rows, the next ones up to twice as many.
  const rows = Array.from({ length: 400 }, (_, index) => ({ title: `Tea ${index}`, shop: 'Kade', phone: `011${2_000_001 + index}` }))
  expect(await importRows(rows)).toMatchObject({ created: 400, refused: 0, shopsCreated: 0, shopsChanged: 1 })
  expect((await http('GET /shops')).data).toMatchObject([{ name: 'Kade', phone: '+94 112 000 400' }])
  const versions = await context.db.selectFrom('shop_version').select('id').where('removed_in', 'is', null).execute()
  expect(versions).toHaveLength(1)
})

test('a name alone finds the shops of the batches before, whether those are stored, being stored or wait', async () => {
  const { importRows } = await openTestApp()
  const shops = Array.from({ length: 400 }, (_, index) => ({ shop: `Kade ${index}`, address: `${index} Main Street` }))
  const rows = shops.flatMap((shop, index) => [
    { ...shop, title: 'Tea' },
    // One of long before, and one of the batch before.
    ...[index - 30, index - 150].filter((at) => at >= 0).map((at) => ({ title: `Cake ${index}`, shop: `Kade ${at}` })),
  ])
  expect(await importRows(rows)).toMatchObject({ created: rows.length, shopsCreated: 400, refused: 0 })
})

test('a withdrawn shop that a row has brought back is meant by its old name from then on, in whatever batch it is stored', async () => {
  const { importRows, context } = await openTestApp()
  const shops = ['1 A Street', '2 B Street'].map((address) => ({ title: `Tea at ${address}`, shop: 'Kade', address }))
  await importRows(shops)
  // Renamed by hand, and withdrawn: its key still knows the old name, its facts do not.
  await context.pool.query(`update shop_version set name = 'Other', name_key = 'other', withdrawn_at = now() where address = '1 A Street'`)
  // The first batch has 50 rows.
  const others = Array.from({ length: 49 }, (_, index) => ({ title: `Tea ${index}`, shop: `Shop ${index}`, address: `${index} Hill Road` }))
  const report = await importRows([...others, { ...shops[0]!, title: 'Back' }, { title: 'Bun', shop: 'Kade' }])
  expect(report).toMatchObject({
    created: 50,
    shopsReturned: 1,
    problems: [{ row: 52, reason: expect.stringContaining('There are 2 shops') }],
  })
})

test('a withdrawn shop comes back with no row that is refused', async () => {
  const { importRows, context } = await openTestApp()
  const shops = ['1 A Street', '2 B Street'].map((address) => ({ title: `Tea at ${address}`, shop: 'Kade', address }))
  await importRows([{ ...shops[0]!, external_id: 'a', start_date: '1/11/2026', end_date: '30/11/2026' }, shops[1]!])
  await context.pool.query(`update shop_version set withdrawn_at = now() where address = '1 A Street'`)
  const bad = { ...shops[0]!, external_id: 'a', end_date: '1/10/2026' }
  // The only one that shows is meant.
  expect(await importRows([bad, { title: 'Bun', shop: 'Kade' }])).toMatchObject({ created: 1, refused: 1, shopsReturned: 0 })
})

test('offers that are over already are told of once, those that nothing changes not at all', async () => {
  const { importRows } = await openTestApp()
  const rows = ['1/1/2026', '31/12/2099', '2/1/2026', '3/1/2026'].map((end_date, index) => ({
    title: `Tea ${index}`,
    shop: 'Kade',
    end_date,
  }))
  const told = (report: Awaited<ReturnType<typeof importRows>>) => report.warnings.filter(({ column }) => column === 'end_date')
  const reason = 'This offer has ended already: lists of what runs leave it out. So have 2 others'
  expect(told(await importRows(rows))).toEqual([{ row: 2, column: 'end_date', value: null, reason }])
  expect(told(await importRows(rows))).toEqual([])
})

test('numbers of many digits are the same when they come again', async () => {
  const { importRows } = await openTestApp()
  const rows = ['33.333333', '12.123456', '99.99999', '0.00001%'].map((discount) => ({ title: `Tea ${discount}`, shop: 'Kade', discount }))
  await importRows(rows)
  expect(await importRows(rows)).toMatchObject({ changed: 0, unchanged: rows.length })
})

test('each batch tells once that it is stored, also where the next one has to wait for it', async () => {
  const { context } = await openTestApp()
  const at = new Date(context.clock.now())
  const writer = new RowWriter(context, await startImport(context.db, { kind: 'upload', fileName: null, fileHash: null, at }))
  const stored: number[] = []
  // The second batch knows the shop by its name alone, as the first one made it.
  for (const [row, address] of ['1 Main Street', '', '2 Main Street', '3 Main Street'].entries()) {
    const read = parseOfferRow({ title: `Tea ${row}`, shop: 'Kade', address }, parsingContext(context))
    if ('problems' in read) throw new Error(`Row ${row} is not taken`)
    expect(await writer.write([{ row, parsed: read.row }], () => stored.push(row))).toEqual([])
  }
  await writer.finish(100, undefined)
  expect(stored).toEqual([0, 1, 2, 3])
})

test('an import that another server gave up writes nothing more', async () => {
  const { context } = await openTestApp()
  const at = new Date(context.clock.now())
  const importId = await startImport(context.db, { kind: 'upload', fileName: null, fileHash: null, at })
  const batch = startBatch(importId, at)
  await writeBatch(context, { ...batch, newShops: [context.newId()] })
  await abandonImport(context.db, { importId, state: 'abandoned', at, failure: 'Stopped.' })
  await expect(writeBatch(context, { ...batch, newShops: [context.newId()] })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await context.db.selectFrom('shop').selectAll().execute()).toEqual([])
})

test('a row that contradicts an earlier file teaches a known shop no name, address or number', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([{ ...tea, external_shop_id: 'K1', start_date: '1/11/2026', end_date: '30/11/2026' }])
  const bad = { ...tea, external_shop_id: 'K1', shop: 'New', address: '1 New Road', end_date: '1/10/2026' }
  const bun = { title: 'Bun', shop: 'Kade' }
  expect(await importRows([bad, bun])).toMatchObject({ refused: 1, created: 1, shopsCreated: 0, shopsChanged: 0 })
  // A shop of its own, not another name of the known one.
  expect(await importRows([{ title: 'Pie', shop: 'New', address: '1 New Road' }])).toMatchObject({ shopsCreated: 1 })
  expect((await http('GET /shops')).data.map(({ name }) => name).toSorted()).toEqual(['Kade', 'New'])
})

test('a refused row claims no offer: the same one, written rightly further down, is taken', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([{ ...tea, start_date: '1/11/2026', end_date: '30/11/2026' }])
  // The first batch has 50 rows: once beside it, once behind it.
  const others = Array.from({ length: 60 }, (_, index) => ({ title: `Offer ${index}`, shop: 'Kade' }))
  const [bad, good] = [
    { ...tea, end_date: '1/10/2026' },
    (day: number) => ({ ...tea, start_date: '1/11/2026', end_date: `${day}/12/2026` }),
  ]
  expect(await importRows([bad, good(1)])).toMatchObject({ refused: 1, changed: 1, problems: [{ row: 2 }] })
  expect(await importRows([bad, ...others, good(2)])).toMatchObject({ refused: 1, changed: 1, problems: [{ row: 2 }] })
  expect((await http('GET /offers/all', { query: { q: 'tea' } })).data[0]!.endDate).toBe('2026-12-02T18:29:59.999Z')
})
