/** A shop that is added by hand comes out as from a file of shops with its one row. */
import { expect, test } from 'vitest'

import type { ShopCells } from '#contract/edit.ts'
import { openDesk, openTestApp } from '#test/app.ts'

async function setUp() {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '100' } })
  const desk = openDesk(app)
  const add = (cells: ShopCells) => desk.admin('POST /superadmin/dashboard/shops', { body: { cells } })
  const names = async () => (await app.http('GET /shops', { query: { limit: '50' } })).data.map(({ name }) => name).toSorted()
  return { ...app, ...desk, add, names }
}
const tea = {
  shop: 'Tea House',
  address: '1 Rain Road',
  phone: '0112303500',
  hours: 'mon-fri 9am-5pm',
  latitude: '6.93',
  longitude: '79.85',
}

test('a new shop shows at once, stands in the list of imports, and its undo takes it out of sight', async () => {
  const { add, names, list, undo, http, importRows } = await setUp()
  const { data, message, warnings } = await add(tea)
  expect([message, warnings]).toEqual(['Added. Everybody sees it from now on.', []])
  expect(data.cells).toMatchObject({ ...tea, phone: '+94 112 303 500', hours: 'mon-fri 09:00-17:00' })
  expect((await http('GET /shops/{id}', { params: { id: data.id } })).data).toMatchObject({ name: 'Tea House', phone: '+94 112 303 500' })
  const [line] = await list()
  expect(line).toMatchObject({
    kind: 'edit',
    fileName: 'New shop: Tea House',
    counts: { shopsCreated: 1, shopsChanged: 0 },
    isUndoable: true,
  })
  // A file that names it means it.
  const taken = await importRows([{ title: 'Tea', category: 'Food', shop: 'Tea House', address: '1 Rain Road' }])
  expect(taken).toMatchObject({ created: 1, shopsCreated: 0 })
  await undo(taken.id)
  await undo(line!.id)
  expect(await names()).toEqual([])
  expect((await add({ shop: 'Tea House', address: '1 Rain Road' })).data).toMatchObject({ id: data.id, cells: { phone: '' } })
  expect(await names()).toEqual(['Tea House'])
})

test('each wrong cell has its text, and a shop that is there is not added again', async () => {
  const { add, names, list, importRows } = await setUp()
  await expect(add({ shop: ' ', phone: 'call us', hours: 'mornings' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { 'body.cells.shop': expect.any(String), 'body.cells.phone': expect.any(String), 'body.cells.hours': expect.any(String) },
  })
  await importRows([{ ...tea, title: 'Tea', category: 'Food', external_shop_id: 'S-1' }])
  const said = await list()
  const refusals: [ShopCells, object][] = [
    [{ shop: 'tea  house', address: '1 rain road' }, { 'body.cells.address': expect.stringContaining('is there already') as string }],
    [{ shop: 'tea house' }, { 'body.cells.shop': '“Tea House, 1 Rain Road” is there already. Find it below, and edit it' }],
    [{ shop: 'Coffee', external_shop_id: 'S-1' }, { 'body.cells.external_shop_id': '“S-1” is the number of another shop' }],
  ]
  for (const [cells, fields] of refusals) await expect(add(cells)).rejects.toMatchObject({ status: 400, fields })
  await add({ shop: 'Tea House', address: '2 Sun Road' })
  expect(await names()).toEqual(['Tea House', 'Tea House'])
  await expect(add({ shop: 'Tea House' })).rejects.toMatchObject({
    fields: { 'body.cells.address': 'There are several shops of this name: 1 Rain Road; 2 Sun Road. Write where this one is' },
  })
  expect(await list()).toHaveLength(said.length + 1)
})

test('of two who add the same shop at once one is told that it is there', async () => {
  const { add, names } = await setUp()
  const outcomes = await Promise.allSettled([add(tea), add(tea)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await names()).toEqual(['Tea House'])
})

test('a shop that was withdrawn comes back with what was known of it', async () => {
  const { add, admin, names } = await setUp()
  const { data } = await add(tea)
  await admin('POST /superadmin/dashboard/shops/{id}/withdraw', { params: { id: data.id } })
  expect(await names()).toEqual([])
  const back = await add({ shop: 'Tea House', address: '1 Rain Road', shop_email: 'tea@house.example' })
  expect(back.data).toMatchObject({ id: data.id, state: 'shown', cells: { phone: '+94 112 303 500', shop_email: 'tea@house.example' } })
})

test('a shop that is spelled nearly as another one is added, and the answer names the other', async () => {
  const { add, names } = await setUp()
  await add(tea)
  const spelled = await add({ shop: 'Tea Huose', address: '9 Hill Street' })
  expect(spelled.warnings).toMatchObject([{ column: 'shop', reason: expect.stringContaining('May be the shop “Tea House”') as string }])
  const placed = await add({ shop: 'Tea House', address: 'No. 1, Rain Rd.' })
  expect(placed.warnings).toMatchObject([
    { column: 'address', reason: expect.stringContaining('May be the address “1 Rain Road”') as string },
  ])
  expect((await add({ shop: 'Cake House', address: '1 Rain Road' })).warnings).toEqual([])
  expect(await names()).toHaveLength(4)
})
