/** What the catalogue writes imports to the same state: nothing changes where it came from, and everything comes again where nothing was. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'
import type { Context } from '#api/context.ts'
import { importDemo } from '#api/imports/import-demo.ts'
import { ADMIN_KEY, openTestApp, toCsv, type Row, type TestApp } from './app.ts'
import { makeUpCity } from '#tools/fill-city.ts'

async function download({ server }: TestApp, path = 'export/offers.csv') {
  const answer = await server.inject({ url: `/api/v1/superadmin/dashboard/${path}`, headers: { authorization: `Bearer ${ADMIN_KEY}` } })
  expect(answer.statusCode).toBe(200)
  return answer.body
}

/** Every fact of every offer and shop that shows, with the numbers of its files, and without what each database numbers by itself. */
async function listFacts({ db }: Context) {
  const own = sql`'{id,offer_id,shop_id,added_in,removed_in,point}'::text[]`
  const facts = await sql<{ facts: string }>`
    select ((to_jsonb(v) - ${own}) || jsonb_build_object('number', o.external_id, 'shop', to_jsonb(s) - ${own}, 'numbers',
      (select array_agg(i.external_id order by i.external_id) from shop_identity i where i.shop_id = s.shop_id and i.external_id is not null)))::text as facts
    from current_offer v join offer o on o.id = v.offer_id join current_shop s on s.shop_id = v.shop_id where v.withdrawn_at is null`.execute(
    db,
  )
  return facts.rows.map((row) => row.facts).toSorted()
}

/** Exports, imports in place, imports into an empty database, and there the files that it all came from once more. */
async function expectRoundTrip(app: TestApp, files: string[] = []) {
  const before = await listFacts(app.context)
  const text = await download(app)
  const same = { created: 0, changed: 0, unchanged: before.length, refused: 0, shopsCreated: 0, shopsChanged: 0 }
  expect(await app.importText(text)).toMatchObject(same)
  const other = await openTestApp({ variables: { IMPORT_MAX_MB: '100' } })
  expect(await other.importText(text)).toMatchObject({ created: before.length, changed: 0, refused: 0 })
  expect(await listFacts(other.context)).toEqual(before)
  // Row by row in another order, perhaps: shops that share a name move to the front, and all else follows its ids.
  expect((await download(other)).split('\r\n').toSorted()).toEqual(text.split('\r\n').toSorted())
  for (const file of files)
    expect(await other.importText(file)).toMatchObject({ created: 0, changed: 0, refused: 0, shopsCreated: 0, shopsChanged: 0 })
  return { rows: before.length, text }
}

test('the demo city', async () => {
  const app = await openTestApp()
  await importDemo(app.context)
  const { rows } = await expectRoundTrip(app)
  expect(rows).toBeGreaterThan(250)
})

test('a made-up city of 300 offers, with the file that it came from', async () => {
  const app = await openTestApp()
  const city = makeUpCity({ seed: 5, shops: 30, city: colombo, today: '2026-11-21' })
  const file = toCsv(Array.from({ length: 300 }, (_, number) => city.makeRow(number)))
  await app.importText(file)
  expect((await expectRoundTrip(app, [file])).rows).toBe(300)
})

const shop = 'Kottu Bar'

test('a shop without an address beside branches, whichever came first, with offers that share their title', async () => {
  const app = await openTestApp()
  const branches: Row[] = [
    { title: 'Kottu', shop },
    { title: 'Kottu', shop, address: '1 Galle Road' },
    { title: 'Kottu', shop, address: '2 Galle Road', start_date: '1/11/2026' },
    { title: 'Kottu', shop, address: '2 Galle Road', start_date: '2/11/2026' },
    { title: 'Rice', shop },
  ]
  // Alone of its name: it need not come first.
  const lonely = { title: 'Tea', shop: 'Tea House' }
  await app.importRows([lonely, ...branches])
  const { text } = await expectRoundTrip(app, [toCsv([lonely, ...branches])])
  const first = text
    .split('\r\n')
    .slice(1, 3)
    .map((line) => line.split(',')[0])
  expect(new Set(first)).toEqual(new Set(['Kottu', 'Rice']))
})

