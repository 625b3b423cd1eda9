/** What a file says it would change, before anybody decides. */
import { expect, test } from 'vitest'

import { openDesk, openTestApp } from '#test/app.ts'

const row = {
  title: 'Kottu for two',
  shop: 'Galle Road Kottu Bar',
  address: '12 Galle Road',
  category: 'Food',
  end_date: '30/11/2026',
  external_id: 'kottu',
  description: `${'Chopped to order. '.repeat(20)}With cheese.`,
}
const other = { ...row, title: 'Hoppers', external_id: 'hoppers' }

async function setUp() {
  const app = await openTestApp()
  const desk = openDesk(app)
  const preview = async (...given: Parameters<typeof desk.check>) => (await desk.check(...given)).report!.preview!
  return { ...app, ...desk, preview }
}

test('each changed row says from what to what, as cells say it, and every column how many offers change in it', async () => {
  const { importRows, preview } = await setUp()
  await importRows([
    { ...row, discount: '20' },
    { ...other, original_price: '1,500', discounted_price: '990' },
  ])
  const found = await preview([
    { ...row, end_date: '24/12/2026 15:00', discount: '25%', tags: 'late|night', description: row.description.replace('cheese', 'egg') },
    { ...other, end_date: '-', original_price: '1600', valid_weekdays: 'mon,tue,wed', new_customers_only: 'yes' },
  ])
  expect(found.changedFields).toEqual({
    end_date: 2,
    discount: 1,
    tags: 1,
    description: 1,
    original_price: 1,
    valid_weekdays: 1,
    new_customers_only: 1,
  })
  expect(found.changes).toEqual([
    {
      row: 2,
      title: 'Kottu for two',
      shop: row.shop,
      fields: [
        {
          field: 'description',
          from: '… hopped to order. Chopped to order. With cheese.',
          to: '… hopped to order. Chopped to order. With egg.',
        },
        { field: 'end_date', from: '2026-11-30', to: '2026-12-24 15:00' },
        { field: 'discount', from: '20', to: '25' },
        { field: 'tags', from: '', to: 'late|night' },
      ],
    },
    {
      row: 3,
      title: 'Hoppers',
      shop: row.shop,
      fields: [
        { field: 'end_date', from: '2026-11-30', to: '' },
        { field: 'original_price', from: '1500', to: '1600' },
        { field: 'valid_weekdays', from: '', to: 'mon-wed' },
        { field: 'new_customers_only', from: 'no', to: 'yes' },
      ],
    },
  ])
})

test('a shop says from what it was before the file to what it is behind its last row, and one that is new is no change', async () => {
  const { importRows, preview } = await setUp()
  await importRows([{ ...row, phone: '0112303500' }])
  const rows = Array.from({ length: 120 }, (_, at) => ({
    ...row,
    title: `Offer ${at}`,
    external_id: `offer-${at}`,
    hours: `mon ${String(at % 12).padStart(2, '0')}:00-20:00`,
    phone: '0112303500',
  }))
  const found = await preview([...rows, { ...row, shop: 'Newcomer', external_id: 'new' }])
  expect(found.shopChanges).toMatchObject([
    { shop: row.shop, address: row.address, fields: [{ field: 'hours', from: '', to: 'mon 11:00-20:00' }] },
  ])
  expect(found.changes).toEqual([])
})

test('an offer that only another name or place of its shop changes says so, and one that comes back says that', async () => {
  const { importRows, preview, context } = await setUp()
  await importRows([
    { ...row, external_shop_id: 'S-1' },
    { ...other, external_shop_id: 'S-1' },
  ])
  const named = await preview([{ ...row, external_shop_id: 'S-1', shop: 'Kottu Palace' }])
  expect(named.changes).toMatchObject([{ fields: [{ field: 'shop', to: 'Kottu Palace' }] }])
  expect(named.shopChanges).toMatchObject([{ fields: [{ field: 'shop', from: row.shop, to: 'Kottu Palace' }] }])
  await context.db.updateTable('offer_version').set({ withdrawn_at: new Date() }).where('title', '=', 'Hoppers').execute()
  const back = await preview([{ ...other, external_shop_id: 'S-1', latitude: '6.9', longitude: '79.86' }])
  expect(back.changes[0]?.fields).toEqual([
    { field: 'latitude', from: '', to: '6.9' },
    { field: 'longitude', from: '', to: '79.86' },
    { field: 'withdrawn', from: 'yes', to: 'no' },
  ])
})

test('the first rows are shown as they were understood, also what their words alone say', async () => {
  const { preview } = await setUp()
  const found = await preview([
    { ...row, description: 'Up to 50% off', start_date: '1/12/2026', end_date: '31/12/2026' },
    { ...other, description: 'Was Rs. 1380, now Rs 990', end_date: '1/11/2026' },
    ...Array.from({ length: 20 }, (_, at) => ({ ...row, title: `Offer ${at}`, external_id: String(at) })),
  ])
  expect(found.sample).toHaveLength(10)
  expect(found.sample.slice(0, 2)).toEqual([
    {
      row: 2,
      title: 'Kottu for two',
      shop: row.shop,
      address: row.address,
      category: 'Food',
      discount: 'up to 50, read from words',
      originalPrice: '',
      discountedPrice: '',
      startDate: '2026-12-01',
      endDate: '2026-12-31',
      status: 'upcoming',
    },
    expect.objectContaining({ originalPrice: '1380', discountedPrice: '990, read from words', status: 'ended' }),
  ])
})

test('of a file that changes thousands the first are told in words, and all are counted', async () => {
  const { importRows, preview } = await setUp()
  const rows = Array.from({ length: 260 }, (_, at) => ({ ...row, title: `Offer ${at}`, external_id: String(at) }))
  await importRows(rows)
  const found = await preview(rows.map((each) => ({ ...each, terms: 'New.' })))
  expect(found.changes).toHaveLength(200)
  expect(found.changedFields).toEqual({ terms: 260 })
})
