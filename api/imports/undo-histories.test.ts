/** Undo after histories in which imports and changes by hand crossed: the catalogue is as if the undone one had never been (decision 0019). */
import { expect, test } from 'vitest'

import { openDesk, openTestApp, type Row } from '#test/app.ts'

async function setUp() {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '100' } })
  const desk = openDesk(app)
  const listShops = async () => (await app.http('GET /shops', { query: { limit: '50' } })).data
  return {
    ...desk,
    http: app.http,
    /** Imports rows and answers the number of the import. */
    put: async (...rows: Row[]) => (await app.importRows(rows)).id,
    offers: async () => {
      const [ending, newest] = await Promise.all(
        (['ending', 'newest'] as const).map(async (sort) =>
          (await app.http('GET /offers/all', { query: { sort, limit: '50' } })).data
            .map((one) => `${one.title} at ${one.shop.name}`)
            .toSorted(),
        ),
      )
      expect(newest).toEqual(ending)
      return ending!
    },
    shops: async () => (await listShops()).map(({ name }) => name).toSorted(),
    findShop: async (name: string) => (await listShops()).find((shop) => shop.name === name)!.id,
    /** Withdraws or restores a shop by hand, and answers the number of that import. */
    act: async (how: 'withdraw' | 'restore', id: string) => {
      await desk.admin(`POST /superadmin/dashboard/shops/{id}/${how}`, { params: { id } })
      return (await desk.list())[0]!.id
    },
  }
}
const row = (title: string, shop: string, more: Row = {}): Row => ({
  title,
  external_id: title,
  shop,
  address: `${shop} Road`,
  category: 'Food',
  ...more,
})

test('what an undone file said of an offer and its shop does not come back through empty cells of a later one', async () => {
  const { put, undo, http } = await setUp()
  const facts = { discount: '90', redemption_code: 'WRONG', end_date: '2027-12-31', phone: '0112303500', latitude: '9.6', longitude: '80' }
  await undo(await put(row('X', 'A', facts)))
  await put(row('X', 'A'))
  const { data } = await http('GET /offers/all')
  const offer = (await http('GET /offers/{id}', { params: { id: data[0]!.id } })).data
  expect(offer).toMatchObject({ discount: 0, redemptionCode: null, endDate: null })
  const shop = (await http('GET /shops/{id}', { params: { id: offer.shop.id } })).data
  expect(shop).toMatchObject({ phone: null, location: null })
})

test('what was withdrawn by hand still has its facts when a file brings it back', async () => {
  const { put, act, findShop, http } = await setUp()
  await put(row('X', 'A', { discount: '30', phone: '0112303500' }))
  const shop = await findShop('A')
  await act('withdraw', shop)
  await put(row('X', 'A'))
  expect((await http('GET /offers/all')).data).toMatchObject([{ title: 'X', discount: 30 }])
  expect((await http('GET /shops/{id}', { params: { id: shop } })).data).toMatchObject({ phone: '+94 112 303 500' })
})

test('an offer goes back to a shop whose own import was undone meanwhile', async () => {
  const { put, undo, offers, shops } = await setUp()
  const first = await put(row('W', 'A'))
  const second = await put(row('X', 'A'))
  await undo(first)
  const moved = await put(row('X', 'B'))
  await undo(await put(row('Z', 'C')))
  expect([await offers(), await shops()]).toEqual([['X at B'], ['A', 'B']])
  await undo(moved)
  expect([await offers(), await shops()]).toEqual([['X at A'], ['A']])
  await undo(second)
  expect([await offers(), await shops()]).toEqual([[], []])
})

test('a shop that went when nobody stood there comes back for the offer that goes back to it', async () => {
  const { put, undo, offers, shops } = await setUp()
  const first = await put(row('W', 'A'))
  const second = await put(row('X', 'A'))
  const moved = await put(row('X', 'B'))
  await undo(first)
  expect(await shops()).toEqual(['B'])
  await undo(moved)
  expect([await offers(), await shops()]).toEqual([['X at A'], ['A']])
  await undo(second)
  expect([await offers(), await shops()]).toEqual([[], []])
})

test('undoing the withdrawal of a shop brings back all that went with it, also what an undo had put there', async () => {
  const { put, undo, act, findShop, offers, shops } = await setUp()
  const first = await put(row('X', 'A'), row('Y', 'A'))
  const moved = await put(row('X', 'B'))
  const shop = await findShop('A')
  const withdrawal = await act('withdraw', shop)
  await undo(moved)
  expect(await offers()).toEqual([])
  expect((await undo(withdrawal)).report?.undo).toMatchObject({ restored: 2, withdrawn: 0, shopsRestored: 1 })
  expect([await offers(), await shops()]).toEqual([['X at A', 'Y at A'], ['A']])
  await undo(first)
  await act('restore', shop)
  expect([await offers(), await shops()]).toEqual([[], ['A']])
})

test('a withdrawn shop that files brought back is withdrawn again with the undo of the last of them', async () => {
  const { put, undo, act, findShop, list, offers, shops } = await setUp()
  await put(row('X', 'A', { phone: '0112303500' }))
  const shop = await findShop('A')
  const withdrawal = await act('withdraw', shop)
  const second = await put(row('Y', 'A'))
  const third = await put(row('W', 'A'))
  await undo(second)
  expect([await offers(), await shops()]).toEqual([['W at A'], ['A']])
  // The third is in the way now, as it would be had the second never been.
  expect((await list()).find(({ id }) => id === withdrawal)).toMatchObject({ isUndoable: false, undoBlockedBy: { id: third } })
  await undo(third)
  expect([await offers(), await shops()]).toEqual([[], []])
  await undo(withdrawal)
  expect([await offers(), await shops()]).toEqual([['X at A'], ['A']])
})

test('an offer that went back to a shop goes with it when nothing holds the shop in sight any more', async () => {
  const { put, undo, act, findShop, offers, shops } = await setUp()
  await put(row('X', 'A'))
  const moved = await put(row('X', 'B'))
  const withdrawal = await act('withdraw', await findShop('A'))
  const revived = await put(row('Y', 'A'))
  await undo(moved)
  expect(await offers()).toEqual(['X at A', 'Y at A'])
  expect((await undo(revived)).report?.undo).toMatchObject({ withdrawn: 2, shopsWithdrawn: 1 })
  expect([await offers(), await shops()]).toEqual([[], []])
  await undo(withdrawal)
  expect([await offers(), await shops()]).toEqual([['X at A'], ['A']])
})

test('the undo of a withdrawal brings back what it took, and nothing that an earlier one had taken', async () => {
  const { put, act, findShop, offers, undo } = await setUp()
  await put(row('Old', 'B'), row('X', 'C'))
  const shop = await findShop('B')
  await act('withdraw', shop)
  // The file brings the shop back for this one.
  await put(row('X', 'B'))
  const second = await act('withdraw', shop)
  expect(await offers()).toEqual([])
  await undo(second)
  expect(await offers()).toEqual(['X at B'])
  await act('restore', shop)
  expect(await offers()).toEqual(['Old at B', 'X at B'])
})
