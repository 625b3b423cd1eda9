import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

import type { MendedRow } from '#contract/import.ts'
import { DAY } from '#contract/time.ts'

import { ADMIN_KEY, openDesk, openTestApp, toCsv, type Row, type TestApp } from '#test/app.ts'

const row = { title: 'Kottu for two', shop: 'Galle Road Kottu Bar', address: '12 Galle Road', category: 'Food', end_date: '30/11/2026' }
const bad = { ...row, title: 'String hoppers', end_date: '31/2/2026' }

async function setUp() {
  const app = await openTestApp()
  return { ...app, ...openDesk(app) }
}
const titlesIn = async ({ http }: Pick<TestApp, 'http'>) =>
  (await http('GET /offers/all', { query: { limit: '10' } })).data.map(({ title }) => title).toSorted()
const download = async ({ server }: TestApp, id: string) => {
  const url = `/api/v1/superadmin/dashboard/imports/${id}/refused.csv`
  return (await server.inject({ url, headers: { authorization: `Bearer ${ADMIN_KEY}` } })).body
}

test('refused rows are mended cell by cell, those that are still wrong stay, and publishing shows what was taken', async () => {
  const desk = await setUp()
  const { id } = await desk.check([row, bad, { ...bad, title: '', discount: '150' }])
  expect(await desk.refused(id)).toMatchObject([
    { row: 3, cells: bad, problems: [{ column: 'end_date', value: '31/2/2026' }] },
    { row: 4, cells: { shop: bad.shop, discount: '150' }, problems: [{ column: 'title' }, { column: 'discount' }, { column: 'end_date' }] },
  ])
  const first = await desk.mend(id, [
    { row: 3, cells: { end_date: '28/2/2027' } },
    { row: 4, cells: { title: 'Hoppers', discount: '15' } },
  ])
  expect(first.message).toBe('1 row is taken now. 1 of the changed rows is still refused.')
  expect(first.data).toMatchObject({ state: 'checked', counts: { rows: 3, created: 2, refused: 1, shopsCreated: 1 } })
  expect(first.data.report?.problems).toMatchObject([{ row: 4, column: 'end_date' }])
  expect(first.data.report?.preview?.sample.map(({ title }) => title)).toEqual(['Kottu for two', 'String hoppers'])
  // What was mended already stands, and only the rest is asked for.
  expect(await desk.refused(id)).toMatchObject([{ row: 4, cells: { title: 'Hoppers', discount: '15', end_date: '31/2/2026' } }])

  expect(await titlesIn(desk)).toEqual([])
  expect((await desk.mend(id, [{ row: 4, cells: { end_date: '' } }])).message).toBe('1 row is taken now.')
  await desk.publish(id)
  expect(await titlesIn(desk)).toEqual(['Hoppers', 'Kottu for two', 'String hoppers'])
  await expect(desk.mend(id, [{ row: 4, cells: { end_date: '' } }])).rejects.toMatchObject({ code: 'import_not_checked' })
})

test('a mended row is read as on the day on which its file came: a day without a year is the one that was meant then', async () => {
  const desk = await setUp()
  desk.clock.set('2026-12-20T12:00:00Z')
  const day = '1 July'
  const { id } = await desk.check([row, { ...row, title: '', start_date: day, end_date: '' }])
  desk.clock.set('2027-01-10T12:00:00Z')
  const { data } = await desk.mend(id, [{ row: 3, cells: { title: 'Hoppers' } }])
  expect(data.report?.preview?.sample).toMatchObject([{ row: 2 }, { row: 3, title: 'Hoppers', startDate: '2026-07-01' }])
})

