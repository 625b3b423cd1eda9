import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { CallInput } from '#contract/calls.ts'
import { colombo } from '#contract/colombo.ts'
import { DEMANDS, SERVICES } from '#contract/constants.ts'
import { distanceBetween } from '#contract/distance.ts'
import type { Offer, OfferSort } from '#contract/offer.ts'
import { isOfferLive } from '#contract/offer-rules.ts'
import { matchesFilters, type FactFilters } from '#contract/search.ts'
import { openTestApp, type Row, type TestApp } from '#test/app.ts'
import { createOfferStreams } from './stream-offers.ts'

const ID = '01a1fd0a-6772-7721-a0ce-5a450114b80a'
const cursorOf = (key: unknown[]) => Buffer.from(JSON.stringify([key, 1, 0])).toString('base64url')
const NOW_DAY = '2026-11-21'
const place = (latitude: number, longitude: number) => ({ latitude: String(latitude), longitude: String(longitude) })
const offer = (title: string, more: Row = {}): Row => ({
  title,
  shop: `Shop of ${title}`,
  address: '1 Main Street, Fort',
  category: 'Food',
  end_date: '2026-12-31',
  ...more,
})
const titles = ({ data }: { data: Offer[] }) => data.map(({ title }) => title)

/** A list from its first page to its last. */
async function readAll({ http }: TestApp, query: NonNullable<CallInput<'GET /offers/all'>['query']>) {
  const offers: Offer[] = []
  let cursor: string | undefined
  do {
    const page = await http('GET /offers/all', { query: { ...query, limit: '7', ...(cursor && { cursor }) } })
    expect(page.count).toBe(page.data.length)
    offers.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return offers
}

test('a list holds what runs now: not what is over, not what is to come [#148] [#220]', async () => {
  const { http, importRows, clock } = await openTestApp()
  await importRows([
    offer('Over', { end_date: '2026-11-20' }),
    offer('Last day', { end_date: NOW_DAY }),
    offer('To come', { start_date: '2026-11-22' }),
    offer('From today', { start_date: NOW_DAY }),
    offer('Endless', { end_date: '' }),
  ])
  expect(titles(await http('GET /offers/all', { query: { limit: '10' } }))).toEqual(['Last day', 'From today', 'Endless'])
  clock.set('2026-11-21T18:30:00.000Z')
  expect(titles(await http('GET /offers/all', { query: { limit: '10' } }))).toEqual(['To come', 'From today', 'Endless'])
})

test('the last millisecond of an offer still counts, the next one does not, also for an answer that is kept', async () => {
  const { http, importRows, clock } = await openTestApp()
  await importRows([offer('Tonight', { end_date: '2026-11-21 12:00' })])
  clock.set('2026-11-21T06:29:58.000Z')
  expect((await http('GET /offers/all', { query: { limit: '1' } })).total).toBe(1)
  clock.set('2026-11-21T06:30:00.000Z')
  expect((await http('GET /offers/all', { query: { limit: '1' } })).total).toBe(1)
  clock.set('2026-11-21T06:30:00.001Z')
  expect((await http('GET /offers/all', { query: { limit: '1' } })).total).toBe(0)
})

test('a code is told from the first moment on, also where somebody has just been told that there is none yet', async () => {
  const { http, importRows, clock } = await openTestApp()
  await importRows([offer('Noon', { redemption_code: 'KADE-3', start_date: '2026-11-21 12:00' }), offer('Now', { shop: 'Tea House' })])
  clock.set('2026-11-21T06:30:00.000Z')
  const [noon] = (await http('GET /offers/all', { query: { q: 'Noon', limit: '1' } })).data
  const code = async () => (await http('GET /offers/{id}', { params: { id: noon!._id } })).data.redemptionCode
  clock.set('2026-11-21T06:29:59.000Z')
  expect([await code(), await code(), await code()]).toEqual([null, null, null])
  clock.set('2026-11-21T06:30:00.000Z')
  expect(await code()).toBe('KADE-3')
})

test('a code is told while the offer runs, and by the detail alone', async () => {
  const { http, importRows, clock } = await openTestApp()
  await importRows([
    offer('Coded', { redemption_code: 'KADE-1', end_date: NOW_DAY }),
    offer('Soon', { redemption_code: 'KADE-2', start_date: '2026-11-25' }),
  ])
  const {
    data: [running],
  } = await http('GET /offers/all', { query: { limit: '1' } })
  const code = async () => (await http('GET /offers/{id}', { params: { id: running!._id } })).data.redemptionCode
  expect(running).not.toHaveProperty('redemptionCode')
  expect(await code()).toBe('KADE-1')
  clock.set('2026-11-21T18:30:00.000Z')
  expect(await code()).toBeNull()
})

test('each order is kept from page to page, and no offer is lost or doubled', async () => {
  const app = await openTestApp()
  const rows = Array.from({ length: 40 }, (_, index) =>
    offer(`Tea ${index}`, {
      discount: String((index * 7) % 40),
      end_date: index % 5 === 0 ? '' : `2026-12-${String(1 + (index % 9)).padStart(2, '0')}`,
      ...(index % 4 === 0 ? {} : place(6.85 + (index % 11) * 0.01, 79.86)),
    }),
  )
  await app.importRows(rows)
  const near = '6.9344,79.8428'
  const keys: Record<Exclude<OfferSort, 'usable'>, (offer: Offer) => number> = {
    ending: ({ endDate }) => (endDate ? Date.parse(endDate) : Infinity),
    discount: ({ discount }) => -discount,
    newest: () => 0,
    relevance: () => 0,
    distance: ({ distance }) => distance ?? Infinity,
  }
  for (const sort of ['ending', 'discount', 'newest', 'distance', 'relevance'] as const) {
    const listed = await readAll(app, { sort, ...(sort === 'distance' && { near }), ...(sort === 'relevance' && { q: 'tea' }) })
    expect(new Set(listed.map(({ _id }) => _id)).size, sort).toBe(40)
    const ordered = listed.map(keys[sort])
    expect(ordered, sort).toEqual(ordered.toSorted((a, b) => (a === b ? 0 : a - b)))
  }
})

test('distances are exact, nearest first, and those whose place is not known come last', async () => {
  const app = await openTestApp()
  await app.importRows([
    offer('Nowhere'),
    offer('Far', place(6.8389, 79.8653)),
    offer('Near', place(6.935, 79.843)),
    offer('Between', place(6.9117, 79.8501)),
  ])
  const { data } = await app.http('GET /offers/all', { query: { near: '6.9344,79.8428' } })
  expect(data.map(({ title }) => title)).toEqual(['Near', 'Between', 'Far', 'Nowhere'])
  expect(data[1]!.distance).toBeCloseTo(distanceBetween(colombo.center, { lat: 6.9117, lng: 79.8501 }), 9)
  expect(data[3]).not.toHaveProperty('distance')
})

test('a radius leaves out what is farther, and says how many have no known place', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([offer('Nowhere'), offer('Far', place(6.8389, 79.8653)), offer('Near', place(6.935, 79.843))])
  const page = await http('GET /offers/all', { query: { near: '6.9344,79.8428', radius: '2' } })
  expect([titles(page), page.total, page.withoutPosition]).toEqual([['Near'], 1, 1])
})

