/** What the words of a row suggest: stored beside its facts, shown beside its conditions. */
import { expect, test } from 'vitest'

import { openTestApp } from '#test/app.ts'
import { importDemo } from './import-demo.ts'

const row = { title: 'Kottu for two', shop: 'Galle Road Kottu Bar', external_id: 'kottu' }
const terms = 'Valid Monday to Friday, 11am to 3pm. Dine-in only. Minimum bill of Rs. 3,000.'

async function openWith(...rows: Parameters<Awaited<ReturnType<typeof openTestApp>>['importRows']>[0]) {
  const app = await openTestApp()
  await app.importRows(rows)
  const read = async () => (await app.http('GET /offers/all', { query: { q: 'kottu' } })).data[0]!
  return { ...app, read }
}

test('conditions that only the words state come as a suggestion with the words, and the stated ones stay empty', async () => {
  const { http, read } = await openWith({ ...row, terms })
  const offer = await read()
  expect(offer.conditionsFromText).toEqual({
    weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    hours: { from: '11:00', to: '15:00' },
    service: ['dine-in'],
    minimumPurchase: 3000,
    quotes: {
      weekdays: 'Valid Monday to Friday, 11am to 3pm',
      hours: 'Valid Monday to Friday, 11am to 3pm',
      service: 'Dine-in only',
      minimumPurchase: 'Minimum bill of Rs. 3,000',
    },
  })
  expect(offer.conditions).toEqual({ weekdays: [], hours: null, payment: null, newCustomersOnly: false, service: [] })
  expect(offer.minimumPurchase).toBeNull()
  expect((await http('GET /offers/{id}', { params: { id: offer.id } })).data.conditionsFromText).toEqual(offer.conditionsFromText)
})

test('words that suggest nothing store nothing, and a column that states the same silences them', async () => {
  const { context, read, importRows } = await openWith({ ...row, terms: 'While stocks last.' })
  expect((await read()).conditionsFromText).toBeNull()
  expect(await context.db.selectFrom('current_offer').select('conditions_from_text').execute()).toEqual([{ conditions_from_text: null }])
  await importRows([{ ...row, terms, valid_weekdays: 'mon-fri', valid_hours: '11:00-15:00', service: 'dine-in', minimum_purchase: '3000' }])
  expect((await read()).conditionsFromText).toBeNull()
})

test('the same file twice changes nothing of a suggestion either', async () => {
  const { importRows, read } = await openWith({ ...row, terms })
  const before = await read()
  expect(await importRows([{ ...row, terms }])).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await read()).toEqual(before)
})

test.each([
  ['title', { title: 'Kottu for two, cash only' }, { payment: 'cash' }],
  ['description', { description: 'New customers only.' }, { newCustomersOnly: true }],
  ['terms', { terms: 'Takeaway only.' }, { service: ['takeaway'] }],
])('new words in the %s are read anew, and gone words suggest nothing more', async (column, cells, suggested) => {
  const { importRows, read } = await openWith(row)
  expect(await importRows([{ ...row, ...cells }])).toMatchObject({ changed: 1 })
  expect((await read()).conditionsFromText).toMatchObject(suggested)
  expect(await importRows([{ ...row, ...(column !== 'title' && { [column]: '-' }) }])).toMatchObject({ changed: 1 })
  expect((await read()).conditionsFromText).toBeNull()
})

test('an empty cell keeps the words and what they suggest; a shop that moves takes both along', async () => {
  const { importRows, read } = await openWith({ ...row, terms })
  const { conditionsFromText } = await read()
  expect(await importRows([{ ...row, terms: '' }])).toMatchObject({ unchanged: 1 })
  await importRows([{ title: 'Tea', shop: row.shop, external_id: 'tea', end_date: '2099-01-01', latitude: '6.9344', longitude: '79.8428' }])
  expect(await read()).toMatchObject({ title: row.title, conditionsFromText, shop: { location: { coordinates: [79.8428, 6.9344] } } })
})

test('the demo city states its conditions, so its words suggest one thing, and that is right', async () => {
  const { context } = await openTestApp()
  await importDemo(context)
  const suggested = await context.db
    .selectFrom('current_offer')
    .select(['title', 'conditions_from_text'])
    .where('conditions_from_text', 'is not', null)
    .execute()
  expect(suggested).toEqual([
    {
      title: 'Buy 1 get 1 free: egg roti with seeni sambol',
      conditions_from_text: { service: ['dine-in', 'takeaway'], quotes: { service: 'Not on delivery orders' } },
    },
  ])
})