test('a mended row that another row of the file has named is refused, also where that one changes nothing or was mended before', async () => {
  const desk = await setUp()
  await desk.importRows([row])
  const { id } = await desk.check([row, { ...row, title: '' }, { ...bad, title: '' }, { ...row, title: 'Tea', end_date: '31/2/2026' }])
  const twice = await desk.mend(id, [
    { row: 3, cells: { title: row.title } },
    { row: 5, cells: { end_date: '' } },
  ])
  expect(twice.data.report?.problems).toMatchObject([
    { row: 3, column: null, reason: 'The same offer stands in row 2 already. Keep one of the two' },
    { row: 4 },
    { row: 4 },
  ])
  const again = await desk.mend(id, [{ row: 4, cells: { title: 'Tea', end_date: '' } }])
  expect(again.data.report?.problems.find((problem) => problem.row === 4)?.reason).toContain('row 5')
  expect(again.data.counts).toMatchObject({ created: 1, unchanged: 1, refused: 2 })
})

test('an offer that came along with its shop to another place is not one that the file has named', async () => {
  const desk = await setUp()
  await desk.importRows([row, { ...row, title: 'Moved along' }])
  const { id } = await desk.check([
    { ...row, latitude: '6.9', longitude: '79.86' },
    { ...row, title: 'Moved along', end_date: '31/2/2026' },
  ])
  expect((await desk.mend(id, [{ row: 3, cells: { end_date: '1/12/2026' } }])).message).toBe('1 row is taken now.')
  await desk.publish(id)
  const { data } = await desk.http('GET /offers/all', { query: { q: 'moved' } })
  expect(data).toMatchObject([{ endDate: '2026-12-01T18:29:59.999Z', shop: { location: { coordinates: [79.86, 6.9] } } }])
})

test('dates are read in the order of the file, and a column that the file lacks can be filled', async () => {
  const desk = await setUp()
  await desk.importRows([{ ...row, title: 'Old', external_id: 'old', start_date: '1/11/2026', end_date: '30/11/2026' }])
  const rows: Row[] = ['4/13/2027', '5/14/2027', '6/15/2027'].map((end_date, at) => ({ ...row, title: `Offer ${at}`, end_date }))
  const { id } = await desk.check([...rows, { ...row, title: 'Old', external_id: 'old', end_date: '10/1/2026' }])
  const [refused] = await desk.refused(id)
  expect(refused).toMatchObject({ row: 5, problems: [{ column: 'end_date', reason: expect.stringContaining('Write both') as string }] })
  await desk.mend(id, [{ row: 5, cells: { start_date: '9/1/2026' } }])
  await desk.publish(id)
  expect(await desk.context.db.selectFrom('current_offer').select(['starts_at']).where('title', '=', 'Old').execute()).toEqual([
    { starts_at: new Date('2026-08-31T18:30:00.000Z') },
  ])
})

test('what is sent has to name rows that wait, by columns that there are, and a row whose cells have shifted is for the file', async () => {
  const desk = await setUp()
  const { id } = await desk.follow(
    (await desk.begin(`title,shop\nTea,Kade\n,Kade\nTea,Kade,12 Galle Road,more\n"Cake,Kade\nPie,Kade\n`)).id,
  )
  expect(await desk.refused(id)).toMatchObject([{ row: 3 }, { row: 4, cells: null }, { row: 5, cells: null }])
  const before = await desk.show(id)
  for (const number of [2, 4, 99])
    await expect(desk.mend(id, [{ row: number, cells: { title: 'Tea' } }])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(`row ${number}`) as string,
    })
  for (const rows of [[], [{ row: 3, cells: { name: 'Tea' } }], Array.from({ length: 201 }, () => ({ row: 3, cells: {} }))])
    await expect(desk.mend(id, rows as MendedRow[])).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await desk.show(id)).toEqual(before)
})