test('a search puts titles that begin with the words first, then titles, shops, tags', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([
    offer('Lunch', { tags: 'tea|noon', end_date: '2026-11-22' }),
    offer('Cup', { shop: 'The Tea Room', end_date: '2026-11-23' }),
    offer('High tea', { end_date: '2026-11-24' }),
    offer('Tea for two', { end_date: '2026-11-25' }),
  ])
  expect(titles(await http('GET /offers/all', { query: { q: 'TEA' } }))).toEqual(['Tea for two', 'High tea', 'Cup', 'Lunch'])
})

test('the database and the rules let through the same offers [#188] [#189] [#190] [#191] [#192] [#193]', async () => {
  const { http, importRows, clock } = await openTestApp()
  const words = ['Kottu', 'tea_time', '50% ice', 'Ｆｕｌｌ width', 'naïve Café', "O'Brien", 'a\\b']
  const rows = Array.from({ length: 60 }, (_, index) =>
    offer(`${words[index % words.length]} ${index}`, {
      shop: `Shop ${index % 4}`,
      category: index % 3 === 0 ? 'Food' : 'Beauty',
      tags: [`tag${index % 5}`, index % 2 ? 'Late-Night' : ''].filter(Boolean).join('|'),
      start_date: index % 4 === 0 ? '' : `2026-11-${String(10 + (index % 20)).padStart(2, '0')}`,
      end_date: index % 6 === 0 ? '' : `2026-12-${String(1 + (index % 25)).padStart(2, '0')}`,
      payment: ['', 'card', 'Cash', 'Harbour Bank cards'][index % 4]!,
      minimum_purchase: ['', '0', '1500'][index % 3]!,
      new_customers_only: index % 5 === 0 ? 'yes' : '',
      service: ['', 'dine-in', 'dine-in|takeaway', 'delivery'][index % 4]!,
    }),
  )
  await importRows(rows)
  const everything = await http('GET /offers/all')
  const shops = [...new Set(everything.data.map(({ shop }) => shop._id))]
  const passes = (one: Offer, filters: FactFilters) => matchesFilters(one, filters, colombo.timeZone)
  const maybe = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
  const day = maybe(['2026-11-10', '2026-11-15', '2026-11-21', '2026-12-01', '2026-12-12'])
  const values = {
    q: maybe(['kottu', '_', '%', '50%', 'full', 'CAFÉ', "o'b", '\\', 'late', 'shop 1', 'food', 'zzz', '1']),
    category: maybe(['Food', 'Beauty', 'all', 'Foo']),
    tags: maybe([['tag1'], ['TAG2', 'late-night'], ['late']]),
    shop: maybe([...shops, 'all', 'nobody']),
    from: day,
    to: day,
    on: day,
    without: fc.option(fc.subarray([...DEMANDS]), { nil: undefined }),
    service: maybe([...SERVICES]),
  } satisfies { [F in keyof FactFilters]-?: fc.Arbitrary<FactFilters[F]> }
  for (const [name, wanted] of Object.entries(values)) {
    const counts = fc.sample<unknown>(wanted, 40).map((value) => everything.data.filter((one) => passes(one, { [name]: value })).length)
    expect(
      counts.some((count) => count > 0 && count < everything.data.length),
      `some of the rows above, and not all, pass a filter of ${name}`,
    ).toBe(true)
  }
  await fc.assert(
    fc.asyncProperty(fc.record(values), async (chosen) => {
      const query = {
        ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
        limit: '100',
        sort: 'newest' as const,
      }
      const listed = await http('GET /offers/all', { query })
      const expected = everything.data.filter((one) => isOfferLive(one, clock.now()) && passes(one, chosen))
      expect(titles(listed).toSorted()).toEqual(titles({ data: expected }).toSorted())
      expect(listed.total).toBe(expected.length)
    }),
    { numRuns: 150 },
  )
})

