import { expect, test } from 'vitest'

import { DAY, HOUR } from '#contract/time.ts'
import { signUp, type SignedIn } from '#test/accounts.ts'
import { MORNING, openTestApp, type TestApp } from '#test/app.ts'
import { importOffers, offerRow, withdraw } from '#test/interactions.ts'

type Query = { q?: string; limit?: string; cursor?: string }
type ListName = 'liked-offers' | 'liked-shops' | 'favorite-shops'

/** What a page shows: the titles of offers, or the names of shops. */
async function readPage({ http }: SignedIn, list: ListName, query: Query = {}) {
  const page = await http(`GET /consumer/${list}`, { query })
  expect(page.count).toBe(page.data.length)
  return { ...page, shown: page.data.map((one) => ('title' in one ? one.title : one.name)) }
}

/** Walks to the end, with so many on each page. */
async function readAll(me: SignedIn, list: ListName, limit: number, query: Query = {}) {
  const shown: string[][] = []
  const totals = new Set<number>()
  let cursor: string | null = null
  do {
    const page = await readPage(me, list, { ...query, limit: String(limit), ...(cursor !== null && { cursor }) })
    shown.push(page.shown)
    totals.add(page.total)
    cursor = page.nextCursor
  } while (cursor !== null)
  // No page before the last is short, and none is empty.
  for (const page of shown.slice(0, -1)) expect(page).toHaveLength(limit)
  if (shown.length > 1) expect(shown.at(-1)).not.toEqual([])
  return { shown: shown.flat(), totals: [...totals] }
}

const day = (days: number) => new Date(Date.parse(MORNING) + days * DAY).toISOString().slice(0, 10)

/** Liked in no order of any list. */
const OFFERS = [
  offerRow('Endless tea'),
  offerRow('Over the day before', { end_date: day(2) }),
  offerRow('Withdrawn 100%', { end_date: day(9) }),
  offerRow('Ends last', { end_date: day(20) }),
  offerRow('Over a day', { end_date: day(3) }),
  offerRow('Ends first', { end_date: day(6) }),
  offerRow('Yet to come', { start_date: day(7), end_date: day(8) }),
]
const THERE = ['Ends first', 'Yet to come', 'Ends last', 'Endless tea']
const GONE = ['Withdrawn 100%', 'Over a day', 'Over the day before']

async function openLikedOffers(): Promise<{ app: TestApp; me: SignedIn }> {
  const app = await openTestApp()
  const found = await importOffers(
    app,
    OFFERS.map(({ start_date: _, ...row }) => row),
  )
  // With its start an offer is in no list yet, but it is liked already.
  await app.importRows(OFFERS)
  const me = await signUp(app)
  for (const { _id } of found) {
    await me.http('POST /consumer/liked-offers', { body: { offerId: _id } })
    app.clock.advance(1)
  }
  await withdraw(app, 'offer', found[2]!._id)
  app.clock.advance(5 * DAY)
  return { app, me }
}

test('liked offers come with what ends soonest first, no end last, and behind them what is over or withdrawn, each once on its page [#215]', async () => {
  const { app, me } = await openLikedOffers()
  const { data, ...page } = await readPage(me, 'liked-offers')
  expect(page).toMatchObject({ shown: [...THERE, ...GONE], total: 7, totalIsMore: false, nextCursor: null })
  expect(data.map(({ isWithdrawn }) => isWithdrawn)).toEqual([false, false, false, false, true, false, false])
  // The profile has them as they were liked, the latest first.
  const { data: profile } = await me.http('GET /consumer/{id}', { params: { id: me.user.id } })
  const idOf = new Map(data.map((one) => ['title' in one ? one.title : '', one._id]))
  expect(profile.likedOffers).toEqual(OFFERS.toReversed().map(({ title }) => idOf.get(title!)))

  // Wherever a page is cut: also where the one part ends, and with the very last.
  for (const limit of [1, 2, 3, 4, 6, 7])
    expect(await readAll(me, 'liked-offers', limit)).toEqual({ shown: [...THERE, ...GONE], totals: [7] })
  // What ends while somebody reads on comes once all the same.
  const first = await readPage(me, 'liked-offers', { limit: '1' })
  app.clock.advance(3 * DAY + 23 * HOUR)
  const rest = await readPage(me, 'liked-offers', { cursor: first.nextCursor! })
  expect(rest.shown).toEqual([...THERE.slice(1), ...GONE])
})

