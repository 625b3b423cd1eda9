import { expect, test } from 'vitest'

import { openTestApp, type Row } from '#test/app.ts'

const row: Row = {
  title: 'Tea for two',
  shop: 'Malu Kade',
  address: '41 Station Lane, Wellawatte',
  phone: '94110000041',
  category: 'Food',
  shop_category: 'Food',
  shop_description: 'A lunch counter.',
  shop_email: 'hello@malukade.example',
  shop_website: 'https://malukade.example',
  latitude: '6.8748',
  longitude: '79.8612',
  hours: 'mon-sat 11:00-22:00; sun closed',
  facebook: 'https://social.example/facebook/malukade',
  shop_logo: 'https://malukade.example/logo.png',
}

test('a shop comes with everything that the file said of it [#5] [#115] [#116] [#118] [#119] [#222]', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([row])
  const {
    data: [listed],
  } = await http('GET /shops')
  const { data } = await http('GET /shops/{id}', { params: { id: listed!._id } })
  expect(data).toEqual(listed)
  expect(data).toMatchObject({
    id: data._id,
    name: 'Malu Kade',
    description: 'A lunch counter.',
    address: '41 Station Lane, Wellawatte',
    phone: '+94 110 000 041',
    email: 'hello@malukade.example',
    website: 'https://malukade.example',
    imageUrl: null,
    logo: 'https://malukade.example/logo.png',
    category: 'Food',
    categories: ['Food'],
    rating: null,
    location: { type: 'Point', coordinates: [79.8612, 6.8748] },
    socialMedia: { facebook: 'https://social.example/facebook/malukade', twitter: null, instagram: null },
  })
  expect(data.businessHours).toMatchObject({ monday: { isOpen: true, open: '11:00', close: '22:00' }, sunday: { isOpen: false } })
})

test("a shop's offers are those that run and those to come [#222]", async () => {
  const { http, importRows } = await openTestApp()
  await importRows([
    row,
    { ...row, title: 'Soon', start_date: '2026-12-01' },
    { ...row, title: 'Over', end_date: '2026-11-01' },
    { ...row, title: 'Elsewhere', shop: 'Another' },
  ])
  const { data: shops } = await http('GET /shops', { query: { q: 'malu' } })
  const offers = await http('GET /shops/offers/{id}', { params: { id: shops[0]!._id } })
  expect(offers.data.map(({ title }) => title).toSorted()).toEqual(['Soon', 'Tea for two'])
  expect(offers.total).toBe(2)
})

test('shops are listed by name or nearest first, page by page, and found by name and category', async () => {
  const { http, importRows } = await openTestApp()
  const places = [
    ['Zebra', '6.935'],
    ['alpha', '6.92'],
    ['Mango', '6.90'],
    ['Beta', ''],
  ] as const
  await importRows(
    places.map(([shop, latitude]) => ({
      title: 'Tea',
      shop,
      address: `${shop} Street`,
      category: shop === 'Mango' ? 'Beauty' : 'Food',
      ...(latitude && { latitude, longitude: '79.85' }),
    })),
  )
  const walk = async (query: Record<string, string>) => {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await http('GET /shops', { query: { ...query, limit: '2', ...(cursor && { cursor }) } })
      names.push(...page.data.map(({ name }) => name))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return names
  }
  expect(await walk({})).toEqual(['alpha', 'Beta', 'Mango', 'Zebra'])
  expect(await walk({ near: '6.9344,79.8428' })).toEqual(['Zebra', 'alpha', 'Mango', 'Beta'])
  expect(await walk({ near: '6.9344,79.8428', radius: '3' })).toEqual(['Zebra', 'alpha'])
  expect(await walk({ q: 'beauty' })).toEqual(['Mango'])
  expect(await walk({ q: 'ALP' })).toEqual(['alpha'])
})

test('a shop that nobody has is 404, one that has left is 410 [#109]', async () => {
  const { http, importRows, context } = await openTestApp()
  await importRows([row])
  const {
    data: [shop],
  } = await http('GET /shops')
  await expect(http('GET /shops/{id}', { params: { id: 'nobody' } })).rejects.toMatchObject({
    status: 404,
    code: 'shop_not_found',
    message: 'Shop not found',
  })
  await expect(http('GET /shops/offers/{id}', { params: { id: '01a1fd0a-6772-7721-a0ce-5a450114b80a' } })).rejects.toMatchObject({
    status: 404,
  })
  await context.db.updateTable('shop_version').set({ withdrawn_at: new Date() }).where('shop_id', '=', shop!._id).execute()
  for (const tell of context.onCatalogueChange) tell()
  await importRows([{ ...row, title: 'Something else', shop: 'Another shop', address: '2 Other Road' }])
  await expect(http('GET /shops/{id}', { params: { id: shop!._id } })).rejects.toMatchObject({
    status: 410,
    details: { similar: expect.arrayContaining([expect.objectContaining({ title: 'Something else' })]) },
  })
})
