/** Undo: what an import created is withdrawn, what it changed is as before, and a later change stands in the way (D-60). */
import { expect, test } from 'vitest'

import { AppError } from '#contract/errors.ts'
import { signUp } from '#test/accounts.ts'
import { openDesk, openTestApp, toCsv, type Row, type TestApp } from '#test/app.ts'
import { IMPORT_LOCK, publishImport, startImport } from './data.ts'
import { startBatch, writeBatch } from './data-rows.ts'
import { clearUnfinishedImports } from './hold-catalogue.ts'
import { offerGone, shopGone } from './lay-past.ts'
import { createReport } from './merge-reports.ts'

const tea = { title: 'Tea', shop: 'Kade', address: '1 Main Street', category: 'Food', external_id: 'tea', discount: '10' }
const cake = { ...tea, title: 'Cake', external_id: 'cake' }
const kottu = { ...tea, title: 'Kottu', external_id: 'kottu', shop: 'Kottu Bar', address: '2 Main Street' }

/** What is to be tidied up once an undo shows. */
const REMAINS = `select cardinality(hidden) as hidden, (select count(*) from offer_version where removed_in is not null) as replaced,
  (select count(*) from offer_past) as past from catalogue`

async function setUp() {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '100' } })
  return { ...app, ...openDesk(app) }
}
type Desk = Awaited<ReturnType<typeof setUp>>
/** Imports rows and answers the number of the import. */
const put = async ({ importRows }: Desk, rows: Row[]) => (await importRows(rows)).id
const look = async ({ http }: Pick<TestApp, 'http'>) => {
  const { data: offers } = await http('GET /offers/all', { query: { limit: '50' } })
  const { data: shops } = await http('GET /shops', { query: { limit: '50' } })
  return { offers: offers.toSorted((a, b) => a.id.localeCompare(b.id)), shops: shops.toSorted((a, b) => a.id.localeCompare(b.id)) }
}
const titles = async (app: Pick<TestApp, 'http'>) => (await look(app)).offers.map(({ title }) => title).toSorted()
const shopNames = async (app: Pick<TestApp, 'http'>) => (await look(app)).shops.map(({ name }) => name).toSorted()

test('undo withdraws what an import created, restores what it changed to the letter, and leaves the rest alone', async () => {
  const desk = await setUp()
  await put(desk, [tea, cake])
  const before = await look(desk)
  const { id } = await desk.check([{ ...tea, discount: '50', title: 'Tea for two', phone: '0112345678' }, cake, kottu])
  await desk.publish(id)
  expect(await titles(desk)).toEqual(['Cake', 'Kottu', 'Tea for two'])

  const undo = await desk.undo(id)
  expect(undo).toMatchObject({ kind: 'undo', state: 'published', undoes: id, fileName: 'offers.csv', isUndoable: false })
  expect(undo.report).toMatchObject({
    rows: 2,
    undo: {
      withdrawn: 1,
      restored: 1,
      shopsWithdrawn: 1,
      shopsRestored: 1,
      shopsKept: 0,
      message: 'Taken back: 1 offer and 1 shop withdrawn, 1 offer and 1 shop as before.',
    },
  })
  expect(await look(desk)).toEqual(before)
  expect(await desk.show(id)).toMatchObject({ state: 'published', isUndoable: false, undoneAt: expect.any(String) as string })
  const { pool } = desk.context
  const events = await pool.query(`select outcome, detail from audit_event where kind = 'undo-import'`)
  expect(events.rows).toEqual([{ outcome: 'done', detail: { import: Number(id), undo: Number(undo.id) } }])
})