test('totals are exact up to a thousand, and above that say that there are more', async () => {
  const { http, importRows } = await openTestApp()
  await importRows(Array.from({ length: 1000 }, (_, index) => offer(`Tea ${index}`, { shop: 'Kade' })))
  const list = () => http('GET /offers/all', { query: { limit: '1', q: 'tea' } })
  expect(await list()).toMatchObject({ total: 1000, totalIsMore: false })
  await importRows([offer('Tea once more', { shop: 'Kade' })])
  expect(await list()).toMatchObject({ total: 1000, totalIsMore: true })
})

test('without a single parameter every running offer comes [#220]', async () => {
  const { http, importRows } = await openTestApp()
  await importRows(Array.from({ length: 620 }, (_, index) => offer(`Tea ${index}`, { shop: 'Kade' })))
  const all = await http('GET /offers/all')
  expect([all.data.length, new Set(all.data.map(({ _id }) => _id)).size, all.count, all.total, all.nextCursor]).toEqual([
    620,
    620,
    620,
    620,
    null,
  ])
})

test('a key that a call does not know leaves the whole list whole, and takes no place in it for good', async () => {
  const { server, importRows } = await openTestApp()
  await importRows([offer('One'), offer('Two')])
  const ask = async () => server.inject('/api/v1/offers/all?utm_source=x')
  for (let time = 0; time < 3; time++) expect((await ask()).json()).toMatchObject({ success: true, count: 2, nextCursor: null })
})

