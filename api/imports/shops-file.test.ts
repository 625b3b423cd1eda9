/** A file of shops: the same door, the same reader, and no offers. */
import { expect, test } from 'vitest'

import { openDesk, openTestApp, sendFile, toCsv, type TestApp } from '#test/app.ts'
import { offerRow } from '#test/interactions.ts'

const listShops = async ({ http }: TestApp, q?: string) => (await http('GET /shops', { query: { q } })).data
const findShop = async (app: TestApp, q: string) => (await listShops(app, q))[0]!

test('a file without titles completes shops: what it says is taken, an empty cell keeps, a line clears, and their offers move along', async () => {
  const app = await openTestApp()
  const place = { address: '1 Rain Road', phone: '011 230 3500', shop_email: 'old@post.example' }
  await app.importRows([offerRow('Tea at half price', place), offerRow('Cake', { shop: 'Cake House', address: '2 Rain Road' })])
  const { data, message } = await sendFile(
    app,
    'import/csv',
    toCsv([
      { shop: 'tea  house', address: '1 Rain Road', hours: 'mon-fri 09:00-17:00', latitude: '6.93', longitude: '79.85', shop_email: '-' },
      { shop: 'Cake House', address: '2 Rain Road' },
      { shop: 'Soup House', address: '3 Rain Road', shop_website: 'https://soup.example' },
    ]),
  )
  expect(message).toBe('Imported 3 shops: 1 new, 1 changed, 1 unchanged.')
  expect(data).toMatchObject({ kind: 'shops', rows: 3, created: 0, changed: 0, unchanged: 0, shopsCreated: 1, shopsChanged: 1 })
  expect(data).toMatchObject({
    warnings: [
      { row: 1, reason: 'This was taken as a file of shops, for it names no title', readAs: 'shops' },
      { row: 4, column: 'shop', reason: 'No shop is known by this name. As written it is a new one' },
    ],
  })
  const tea = await findShop(app, 'tea')
  expect(tea).toMatchObject({ name: 'tea  house', phone: '+94 112 303 500', email: null, businessHours: { monday: { open: '09:00' } } })
  expect(await findShop(app, 'soup')).toMatchObject({ website: 'https://soup.example', categories: [] })
  const near = await app.http('GET /offers/all', { query: { near: '6.93,79.85', radius: '1' } })
  expect(near.data).toMatchObject([{ title: 'Tea at half price', shop: { _id: tea._id } }])
})

test('a shop that had no address gets one from a file of shops, and stays the same; beside others of its name a new address is a branch', async () => {
  const app = await openTestApp()
  await app.importRows([offerRow('Tea at half price')])
  const before = await findShop(app, 'tea')
  const first = await app.importRows([{ shop: 'Tea House', address: '1 Rain Road' }])
  expect(first).toMatchObject({ shopsCreated: 0, shopsChanged: 1 })
  expect(await listShops(app)).toMatchObject([{ _id: before._id, address: '1 Rain Road' }])
  const branch = await app.importRows([{ shop: 'Tea House', address: '9 Lake Road' }])
  expect(branch).toMatchObject({ shopsCreated: 1, shopsChanged: 0 })
  expect(branch.warnings.at(-1)!.reason).toBe('Shops of this name are known elsewhere: 1 Rain Road. As written this is another branch')
})

test('a name that is nearly one that is known is new, and the known one is suggested', async () => {
  const app = await openTestApp()
  await app.importRows([offerRow('Breakfast', { shop: 'Harbour Kitchen' })])
  const { shopsCreated, warnings } = await app.importRows([{ shop: 'Harbor Kitchen', phone: '011 230 3500' }])
  expect(shopsCreated).toBe(1)
  expect(warnings).toContainEqual(expect.objectContaining({ column: 'shop', value: 'Harbor Kitchen', suggests: 'Harbour Kitchen' }))
})

test('a shop stands once in a file: the later row is refused, also where it goes by another key', async () => {
  const app = await openTestApp()
  const result = await app.importRows([
    { shop: 'Tea House', address: '1 Rain Road', external_shop_id: 'S-1', phone: '011 230 3500' },
    { shop: 'TEA HOUSE', address: '1 rain road', phone: '011 230 3511' },
    { shop: 'Tea Room', address: '5 Rain Road', external_shop_id: 'S-1' },
  ])
  expect(result).toMatchObject({ rows: 3, refused: 2, shopsCreated: 1, shopsChanged: 0 })
  const reason = 'The same shop stands in row 2 already. Keep one of the two'
  expect(result.problems).toMatchObject([
    { row: 3, value: 'TEA HOUSE', reason },
    { row: 4, value: 'Tea Room', reason },
  ])
  expect(await listShops(app)).toMatchObject([{ name: 'Tea House', phone: '+94 112 303 500' }])
})