test('a branch whose address is cleared is the one without from then on', async () => {
  const app = await openTestApp()
  await app.importRows([{ title: 'Kottu', shop, address: '1 Galle Road', external_shop_id: 'S-1' }])
  await app.importRows([{ title: 'Kottu', shop, address: '-', external_shop_id: 'S-1', start_date: '-' }])
  await app.importRows([{ title: 'Rice', shop, address: '2 Galle Road' }])
  expect(await app.importRows([{ title: 'Kottu', shop }])).toMatchObject({ unchanged: 1, refused: 0 })
  await expectRoundTrip(app)
})

test('what was read from words, stated against them, kept, cleared and never given', async () => {
  const app = await openTestApp()
  const words = 'Up to 50% off lunch, was Rs. 1380 now Rs. 990'
  const rows: Row[] = [
    { title: words, shop, external_id: 'words' },
    { title: words, shop, external_id: 'against', discount: '-', original_price: '-', discounted_price: '-' },
    { title: words, shop, external_id: 'stated', discount: '12.5', original_price: '1500' },
    { title: 'Lunch', shop, external_id: 'cell', discount: 'up to 40%' },
    { title: 'Lunch', shop, external_id: 'saving', discount: '20% saving' },
    { title: 'Lunch', shop, external_id: 'bundle', discount: 'buy 1 get 1' },
    { title: 'Lunch', shop, external_id: 'pair', original_price: 'was Rs. 1380 now Rs. 990' },
    { title: 'Lunch', shop, external_id: 'share', discount: '0.25%' },
    { title: 'Buy 1 get 1 lunch', shop, external_id: 'tags', tags: Array.from({ length: 20 }, (_, number) => `t${number}`).join('|') },
    { title: 'Lunch', shop, external_id: 'case', discount: 'bogo', tags: 'Buy-1-Get-1|x' },
    { title: 'Lunch', shop, external_id: 'cleared', terms: '-', hours: '-', tags: '-', description: '-' },
    { title: 'Lunch', shop, external_id: 'in words', description: 'Buy 1 get 1. Save 15%. Dine-in only, cash only.' },
  ]
  await app.importRows(rows)
  // An empty description stays, and its words are in force again with the next file that holds them.
  await app.importRows([{ title: 'Lunch', shop, external_id: 'in words', tags: '-' }])
  await expectRoundTrip(app)
  const { db } = app.context
  const read = async (id: string) =>
    db
      .selectFrom('current_offer')
      .innerJoin('offer', 'offer.id', 'offer_id')
      .where('external_id', '=', id)
      .selectAll('current_offer')
      .executeTakeFirstOrThrow()
  expect(await read('words')).toMatchObject({
    discount: 50,
    discount_is_up_to: true,
    discount_is_from_text: true,
    prices_are_from_text: true,
  })
  expect(await read('against')).toMatchObject({ discount: 0, original_price: null, prices_are_from_text: false })
  expect(await read('saving')).toMatchObject({ discount: 20, discount_is_from_text: true })
})

test('categories of a shop as they were gathered, stated, without a main one, and with a mark in their names', async () => {
  const app = await openTestApp()
  await app.importRows([
    { title: 'A', shop, category: 'Food' },
    { title: 'B', shop, category: 'Retail' },
    { title: 'C', shop: 'Nothing' },
    { title: 'D', shop: 'Marked', category: 'Food|Drinks', shop_category: 'A\\B' },
    { title: 'E', shop: 'Told', shop_categories: 'Travel & Transport|Food', category: 'Beauty' },
    { title: 'F', shop: 'Mainless', category: 'Food', external_id: 'F' },
  ])
  await app.importRows([
    { title: 'B', shop, category: 'Food' },
    { title: 'F', shop: 'Mainless', category: '-', shop_category: '-', external_id: 'F' },
  ])
  const shops = await app.context.db.selectFrom('current_shop').select(['name', 'category', 'categories']).orderBy('name').execute()
  expect(shops).toEqual([
    { name: 'Kottu Bar', category: 'Food', categories: ['Food', 'Retail'] },
    { name: 'Mainless', category: null, categories: ['Food'] },
    { name: 'Marked', category: 'A\\B', categories: ['A\\B', 'Food|Drinks'] },
    { name: 'Nothing', category: null, categories: [] },
    { name: 'Told', category: 'Travel & Transport', categories: ['Travel & Transport', 'Food'] },
  ])
  await expectRoundTrip(app)
})