test('who asks for the headers of the whole list alone takes no place, and nothing is read for them', async () => {
  const { server, importRows, context } = await openTestApp()
  await importRows([offer('One')])
  const { read } = context.pool
  let reads = 0
  context.pool.read = (...asked) => {
    reads += 1
    return read.call(context.pool, ...asked)
  }
  for (let time = 0; time < 3; time++) {
    const { statusCode, headers, body } = await server.inject({ method: 'HEAD', url: '/api/v1/offers/all' })
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/json; charset=utf-8', ''])
  }
  expect(reads).toBe(0)
  expect((await server.inject('/api/v1/offers/all')).json()).toMatchObject({ count: 1 })
  expect(reads).toBeGreaterThan(0)
})

test('two read the whole list at a time, a third is asked to come back, and whoever leaves makes room', async () => {
  const { context } = await openTestApp()
  const stream = createOfferStreams(context)
  const first = stream().open()
  const second = stream().open()
  expect(stream).toThrow(expect.objectContaining({ status: 429, retryAfter: 5 }))
  expect(JSON.parse(await text(second))).toMatchObject({ success: true, data: [], count: 0 })
  const third = stream().open()
  expect(stream).toThrow(expect.objectContaining({ status: 429 }))
  for (const reader of [first, third]) await once(reader.destroy(), 'close')
  for (const reader of [stream().open(), stream().open()]) reader.destroy()
})

test('related offers share tags or the category, the most in common first, without the offer itself and what is over [#221] [#258]', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([
    offer('Self', { tags: 'kottu|late' }),
    offer('Both tags', { tags: 'late|kottu', category: 'Other' }),
    offer('One tag and category', { tags: 'kottu' }),
    offer('Category'),
    offer('Nothing', { category: 'Banks' }),
    offer('Over', { tags: 'kottu|late', end_date: '2026-11-01' }),
    offer('Category again'),
    offer('Category thrice'),
  ])
  const {
    data: [self],
  } = await http('GET /offers/all', { query: { q: 'self' } })
  const related = await http('GET /offers/related', {
    query: { category: 'Food', tags: ['kottu', 'late'], exclude: self!._id, limit: '4' },
  })
  expect(titles(related).slice(0, 2)).toEqual(['Both tags', 'One tag and category'])
  expect(related.data).toHaveLength(4)
  expect(titles(related)).not.toEqual(expect.arrayContaining(['Self']))
  expect(titles(related)).not.toEqual(expect.arrayContaining(['Over']))
})

test('an offer that nobody has is 404, whatever its id looks like, and a withdrawn one is 410 with similar ones [#86]', async () => {
  const { http, server, importRows, context } = await openTestApp()
  await importRows([offer('Gone', { tags: 'tea' }), offer('Alike', { tags: 'tea' })])
  for (const id of ['01a1fd0a-6772-7721-a0ce-5a450114b80a', 'nonsense', "1' or '1'='1", '%25', 'x'.repeat(150)]) {
    await expect(http('GET /offers/{id}', { params: { id } })).rejects.toMatchObject({
      status: 404,
      code: 'offer_not_found',
      message: 'Offer not found',
    })
  }
  expect((await server.inject('/api/v1/offers/%00')).statusCode).toBe(404)
  expect((await server.inject('/api/v1/offers/%zz')).statusCode).toBe(400)
  const {
    data: [gone],
  } = await http('GET /offers/all', { query: { q: 'gone' } })
  await context.db.updateTable('offer_version').set({ withdrawn_at: new Date() }).where('offer_id', '=', gone!._id).execute()
  for (const tell of context.onCatalogueChange) tell()
  await expect(http('GET /offers/{id}', { params: { id: gone!._id } })).rejects.toMatchObject({
    status: 410,
    code: 'offer_withdrawn',
    details: { similar: [expect.objectContaining({ title: 'Alike' })] },
  })
})