test('a search finds liked offers by their text, literally, and counts what it found', async () => {
  const { me } = await openLikedOffers()
  const search = async (q: string) => readAll(me, 'liked-offers', 2, { q })
  expect(await search('ends')).toEqual({ shown: ['Ends first', 'Ends last'], totals: [2] })
  expect(await search('endless TEA ')).toEqual({ shown: ['Endless tea'], totals: [1] })
  expect(await search('%')).toEqual({ shown: ['Withdrawn 100%'], totals: [1] })
  expect(await search('o_er')).toEqual({ shown: [], totals: [0] })
  // The name of the shop.
  expect(await search('tea house')).toEqual({ shown: [...THERE, ...GONE], totals: [7] })
})

test('liked shops come by name, those that have left last, and page by page each comes once under both names [#215, #217]', async () => {
  const app = await openTestApp()
  // As long as a name may be, in letters of three bytes: the one before the other, which goes on from it.
  const [long, longer] = ['අ'.repeat(200), `${'අ'.repeat(199)}ආ`]
  const names = ['Coffee House', 'apple bar', 'Tea House', long, longer, 'Zoo 100%']
  const offers = await importOffers(
    app,
    names.map((shop, index) => offerRow(`Offer ${index} of this`, { shop })),
  )
  const me = await signUp(app)
  for (const { shop } of offers) await me.http('POST /consumer/liked-shops', { body: { shopId: shop._id } })
  await withdraw(app, 'shop', offers[0]!.shop._id)
  await withdraw(app, 'shop', offers[5]!.shop._id)
  const all = ['apple bar', 'Tea House', long, longer, 'Coffee House', 'Zoo 100%']
  for (const list of ['liked-shops', 'favorite-shops'] as const) {
    for (const limit of [1, 3, 4, 5, 6]) expect(await readAll(me, list, limit)).toEqual({ shown: all, totals: [6] })
    expect(await readAll(me, list, 1, { q: 'HOUSE' })).toEqual({ shown: ['Tea House', 'Coffee House'], totals: [2] })
    expect(await readAll(me, list, 1, { q: '%' })).toEqual({ shown: ['Zoo 100%'], totals: [1] })
  }
})

test('a cursor of another list, a broken one or a made-up one is refused', async () => {
  const app = await openTestApp()
  const offers = await importOffers(app, [offerRow('Tea'), offerRow('Coffee', { shop: 'Coffee House' })])
  const me = await signUp(app)
  for (const { _id, shop } of offers) {
    await me.http('POST /consumer/liked-offers', { body: { offerId: _id } })
    await me.http('POST /consumer/liked-shops', { body: { shopId: shop._id } })
  }
  const [ofOffers, ofShops] = [
    (await readPage(me, 'liked-offers', { limit: '1' })).nextCursor!,
    (await readPage(me, 'liked-shops', { limit: '1' })).nextCursor!,
  ]
  const write = (key: unknown, total: unknown = 1, more: unknown = 0) =>
    Buffer.from(JSON.stringify([key, total, more])).toString('base64url')
  const ofNewest = (await app.http('GET /offers/all', { query: { limit: '1', sort: 'newest' } })).nextCursor!
  const id = offers[0]!._id
  const broken = ['', 'x', 'AAAA', '[', ofNewest, write([]), write(null), write(['rest', 'rest']), write(['rest', 'tea', id, 1])]
  const ofNoOffers = [
    ofShops,
    ofOffers.slice(0, -3),
    write(['infinity', id]),
    write([1, 'infinity']),
    write([1, 'rest', 'infinity', "' or 1=1"]),
    write([1, '2026-02-31T00:00:00.000Z', id]),
    write([1, '-infinity', id]),
    write([1, 'infinity', id, 1]),
    write([0, 'infinity', id]),
    write([0.5, 'infinity', id]),
    write([1e15, 'infinity', id]),
    write([1, 'infinity', id], -1),
    write([1, 'infinity', id], 1e9),
    write([1, 'infinity', id], 1, 2),
  ]
  const ofNoShops = [
    ofShops.slice(0, -3),
    write(['tea', 'x']),
    write(['\u0000', id]),
    write([1, id]),
    write(['rest', 'tea']),
    write(['tea', id], 0.5),
  ]
  const refused = { status: 400, code: 'invalid_input' }
  for (const cursor of [...broken, ...ofNoOffers]) await expect(readPage(me, 'liked-offers', { cursor })).rejects.toMatchObject(refused)
  for (const cursor of [...broken, ...ofNoShops]) await expect(readPage(me, 'favorite-shops', { cursor })).rejects.toMatchObject(refused)
  for (const query of [{ limit: '0' }, { limit: '101' }, { limit: 'all' }, { q: 'x'.repeat(201) }])
    await expect(readPage(me, 'liked-offers', query)).rejects.toMatchObject(refused)
})
