/** Prices that only the words of a row state: stored with the mark that they were read, and read anew with each import. */
import { expect, test } from 'vitest'

import { openDesk, openTestApp } from '#test/app.ts'

const row = { title: 'Ribbon cake was Rs. 1380 now Rs 990', shop: 'Kade', external_id: 'cake' }

async function openWith(cells: Record<string, string>) {
  const app = await openTestApp()
  const report = await app.importRows([cells])
  const read = async () => {
    const [offer] = (await app.http('GET /offers/all', { query: { q: 'cake' } })).data
    return [offer?.originalPrice, offer?.discountedPrice, offer?.pricesAreFromText]
  }
  return { ...app, report, read }
}

test('prices in words come with the mark that they were read, and the report tells how', async () => {
  const { read, report } = await openWith(row)
  expect(await read()).toEqual([1380, 990, true])
  expect(report.warnings).toEqual([
    {
      row: 2,
      column: 'title',
      value: row.title,
      reason: 'Two prices were read from the words “Ribbon cake was Rs. 1380 now Rs 990”',
      readAs: '1380, now 990',
    },
  ])
})

test('the same file twice changes nothing; other words are read anew, and gone words leave no price', async () => {
  const { importRows, read } = await openWith(row)
  expect(await importRows([row])).toMatchObject({ changed: 0, unchanged: 1 })
  expect(await importRows([{ ...row, title: 'Ribbon cake for Rs. 900' }])).toMatchObject({ changed: 1 })
  expect(await read()).toEqual([null, 900, true])
  await importRows([{ ...row, title: 'Ribbon cake' }])
  expect(await read()).toEqual([null, null, false])
})

test('a stated price goes before words, stays where later cells are empty, and is cleared by a dash', async () => {
  const { importRows, read } = await openWith({ ...row, discounted_price: '950' })
  expect(await read()).toEqual([null, 950, false])
  await importRows([row])
  expect(await read()).toEqual([null, 950, false])
  await importRows([{ ...row, discounted_price: '-' }])
  expect(await read()).toEqual([null, null, false])
  await importRows([row])
  expect(await read()).toEqual([1380, 990, true])
})

test('a description that stays keeps what its words say: the discount and the prices', async () => {
  const words = { ...row, title: 'Ribbon cake', description: 'Was Rs. 1380 now Rs 990, that is 28% off' }
  const { importRows, read, http } = await openWith(words)
  const { description: _, ...without } = words
  expect(await importRows([without])).toMatchObject({ changed: 0, unchanged: 1 })
  await importRows([{ ...without, tags: 'cake' }])
  expect(await read()).toEqual([1380, 990, true])
  const [offer] = (await http('GET /offers/all', { query: { q: 'cake' } })).data
  expect(offer).toMatchObject({ discount: 28, discountIsFromText: true })
  await importRows([{ ...without, description: '-' }])
  expect(await read()).toEqual([null, null, false])
})

test('shops spelled in another way than in the catalogue are suggested, and kept apart', async () => {
  const { importRows, http } = await openWith({ ...row, shop: 'Lotus Bakery', address: '12 Galle Road' })
  const report = await importRows([{ title: 'Buns', shop: 'Lotus Bakry', address: '12 Galle Road' }])
  expect(report.warnings).toEqual([
    {
      row: 2,
      column: 'shop',
      value: 'Lotus Bakry',
      reason: 'May be the shop “Lotus Bakery”, spelled in another way. As written these are two shops',
      suggests: 'Lotus Bakery',
    },
  ])
  expect((await http('GET /shops')).total).toBe(2)
})

test('a category of a file that was thrown away is still told as one that may be misspelled', async () => {
  const { check, cancel } = openDesk(await openTestApp())
  const rows = [{ title: 'Tea', shop: 'Kade', category: 'Electrnics' }]
  const suggested = [{ column: 'category', suggests: 'Electronics' }]
  const { id, report } = await check(rows)
  expect(report!.warnings).toMatchObject(suggested)
  await cancel(id)
  expect((await check(rows)).report!.warnings).toMatchObject(suggested)
})