test('the download holds each refused row as it stood, with the reason, and imports as it is once it is mended', async () => {
  const desk = await setUp()
  const text = `title;Shop Name;=ours;end_date\nTea;Kade;x;\n=Cake;Kade;ref 7;31/2/2026\nPie\u0001;Kade;ref 8;\nBun;Kade;y;;more\n`
  const { id } = await desk.follow((await desk.begin(text)).id)
  const file = await download(desk, id)
  const lines: string[][] = parse(file, { bom: true, relax_column_count: true })
  expect(lines).toEqual([
    ['reason', 'title', 'Shop Name', "'=ours", 'end_date'],
    [expect.stringMatching(/^Row 3\. end_date: /), "'=Cake", 'Kade', 'ref 7', '31/2/2026'],
    [expect.stringMatching(/^Row 4\. title: /), 'Pie\u0001', 'Kade', 'ref 8', ''],
    [expect.stringMatching(/^Row 5\. Has 5 cells/), 'Bun', 'Kade', 'y', '', 'more'],
  ])
  const again = await desk.follow((await desk.begin(file.replaceAll('31/2/2026', '28/2/2027'))).id)
  expect(again).toMatchObject({ counts: { created: 1, refused: 2 } })
  expect(again.report?.warnings.filter(({ column }) => column === 'reason')).toEqual([])
  // A file of refused rows that has refused rows has one reason for each.
  expect((await download(desk, again.id)).split('\r\n')[0]).toBe("\ufeffreason,title,Shop Name,'=ours,end_date")
  await desk.publish(again.id)
  expect(await titlesIn(desk)).toEqual(['=Cake'])
  // However often it goes to and fro.
  const third = await desk.follow((await desk.begin(file)).id)
  expect(parse(await download(desk, third.id), { bom: true, relax_column_count: true })).toMatchObject([{}, { 1: "'=Cake" }, {}, {}])
  const { rows: events } = await desk.context.pool.query(
    `select outcome, detail from audit_event where kind = 'download-refused' order by id`,
  )
  expect(events).toEqual([id, again.id, third.id].map((its) => ({ outcome: 'done', detail: { import: Number(its) } })))
})

test('mending that fails in the middle ends the import, and no offer of it is left', async () => {
  const desk = await setUp()
  const { db } = desk.context
  const { id } = await desk.check([row, bad])
  await db.schema.alterTable('file_offers').renameTo('gone').execute()
  await expect(desk.mend(id, [{ row: 3, cells: { end_date: '' } }])).rejects.toMatchObject({ code: 'internal_error' })
  await db.schema.alterTable('gone').renameTo('file_offers').execute()
  const ended = await desk.show(id)
  expect(ended.state).toBe('failed')
  expect(await db.selectFrom('offer').selectAll().execute()).toEqual([])
})

test('refused rows go with an import that comes to nothing, and a month after one that was published', async () => {
  const desk = await setUp()
  const { db } = desk.context
  const kept = () => db.selectFrom('refused_row').select('import_id').execute()
  const { id } = await desk.check([row, bad])
  await desk.cancel(id)
  await expect.poll(kept).toEqual([])
  const published = await desk.check([row, bad])
  await desk.publish(published.id)
  expect(await kept()).toHaveLength(1)
  expect(await db.selectFrom('file_offers').select('piece').execute()).toEqual([])
  expect(await download(desk, published.id)).toContain('String hoppers')
  desk.clock.advance(31 * DAY)
  await desk.importText(toCsv([{ ...row, title: 'Next' }]))
  expect(await kept()).toEqual([])
  for (const gone of [id, published.id]) expect(await download(desk, gone)).toContain('No refused rows of this import are kept.')
})

test('who mends a file that waits no more sets nobody else’s aside', async () => {
  const desk = await setUp()
  const { id } = await desk.check([row, bad])
  await desk.publish(id)
  const other = await desk.check([{ ...row, discount: '20' }])
  await expect(desk.mend(id, [{ row: 3, cells: { end_date: '' } }])).rejects.toMatchObject({ code: 'import_not_checked' })
  expect(await desk.show(other.id)).toMatchObject({ state: 'checked' })
})

test('a file that cannot be read sets nobody’s aside', async () => {
  const desk = await setUp()
  const { id } = await desk.check([row])
  for (const text of ['title,price\nTea,5\n', '', 'title,shop\n']) {
    await expect(desk.begin(text)).rejects.toMatchObject({ code: 'import_refused' })
    await expect(desk.importText(text)).rejects.toMatchObject({ code: 'import_refused' })
  }
  expect(await desk.show(id)).toMatchObject({ state: 'checked' })
})