test('what is withdrawn by an undo answers 410, likes of it stay, and the same file brings id and likes back', async () => {
  const desk = await setUp()
  const id = await put(desk, [tea])
  const [offer] = (await look(desk)).offers
  const { http } = await signUp(desk)
  await http('POST /consumer/liked-offers', { body: { offerId: offer!.id } })
  await http('POST /consumer/liked-shops', { body: { shopId: offer!.shop.id } })
  await desk.undo(id)
  await expect(desk.http('GET /offers/{id}', { params: { id: offer!.id } })).rejects.toMatchObject({ code: 'offer_withdrawn' })
  await expect(desk.http('GET /shops/{id}', { params: { id: offer!.shop.id } })).rejects.toMatchObject({ code: 'shop_withdrawn' })
  const liked = async () => (await http('GET /consumer/liked-offers')).data.map((one) => [one.id, one.isWithdrawn])
  expect(await liked()).toEqual([[offer!.id, true]])

  expect(await desk.importRows([tea])).toMatchObject({ changed: 1, created: 0 })
  expect(await liked()).toEqual([[offer!.id, false]])
  expect((await look(desk)).offers.map(({ id: its }) => its)).toEqual([offer!.id])
})

test('a later change blocks undo and is named; once it is undone too, so can be the earlier', async () => {
  const desk = await setUp()
  const first = await put(desk, [tea, cake])
  const before = await look(desk)
  const second = await put(desk, [{ ...tea, discount: '20' }])
  const between = await look(desk)
  const third = await put(desk, [{ ...tea, discount: '30' }, kottu])
  expect(await desk.list()).toMatchObject([
    { id: third, isUndoable: true, undoBlockedBy: null },
    { id: second, isUndoable: false, undoBlockedBy: { id: third, fileName: 'offers.csv' } },
    { id: first, isUndoable: false, undoBlockedBy: { id: second } },
  ])
  await expect(desk.undo(second)).rejects.toMatchObject({
    code: 'undo_blocked',
    message: `Import ${third} (offers.csv, 21 Nov 2026) has changed 1 offer of this one since. Undo it first.`,
  })
  await desk.undo(third)
  expect(await look(desk)).toEqual(between)
  await desk.undo(second)
  expect(await look(desk)).toEqual(before)
  await desk.undo(first)
  expect(await look(desk)).toEqual({ offers: [], shops: [] })
  // And again, by the same files.
  await put(desk, [tea, cake])
  expect(await look(desk)).toEqual(before)
})

test('what an undo has brought back counts as the earlier import again, also when a file replaces it', async () => {
  const desk = await setUp()
  const first = await put(desk, [tea])
  await desk.undo(await put(desk, [{ ...tea, discount: '20' }]))
  const third = await put(desk, [{ ...tea, discount: '30' }])
  await expect(desk.undo(first)).rejects.toMatchObject({ code: 'undo_blocked' })
  await desk.undo(third)
  expect((await look(desk)).offers).toMatchObject([{ discount: 10 }])
  await desk.undo(first)
  expect(await titles(desk)).toEqual([])
})

test('a shop stays while offers of other imports stand with it, and goes with the last of them', async () => {
  const desk = await setUp()
  const first = await put(desk, [tea])
  const second = await put(desk, [cake])
  const undo = await desk.undo(first)
  expect(undo.report?.undo).toMatchObject({ withdrawn: 1, shopsWithdrawn: 0, shopsKept: 1 })
  expect(undo.report?.undo?.message).toContain('1 shop that it created stays, for offers of other imports stand with it.')
  expect([await titles(desk), await shopNames(desk)]).toEqual([['Cake'], ['Kade']])
  expect((await desk.undo(second)).report?.undo).toMatchObject({ withdrawn: 1, shopsWithdrawn: 1, shopsKept: 0 })
  expect([await titles(desk), await shopNames(desk)]).toEqual([[], []])
})