test('dates at the edges of days and in between, to the millisecond', async () => {
  const app = await openTestApp()
  const dates: [string, string][] = [
    ['24/11/2026', '24/11/2026'],
    ['2026-11-24 00:00', '2026-11-24 00:00'],
    ['2026-11-24 09:30', '2026-11-24 15:00:07'],
    ['2026-11-24T09:30:01.001Z', '2026-11-24T18:29:59.998Z'],
    ['', '31/12/2100'],
    ['1/1/2000', ''],
  ]
  const rows = dates.map(([start_date, end_date], number) => ({ title: `Lunch ${number}`, shop, start_date, end_date }))
  await app.importRows(rows)
  expect((await expectRoundTrip(app, [toCsv(rows)])).rows).toBe(dates.length)
})

test('a shop that moved and was renamed by its number, offers that went to another shop, and several numbers', async () => {
  const app = await openTestApp()
  await app.importRows([
    {
      title: 'A',
      shop,
      address: '1 Galle Road',
      external_shop_id: 'S-1',
      external_id: 'A',
      category: 'Food',
      latitude: '6.9',
      longitude: '79.85',
    },
    { title: 'B', shop, address: '1 Galle Road', external_id: 'B', category: 'Food' },
    { title: 'C', shop: 'Other Bar', external_id: 'C', category: 'Beauty' },
  ])
  await app.importRows([
    {
      title: 'A',
      shop: 'Kottu House',
      address: '7 Marine Drive',
      external_shop_id: 'S-1',
      external_id: 'A',
      latitude: '6.95',
      longitude: '79.86',
    },
    { title: 'B', shop: 'Other Bar', external_id: 'B' },
  ])
  expect((await expectRoundTrip(app)).rows).toBe(3)
})

test('nasty words', async () => {
  const app = await openTestApp()
  const words = ['=1+1', "=cmd|' /C calc'!A0", '+1-1', '@SUM(A1)', "'=a", '-x', '&#45;', '&amp;lt;b&amp;gt;', '&lt;script&gt;', '&#8203;a', '&#x1d5d4;x', 'ＮＵＬＬ', 'a, b; "c" | d\\', 'two\nlines', '007', 'කොත්තු 🍛', '<3', 'x\u200dy'] // prettier-ignore
  const rows = words.map((word, number) => ({ title: word, description: word, terms: word, tags: `${word}|x`, redemption_code: word, category: `${word} goods`.slice(0, 60), shop: `${word} ${number}`, address: word, shop_description: word, external_id: `${word}${number}`, external_shop_id: `${word} ${number}`, facebook: `https://a.lk/${encodeURIComponent(word)}?a=1&amp;amp;b=${number}`, payment: `${word} bank` })) // prettier-ignore
  const report = await app.importRows(rows)
  expect(report.problems).toEqual([])
  const { text } = await expectRoundTrip(app, [toCsv(rows)])
  // No cell that a spreadsheet would work out.
  expect(text).not.toMatch(/(?:^|,)"?[=@]/m)
})

test('a price that contradicts the stored other one is refused, so that no state is left which cannot be written', async () => {
  const app = await openTestApp()
  await app.importRows([{ title: 'Lunch', shop, external_id: 'A', original_price: '1000' }])
  await expect(app.importRows([{ title: 'Lunch', shop, external_id: 'A', discounted_price: '1200' }])).rejects.toMatchObject({
    details: { data: { problems: [expect.objectContaining({ row: 2, column: 'discounted_price' })] } },
  })
  expect(
    await app.importRows([{ title: 'Lunch', shop, external_id: 'A', original_price: '1500', discounted_price: '1200' }]),
  ).toMatchObject({ changed: 1 })
})

test('of one import: the same facts again where nothing was', async () => {
  const app = await openTestApp()
  await app.importRows([{ title: 'A', shop, external_id: 'A' }])
  await app.importRows([{ title: 'B', shop, external_id: 'B', discount: '20', hours: 'daily 9am-5pm' }])
  const other = await openTestApp()
  await other.importText(await download(app, 'imports/2/offers.csv'))
  const facts = await listFacts(app.context)
  expect(await listFacts(other.context)).toEqual(facts.filter((one) => one.includes('"number": "B"')))
})