test('what a file is about is told by its header, or insisted on', async () => {
  const app = await openTestApp()
  // A title by a name that nobody knows, among columns of offers: not a file of shops.
  const misnamed = app.importText('what,shop,start_date\nTea,Tea House,1/1/2026')
  await expect(misnamed).rejects.toMatchObject({ code: 'import_refused', message: expect.stringContaining('title is missing') })
  await expect(app.importText('shop\nTea House')).rejects.toMatchObject({ message: expect.stringContaining('title is missing') })
  expect(await app.importText('shop,description,category\nTea House,All kinds of tea,Food')).toMatchObject({
    shopsCreated: 1,
    warnings: expect.arrayContaining([expect.objectContaining({ column: 'description', readAs: 'shop_description' })]),
  })
  expect(await findShop(app, 'tea')).toMatchObject({ description: 'All kinds of tea', category: 'Food' })
  const both = toCsv([{ ...offerRow('Tea at half price'), phone: '011 230 3500' }])
  expect(await sendFile(app, 'import/csv?kind=shops', both)).toMatchObject({ message: 'Imported 1 shop: 0 new, 1 changed, 0 unchanged.' })
  expect((await app.http('GET /offers/all')).data).toEqual([])
  await expect(sendFile(app, 'import/csv?kind=offers', 'shop,phone\nTea House,011 230 3500')).rejects.toMatchObject({ status: 400 })
  await expect(sendFile(app, 'import/csv?kind=other', both)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a file of shops is checked first, tells what would change, and its refused rows are mended as those of offers are', async () => {
  const app = await openTestApp()
  await app.importRows([offerRow('Tea at half price', { address: '1 Rain Road' })])
  const desk = openDesk(app)
  const checked = await desk.check([
    { shop: 'Tea House', address: '1 Rain Road', hours: 'mon-fri 09:00-17:00' },
    { shop: 'Soup House', latitude: '900', longitude: '79.85' },
  ])
  expect(checked).toMatchObject({ kind: 'shops', state: 'checked', counts: { refused: 1, shopsChanged: 1 } })
  expect(checked.report!.preview!.shopChanges).toMatchObject([{ fields: [{ field: 'hours', from: '', to: 'mon-fri 09:00-17:00' }] }])
  expect(await findShop(app, 'tea')).toMatchObject({ businessHours: null })
  const mended = await desk.mend(checked.id, [{ row: 3, cells: { latitude: '6.93' } }])
  expect(mended.data.counts).toMatchObject({ refused: 0, shopsCreated: 1, shopsChanged: 1 })
  expect((await desk.publish(checked.id)).message).toBe('Imported 2 shops: 1 new, 1 changed, 0 unchanged.')
  expect((await listShops(app)).map(({ name }) => name)).toEqual(['Soup House', 'Tea House'])
})

test('what the export writes of shops comes in again and changes nothing', async () => {
  const app = await openTestApp()
  await app.importRows([
    offerRow('Tea at half price', { address: '1 Rain Road', hours: 'daily 24 hours', external_shop_id: 'S-1' }),
    offerRow('Cake', { shop: 'Cake House', special_hours: '2026-12-25 closed' }),
  ])
  const file = await openDesk(app).admin('GET /superadmin/dashboard/export/shops.csv')
  expect(await app.importText(file)).toMatchObject({ message: 'Imported 2 shops: 0 new, 0 changed, 2 unchanged.' })
})

test('a withdrawn shop that a file of shops names comes back, and the report says so', async () => {
  const app = await openTestApp()
  await app.importRows([{ shop: 'Tea House', phone: '011 230 3500' }])
  await app.context.pool.query('update shop_version set withdrawn_at = now()')
  const { warnings } = await app.importRows([{ shop: 'Tea House', phone: '011 230 3500' }])
  expect(warnings.at(-1)).toMatchObject({ row: 2, reason: 'This shop was withdrawn, and comes back with this row' })
  expect(await listShops(app)).toHaveLength(1)
})

test('an address that the catalogue writes in another way is told, and one that it has exactly so is not', async () => {
  const app = await openTestApp()
  await app.importRows([{ shop: 'Tea House', address: '12 Galle Road', phone: '011 230 3500' }])
  const { warnings } = await app.importRows([
    { shop: 'Tea House', address: '12 Galle Road', phone: '011 230 3501' },
    { shop: 'Tea House', address: 'No 12, Galle Rd', phone: '011 230 3502' },
    { shop: 'Tea House', address: '14 Galle Road', phone: '011 230 3503' },
  ])
  expect(warnings.filter(({ suggests, column }) => suggests && column === 'address')).toMatchObject([{ row: 3, suggests: '12 Galle Road' }])
})