test('a shop that goes back to its place and name takes all of its offers along', async () => {
  const desk = await setUp()
  const [here, there] = [
    { latitude: '6.9', longitude: '79.85', external_shop_id: '7' },
    { latitude: '7.1', longitude: '79.95', external_shop_id: '7' },
  ]
  const first = await put(desk, [
    { ...tea, ...here },
    { ...cake, ...here },
  ])
  const before = await look(desk)
  const moved = await put(desk, [{ ...tea, ...there, shop: 'Renamed' }])
  const later = await put(desk, [{ title: 'Pie', external_id: 'pie', shop: 'Renamed', external_shop_id: '7', category: 'Food' }])
  const find = async (query: Record<string, string>) =>
    (await desk.http('GET /offers/all', { query })).data.map(({ title }) => title).toSorted()
  expect(await find({ q: 'renamed' })).toEqual(['Cake', 'Pie', 'Tea'])

  await desk.undo(moved)
  expect(await find({ q: 'renamed' })).toEqual([])
  expect(await find({ near: '6.9,79.85', radius: '1' })).toEqual(['Cake', 'Pie', 'Tea'])
  // Each is still its own import's.
  await desk.undo(later)
  expect(await look(desk)).toEqual(before)
  await desk.undo(first)
  expect(await titles(desk)).toEqual([])
})

test('what cannot be undone says why', async () => {
  const desk = await setUp()
  const id = await put(desk, [tea])
  const undo = await desk.undo(id)
  const refused = async (it: string) => {
    const error: unknown = await desk.undo(it).catch((refusal: unknown) => refusal)
    return error instanceof AppError ? [error.code, error.message] : []
  }
  expect(await refused(id)).toEqual([
    'import_not_undoable',
    'This import was undone on 21 Nov 2026. Import its file again to bring it back.',
  ])
  expect((await refused(undo.id))[1]).toContain('An undo is not undone itself')
  const checked = await desk.check([tea])
  expect((await refused(checked.id))[1]).toContain('has changed nothing')
  // Nothing was set aside for a request that was refused.
  expect(await desk.show(checked.id)).toMatchObject({ state: 'checked' })
  await desk.publish(checked.id)
  await desk.context.pool.query('update import set keeps_past = false where id = $1', [Number(checked.id)])
  expect((await refused(checked.id))[1]).toContain('from before Kade kept')
  await desk.context.pool.query(`update import set kind = 'demo' where id = $1`, [Number(checked.id)])
  expect((await refused(checked.id))[1]).toContain('demo city')
  await expect(desk.undo('999')).rejects.toMatchObject({ code: 'import_not_found' })
})

test('until a later import is tidied up no earlier one is said to be undoable, for nobody knows yet whether it stands in the way', async () => {
  const desk = await setUp()
  const id = await put(desk, [tea])
  const { context } = desk
  const at = new Date(context.clock.now())
  const later = await startImport(context.db, { kind: 'upload', fileName: 'more.csv', fileHash: null, at })
  const lock = await context.pool.tryLock(IMPORT_LOCK)
  await publishImport(lock!, { importId: later, at, report: createReport(later, { rows: 0 }) })
  await lock!.release()
  const read = async () => (await desk.list()).map((each) => [each.id, each.isUndoable])
  expect(await read()).toEqual([
    [String(later), true],
    [id, false],
  ])
  await clearUnfinishedImports(context)
  expect(await read()).toEqual([
    [String(later), true],
    [id, true],
  ])
})

test('an undo sets a checked file aside, can be cancelled, and leaves nothing then', async () => {
  const desk = await setUp()
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ ...tea, title: `Offer ${index}`, external_id: `o${index}` }))
  const { id } = await desk.importText(toCsv(rows))
  const before = (await desk.http('GET /offers/all', { query: { limit: '1' } })).data
  const waiting = await desk.check([cake])
  const { id: undo } = await desk.beginUndo(id)
  await expect(desk.beginUndo(id)).rejects.toMatchObject({ code: 'import_running' })
  await desk.cancel(undo)
  expect(await desk.follow(undo)).toMatchObject({ state: 'cancelled' })
  expect(await desk.show(waiting.id)).toMatchObject({ state: 'cancelled', failure: expect.stringContaining('Set aside') as string })
  expect((await desk.http('GET /offers/all', { query: { limit: '1' } })).data).toEqual(before)
  // The next waits until the remains are cleared.
  expect(await desk.undo(id)).toMatchObject({ state: 'published', report: { undo: { withdrawn: 3_000 } } })
  expect(await titles(desk)).toEqual([])
  const count = async () => (await desk.context.pool.query(REMAINS)).rows[0]
  await expect.poll(count, { timeout: 20_000 }).toEqual({ hidden: 0, replaced: 0, past: 0 })
})

