import { expect, onTestFinished, test } from 'vitest'

import { openDesk, openTestApp, toCsv, type TestApp } from '#test/app.ts'

import { startImport } from './data.ts'
import { watchUnfinishedImports } from './hold-catalogue.ts'

const row = { title: 'Kottu for two', shop: 'Galle Road Kottu Bar', address: '12 Galle Road', category: 'Food', end_date: '30/11/2026' }
const other = { ...row, title: 'String hoppers' }

async function setUp() {
  const app = await openTestApp()
  return { ...app, ...openDesk(app) }
}
const titlesIn = async ({ http }: Pick<TestApp, 'http'>) =>
  (await http('GET /offers/all', { query: { limit: '10' } })).data.map(({ title }) => title).toSorted()

test('a checked file says what would change and changes nothing; publishing does exactly that, once', async () => {
  const desk = await setUp()
  await desk.importRows([row])
  const checked = await desk.check([row, { ...other, tags: 'new' }, { ...row, title: 'Bad', end_date: '31/2/2026' }])
  expect(checked).toMatchObject({
    state: 'checked',
    finishedAt: null,
    counts: { rows: 3, created: 1, changed: 0, unchanged: 1, refused: 1 },
  })
  expect(checked.report?.problems).toMatchObject([{ row: 4, column: 'end_date' }])
  expect(await titlesIn(desk)).toEqual(['Kottu for two'])

  const { data, message } = await desk.publish(checked.id)
  expect(message).toBe('Imported 2 offers: 1 new, 0 changed, 1 unchanged. 1 row was refused.')
  expect(data).toMatchObject({ state: 'published', report: checked.report })
  expect(await titlesIn(desk)).toEqual(['Kottu for two', 'String hoppers'])
  await expect(desk.publish(checked.id)).rejects.toMatchObject({ code: 'import_not_checked' })
  await expect(desk.cancel(checked.id)).rejects.toMatchObject({ code: 'import_not_checked' })
})

test('every order lists the same as ever while a file waits, and at once what shows after each publish, undo, restore and cancel', async () => {
  const desk = await setUp()
  const listNewest = async () => {
    const listBy = async (sort: 'newest' | 'ending' | 'discount') =>
      (await desk.http('GET /offers/all', { query: { sort, limit: '10' } })).data.map(({ title }) => title)
    const [newest, ...others] = await Promise.all([listBy('newest'), listBy('ending'), listBy('discount')])
    for (const titles of others) expect(titles.toSorted()).toEqual(newest.toSorted())
    return newest
  }
  await desk.importRows([row])
  const left = await desk.check([{ ...row, title: 'Never shown' }])
  await desk.cancel(left.id)
  expect(await listNewest()).toEqual(['Kottu for two'])
  const first = await desk.check([other, { ...row, tags: 'changed' }])
  expect(await listNewest()).toEqual(['Kottu for two'])
  await desk.publish(first.id)
  expect(await listNewest()).toEqual(['String hoppers', 'Kottu for two'])
  const second = await desk.importRows([{ ...row, title: 'Hoppers' }])
  expect(await listNewest()).toEqual(['Hoppers', 'String hoppers', 'Kottu for two'])
  await desk.undo(second.id)
  expect(await listNewest()).toEqual(['String hoppers', 'Kottu for two'])
  const waiting = await desk.check([{ ...row, title: 'Lamprais' }])
  expect(await listNewest()).toEqual(['String hoppers', 'Kottu for two'])
  await desk.cancel(waiting.id)
  await desk.importRows([{ ...row, title: 'Hoppers' }])
  expect(await listNewest()).toEqual(['Hoppers', 'String hoppers', 'Kottu for two'])
})