test.each([
  'limit=0',
  'limit=101',
  'limit=1.5',
  'limit=abc',
  'limit=',
  'sort=random',
  'near=1',
  'near=91,0',
  'near=0,181',
  'near=6.9,79.8,1',
  'radius=1',
  'near=6.9,79.8&radius=0',
  'near=6.9,79.8&radius=501',
  'sort=distance',
  'from=2026-02-30',
  'from=0026-11-24',
  'on=0000-01-01',
  'to=9999-12-31',
  'from=1/2/2026',
  'to=tomorrow',
  'cursor=abc',
  'cursor=!!',
  'cursor=WzFd',
  ...[['x', 'y'], ['9999-99-99T99:99:99.999Z', ID], ['infinity', 'y'], ['rest']].map((key) => `sort=ending&cursor=${cursorOf(key)}`),
  `sort=discount&cursor=${cursorOf([1e300, ID])}`,
  `sort=relevance&cursor=${cursorOf(['rank', 24])}`,
  `q=tea&cursor=${cursorOf(['rest'])}`,
  `q=tea&cursor=${cursorOf(['rank', 48])}`,
  'q=%00',
  'q=%ED%A0%80&q=b',
  `q=${'x'.repeat(201)}`,
  'q=a&q=b',
])('bad input is refused with what is wrong: %s', async (query) => {
  const { server } = await openTestApp()
  const response = await server.inject(`/api/v1/offers/all?${query}`)
  const body = response.json<Record<string, unknown>>()
  expect(response.statusCode).toBe(400)
  expect(body).toMatchObject({ success: false, code: 'invalid_input', error: body['message'], fields: expect.any(Object) })
  expect(String(body['message'])).not.toMatch(/select|node_modules|\/api\//i)
})

test('a cursor of one order is refused by another, and keys that a call does not know are ignored', async () => {
  const { http, importRows, server } = await openTestApp()
  await importRows([offer('One'), offer('Two')])
  const { nextCursor } = await http('GET /offers/all', { query: { sort: 'discount', limit: '1' } })
  expect((await server.inject(`/api/v1/offers/all?limit=1&sort=ending&cursor=${nextCursor}`)).statusCode).toBe(400)
  expect((await server.inject(`/api/v1/offers/all?limit=1&sort=discount&cursor=${nextCursor}&utm_source=x`)).statusCode).toBe(200)
})

test('public answers carry an ETag and are 304 to whoever has them; an import makes new ones at once', async () => {
  const { server, importRows } = await openTestApp()
  await importRows([offer('One')])
  const first = await server.inject('/api/v1/offers/all?limit=5')
  const { etag } = first.headers
  expect(etag).toMatch(/^"/)
  const again = await server.inject({ url: '/api/v1/offers/all?limit=5', headers: { 'if-none-match': etag as string } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await importRows([offer('Two')])
  const after = await server.inject({ url: '/api/v1/offers/all?limit=5', headers: { 'if-none-match': etag as string } })
  expect([after.statusCode, after.json<{ total: number }>().total]).toEqual([200, 2])
})

test("every address answers with and without a trailing slash, and unknown ones are 404 in the wire's shape [#222]", async () => {
  const { server } = await openTestApp()
  for (const url of ['/api/v1/shops', '/api/v1/shops/', '/api/v1/categories/', '/api/v1/statistics/', '/api/v1/offers/all/?limit=1'])
    expect((await server.inject(url)).statusCode, url).toBe(200)
  expect((await server.inject('/api/v1/nothing')).json()).toMatchObject({ success: false, code: 'not_found' })
  expect((await server.inject({ method: 'POST', url: '/api/v1/offers/all', payload: {} })).statusCode).toBe(404)
})