test('facts from before a column came take its default, and columns that have gone are left out', async () => {
  const desk = await setUp()
  await put(desk, [tea, { ...cake, valid_weekdays: 'sat' }])
  const before = await look(desk)
  const id = await put(
    desk,
    [tea, cake].map((row) => ({ ...row, discount: '20', valid_weekdays: 'mon' })),
  )
  // One of them alone: the other names every column.
  await desk.context.pool.query(
    `update offer_past set facts = facts - 'weekdays' - 'conditions_from_text' || '{"long_gone": 1}' where facts ->> 'title' = 'Tea'`,
  )
  await desk.undo(id)
  expect(await look(desk)).toEqual(before)
})

test('undoing a change by hand that withdrew a shop and its offer brings both back', async () => {
  const desk = await setUp()
  const { db, pool, clock } = desk.context
  await put(desk, [tea])
  const before = await look(desk)
  const at = new Date(clock.now())
  const importId = await startImport(db, { kind: 'edit', fileName: null, fileHash: null, at })
  const [shop] = await db.selectFrom('shop_version').selectAll().execute()
  const [offer] = await db.selectFrom('offer_version').selectAll().execute()
  await writeBatch(desk.context, {
    ...startBatch(importId, at),
    shops: [{ facts: shopGone(shop!, at), replaces: shop! }],
    offers: [{ facts: offerGone(offer!, at, shop), replaces: offer! }],
  })
  const lock = await pool.tryLock(IMPORT_LOCK)
  await publishImport(lock!, { importId, at, report: {} })
  for (const tell of desk.context.onCatalogueChange) tell()
  await lock!.release()
  expect(await look(desk)).toEqual({ offers: [], shops: [] })
  expect((await desk.undo(String(importId))).report?.undo).toMatchObject({ restored: 1, shopsRestored: 1 })
  expect(await look(desk)).toEqual(before)
})

test('a withdrawn shop that a file brought back and moved goes back to its place with all its offers', async () => {
  const desk = await setUp()
  const place = { latitude: '6.9271', longitude: '79.8612' }
  await put(desk, [
    { ...tea, ...place },
    { ...cake, ...place },
  ])
  const { id: shopId } = (await look(desk)).shops[0]!
  const act = (how: 'withdraw' | 'restore') => desk.admin(`POST /superadmin/dashboard/shops/{id}/${how}`, { params: { id: shopId } })
  const before = await look(desk)
  await act('withdraw')
  const moved = await put(desk, [{ ...tea, latitude: '6.8', longitude: '79.9' }])
  await desk.undo(moved)
  await act('restore')
  expect(await look(desk)).toEqual(before)
  const { rows } = await desk.context.pool.query('select distinct latitude from current_offer')
  expect(rows).toEqual([{ latitude: 6.9271 }])
})

test('a name alone still means the only shop of its name that shows, after a slip was undone', async () => {
  const desk = await setUp()
  await put(desk, [tea])
  await desk.undo(await put(desk, [{ ...cake, address: '1 Mian Street' }]))
  const { address: _, ...weekly } = { ...tea, discount: '30' }
  expect(await desk.importRows([weekly])).toMatchObject({ changed: 1, refused: 0 })
  // The branch is meant again by whoever names it.
  const { address: __, ...bare } = kottu
  expect(
    await desk.importRows([
      { ...cake, address: '1 Mian Street' },
      { ...bare, shop: 'Kade' },
    ]),
  ).toMatchObject({ changed: 1, refused: 1 })
})