/** Files of which one row is refused at first, and the others say other things of its shop. */
const TORN_SHOPS: Row[][] = [
  [
    { ...row, discount: '900', phone: '0112303500', shop_website: 'https://kottu.example' },
    { ...row, title: 'Hoppers', phone: '0112303511' },
  ],
  [
    { ...row, discount: '900', hours: 'mon-fri 9am-5pm', latitude: '6.9', longitude: '79.85' },
    { ...row, title: 'Hoppers', category: 'Drinks' },
  ],
  [
    { ...row, title: 'Hoppers', phone: '0112303511' },
    { ...row, discount: '900', shop_description: 'By the sea', special_hours: '2026-12-25 closed' },
  ],
]
test.for(TORN_SHOPS)('mended rows add to a shop what the other rows of the file left open, as if the file had been whole', async (rows) => {
  const columns = 'name, address, phone, website, description, hours, special_hours, latitude, category, search_text'
  const look = async ({ context }: TestApp) => (await context.pool.query(`select ${columns} from current_shop`)).rows
  const [mended, whole] = [await setUp(), await setUp()]
  const { id } = await mended.check(rows)
  await mended.mend(id, [{ row: rows.findIndex(({ discount }) => discount) + 2, cells: { discount: '9' } }])
  await mended.publish(id)
  const right = rows.map((each) => (each['discount'] ? { ...each, discount: '9' } : each))
  await whole.importRows(right)
  const [seen] = await look(mended)
  expect(seen).toMatchObject({ ...(await look(whole))[0], category: expect.any(String), search_text: expect.any(String) })
  // And the mended file brings nothing new.
  expect(await mended.importRows(right)).toMatchObject({ created: 0, changed: 0, shopsChanged: 0 })
})

test('what was known before the file gives way to a mended row, as to any other', async () => {
  const desk = await setUp()
  await desk.importRows([{ ...row, phone: '0112303500', shop_website: 'https://old.example' }])
  const { id } = await desk.check([
    { ...row, discount: '900', phone: '0112303599', shop_website: 'https://new.example' },
    { ...row, title: 'Hoppers', phone: '0112303511' },
  ])
  await desk.mend(id, [{ row: 2, cells: { discount: '9' } }])
  await desk.publish(id)
  expect((await desk.http('GET /shops')).data).toMatchObject([{ phone: '+94 112 303 511', website: 'https://new.example' }])
})

test('a mended row stands among the first where it stood in the file', async () => {
  const desk = await setUp()
  const good = Array.from({ length: 11 }, (_, number) => ({ ...row, title: `Offer ${number}` }))
  const { id } = await desk.check([bad, ...good])
  const { data } = await desk.mend(id, [{ row: 2, cells: { end_date: '' } }])
  expect(data.report?.preview?.sample.map((sample) => sample.row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('a row that no file can have, and one that stands twice, are refused before anything is tried', async () => {
  const desk = await setUp()
  const { id } = await desk.check([row, bad])
  for (const rows of [
    [{ row: 2 ** 31, cells: { title: 'x' } }],
    [{ row: 1, cells: { title: 'x' } }],
    [
      { row: 3, cells: { title: 'x' } },
      { row: 3, cells: { title: 'y' } },
    ],
  ])
    await expect(desk.mend(id, rows)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
  expect(await desk.show(id)).toMatchObject({ state: 'checked', counts: { refused: 1 } })
})

test('what was remarkable about a row that is refused is told once it is taken, and once', async () => {
  const desk = await setUp()
  const words = { ...row, external_id: 'kottu', discount: '20% saving' }
  const { id, report } = await desk.check([words, { ...words, title: 'Hoppers' }])
  const readings = (found = report) => found?.warnings.filter(({ readAs }) => readAs !== undefined).map((note) => note.row)
  expect(report).toMatchObject({ refused: 1, problems: [{ row: 3 }] })
  expect(readings()).toEqual([2])
  const { data } = await desk.mend(id, [{ row: 3, cells: { external_id: 'hoppers' } }])
  expect(readings(data.report)).toEqual([2, 3])
})
