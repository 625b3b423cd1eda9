/** What is written anew in refused rows belongs to the file: it is not lost with an import, and is read with the same bytes again. */
import { expect, test } from 'vitest'

import { openDesk, openTestApp, sendFile, toCsv } from '#test/app.ts'

const row = { title: 'Kottu for two', shop: 'Galle Road Kottu Bar', address: '12 Galle Road', end_date: '30/11/2026' }
const file = toCsv([row, { ...row, title: 'String hoppers', end_date: '31/2/2026' }, { ...row, title: '', end_date: 'soon' }])
const right = { row: 3, cells: { end_date: '28/2/2027' } }

async function setUp() {
  const app = await openTestApp()
  const desk = openDesk(app)
  return {
    ...app,
    ...desk,
    checkText: async (text: string) => desk.follow((await desk.begin(text)).id),
    titles: async () => (await app.http('GET /offers/all', { query: { limit: '10' } })).data.map(({ title }) => title).toSorted(),
  }
}

test('what was corrected in a file that something else sets aside is there when the file is checked again, what is still wrong as well', async () => {
  const desk = await setUp()
  const { id } = await desk.checkText(file)
  const mended = await desk.mend(id, [right, { row: 4, cells: { title: 'Hoppers', discount: '15' } }])
  expect(mended.data.report).toMatchObject({ corrected: 1, refused: 1 })
  await desk.importRows([{ ...row, title: 'Something else' }])
  expect(await desk.show(id)).toMatchObject({ state: 'cancelled', failure: expect.stringContaining('Set aside') as string })

  const again = await desk.checkText(file)
  expect(again).toMatchObject({ state: 'checked', counts: { rows: 3, created: 2, refused: 1, corrected: 1 } })
  expect(await desk.refused(again.id)).toMatchObject([{ row: 4, cells: { title: 'Hoppers', discount: '15', end_date: 'soon' } }])
  // Cells that are written later stand beside those of before.
  expect((await desk.mend(again.id, [{ row: 4, cells: { end_date: '' } }])).data.report).toMatchObject({ corrected: 2, refused: 0 })
  await desk.publish(again.id)
  expect(await desk.titles()).toEqual(['Hoppers', 'Kottu for two', 'Something else', 'String hoppers'])
  expect((await desk.http('GET /offers/all', { query: { q: 'string' } })).data).toMatchObject([{ endDate: '2027-02-28T18:29:59.999Z' }])
})

test('importing the file of an undone import again brings all of it back, the corrected rows too, and once more it changes nothing', async () => {
  const desk = await setUp()
  const { id } = await desk.checkText(file)
  await desk.mend(id, [right])
  await desk.publish(id)
  const before = (await desk.http('GET /offers/all', { query: { limit: '10' } })).data
  await desk.undo(id)
  expect(await desk.titles()).toEqual([])
  expect((await sendFile(desk, 'import/csv', file)).data).toMatchObject({
    corrected: 1,
    refused: 1,
    changed: 2,
    returned: 2,
    shopsReturned: 1,
  })
  expect((await desk.http('GET /offers/all', { query: { limit: '10' } })).data).toEqual(before)
  expect((await sendFile(desk, 'import/csv', file)).data).toMatchObject({ created: 0, changed: 0, unchanged: 2, returned: 0, corrected: 1 })
})

test('whoever cancels what was checked wants the file as it stands; one that is cancelled while it is read keeps what was corrected', async () => {
  const desk = await setUp()
  const many = toCsv([
    { ...row, end_date: '31/2/2026' },
    ...Array.from({ length: 300 }, (_, number) => ({ ...row, title: `Offer ${number}` })),
  ])
  const first = await desk.checkText(many)
  await desk.mend(first.id, [{ row: 2, cells: { end_date: '' } }])
  await desk.importRows([{ ...row, title: 'Something else' }])
  const { id } = await desk.begin(many)
  await desk.cancel(id)
  expect(await desk.show(id)).toMatchObject({ state: 'cancelled', counts: null })
  const second = await desk.checkText(many)
  expect(second.counts).toMatchObject({ corrected: 1, refused: 0 })
  await desk.cancel(second.id)
  const third = await desk.checkText(many)
  expect(third.counts).toMatchObject({ refused: 1 })
  expect(third.counts?.corrected).toBeUndefined()
})

test('another file, and the same bytes read as shops, are read as they stand', async () => {
  const desk = await setUp()
  const { id } = await desk.checkText(file)
  await desk.mend(id, [right])
  const other = await desk.checkText(`${file}\n`)
  expect(other.counts).toMatchObject({ refused: 2 })
  expect(other.counts?.corrected).toBeUndefined()
  const { id: asShops } = (await sendFile(desk, 'imports?kind=shops', file)).data as { id: string }
  expect((await desk.follow(asShops)).report?.corrected).toBeUndefined()
})

test('a column that the file lacks is kept with it, and a cell that is written twice is what was written last', async () => {
  const desk = await setUp()
  const { id } = await desk.checkText(file)
  await desk.mend(id, [{ row: 4, cells: { title: 'Hoppers', discount: '150' } }])
  await desk.mend(id, [{ row: 4, cells: { discount: '15', end_date: '' } }])
  await desk.importRows([{ ...row, title: 'Something else' }])
  const again = await desk.checkText(file)
  expect(again.counts).toMatchObject({ corrected: 1, refused: 1 })
  expect(again.report?.preview?.sample).toMatchObject([{ row: 2 }, { row: 4, title: 'Hoppers', discount: '15', endDate: '' }])
})

test('a mended row is told of the other spellings of its shop and address, those of its file and those of the catalogue', async () => {
  const desk = await setUp()
  await desk.importRows([{ ...row, shop: 'Pettah Tailors', address: '5 Main Street' }])
  const { id } = await desk.check([
    row,
    { ...row, title: 'Tea', address: 'No. 12 Galle Rd', discount: '900' },
    { ...row, title: 'Suit', shop: 'Pettah Tailors', address: '5, Main St.', discount: '900' },
  ])
  const { data } = await desk.mend(id, [
    { row: 3, cells: { discount: '9' } },
    { row: 4, cells: { discount: '9' } },
  ])
  expect(data.report?.warnings.filter(({ column }) => column === 'address')).toMatchObject([
    { row: 3, suggests: '12 Galle Road' },
    { row: 4, suggests: '5 Main Street' },
  ])
})

test('a mend whose answer was lost can be sent once more, beside another row', async () => {
  const desk = await setUp()
  const { id } = await desk.checkText(file)
  await desk.mend(id, [right])
  const again = await desk.mend(id, [right, { row: 4, cells: { title: 'Hoppers', end_date: '' } }])
  expect(again).toMatchObject({ message: '2 rows are taken now.', data: { counts: { created: 3, refused: 0, corrected: 2 } } })
  expect((await desk.mend(id, [right])).message).toBe('1 row is taken now.')
  // Other words for a row that was taken are not what was done.
  await expect(desk.mend(id, [{ ...right, cells: { end_date: '1/1/2027' } }])).rejects.toMatchObject({ code: 'invalid_input' })
})