test('what is cancelled leaves nothing, and the same file can be checked again', async () => {
  const desk = await setUp()
  const first = await desk.check([row])
  expect(await desk.cancel(first.id)).toMatchObject({ message: 'Cancelled. Nothing was changed.' })
  expect(await desk.show(first.id)).toMatchObject({ state: 'cancelled' })
  await expect(desk.publish(first.id)).rejects.toMatchObject({ code: 'import_not_checked' })
  const second = await desk.check([row])
  expect(second).toMatchObject({ state: 'checked', counts: { created: 1 } })
  await desk.publish(second.id)
  expect(await titlesIn(desk)).toEqual(['Kottu for two'])
})

test('a running check can be cancelled, and the next file waits for no one', async () => {
  const desk = await setUp()
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ ...row, title: `Offer ${index}` }))
  const { id } = await desk.begin(toCsv(rows))
  await expect(desk.begin(toCsv([row]))).rejects.toMatchObject({ code: 'import_running' })
  await desk.cancel(id)
  expect(await desk.follow(id)).toMatchObject({ state: 'cancelled' })
  await expect.poll(() => desk.begin(toCsv([row])).then(({ state }) => state, String), { timeout: 20_000 }).toMatch(/running|checked/)
  expect(await titlesIn(desk)).toEqual([])
})

test('whatever else changes the catalogue sets a checked file aside, which is told', async () => {
  const desk = await setUp()
  const { id } = await desk.check([row])
  await desk.importRows([other])
  expect(await desk.show(id)).toMatchObject({ state: 'cancelled', failure: expect.stringContaining('Set aside') as string })
  await expect(desk.publish(id)).rejects.toMatchObject({ code: 'import_not_checked' })
  expect(await titlesIn(desk)).toEqual(['String hoppers'])
})

test('a file whose columns cannot be read is refused at once, with the reason, and stands in no list', async () => {
  const desk = await setUp()
  const begun = desk.begin('title,category\nKottu,Food\n')
  await expect(begun).rejects.toMatchObject({ code: 'import_refused', message: expect.stringContaining('shop') as string })
  expect(await desk.list()).toEqual([])
})

test('what fails behind the answer says so, and leaves nothing', async () => {
  const desk = await setUp()
  const { db } = desk.context
  await db.schema.alterTable('file_offers').renameTo('gone').execute()
  expect(await desk.check([row, { ...row, title: '' }])).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('our side') as string,
  })
  await db.schema.alterTable('gone').renameTo('file_offers').execute()
  // The next one clears what could not be.
  expect(await desk.check([row])).toMatchObject({ state: 'checked', counts: { created: 1 } })
})

test('the list of imports has the latest first, page by page, and says what each did', async () => {
  const desk = await setUp()
  await desk.importRows([row])
  await desk.check([other])
  expect(await desk.list()).toMatchObject([
    { kind: 'upload', state: 'checked', fileName: 'offers.csv', counts: { created: 1 } },
    { kind: 'upload', state: 'published', counts: { created: 1, shopsCreated: 1 } },
  ])
  const first = await desk.admin('GET /superadmin/dashboard/imports', { query: { limit: '1' } })
  expect(first).toMatchObject({ count: 1, total: 2 })
  const second = await desk.admin('GET /superadmin/dashboard/imports', { query: { limit: '1', cursor: first.nextCursor! } })
  expect(second).toMatchObject({ count: 1, total: 2, nextCursor: null, data: [{ state: 'published' }] })
  await expect(desk.show('999')).rejects.toMatchObject({ code: 'import_not_found' })
})

test('what a server that died has left is cleared by one that lives, and what waits stays', async () => {
  const desk = await setUp()
  const waiting = await desk.check([other])
  const left = await startImport(desk.context.db, { kind: 'upload', fileName: 'half.csv', fileHash: null, at: new Date() })
  onTestFinished(watchUnfinishedImports(desk.context, 20))
  await expect.poll(async () => (await desk.show(String(left))).state).toBe('abandoned')
  expect(await desk.show(waiting.id)).toMatchObject({ state: 'checked' })
})
