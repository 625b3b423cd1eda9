import { expect, test } from 'vitest'

import type { CallInput } from '#contract/calls.ts'
import { colombo } from '#contract/colombo.ts'
import { offerStatus, rankStatus } from '#contract/offer-status.ts'
import { keepHours, readStatusFacts } from './data-status.ts'
import { openTestApp, type Row, type TestApp } from '#test/app.ts'

type Query = NonNullable<CallInput<'GET /offers/all'>['query']>
const offer = (title: string, hours: string, more: Row = {}): Row => ({
  title,
  shop: `Shop of ${title}`,
  address: '1 Main Street, Fort',
  category: 'Food',
  end_date: '2026-12-31',
  hours,
  ...more,
})
const DAY = 'Mon-Sun 09:00-20:00'
/** It is ten in the morning, and a Saturday. */
const mixed = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    offer(`Tea ${index}`, [DAY, 'Mon-Sun 11:00-20:00', '', 'Mon-Sun 18:00-02:00'][index % 4]!, {
      end_date: `2026-12-${String(1 + (index % 28)).padStart(2, '0')}`,
      discount: String((index * 7) % 40),
    }),
  )

const list = async ({ http }: TestApp, query: Query) => (await http('GET /offers/all', { query })).data.map(({ title }) => title)

async function readAll({ http }: TestApp, query: Query, between = () => undefined as unknown) {
  const pages = []
  let cursor: string | undefined
  do {
    const page = await http('GET /offers/all', { query: { ...query, limit: '7', ...(cursor && { cursor }) } })
    pages.push(page)
    cursor = page.nextCursor ?? undefined
    between()
  } while (cursor)
  return { offers: pages.flatMap(({ data }) => data), first: pages[0]! }
}

test('only what can be used now is let through, in the order of the list, and it is counted', async () => {
  const app = await openTestApp()
  await app.importRows(mixed(40))
  for (const sort of ['ending', 'discount', 'newest'] as const) {
    const everything = (await readAll(app, { sort })).offers
    const { offers, first } = await readAll(app, { sort, usable: 'now' })
    const expected = everything.filter((one) => offerStatus(one, app.clock.now(), colombo).kind === 'usable')
    expect(expected).toHaveLength(10)
    expect(offers.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(first).toMatchObject({ total: 10, totalIsMore: false })
  }
})

test('sorted by status: usable first, then soon, unknown, later; and soonest to end among equals', async () => {
  const app = await openTestApp()
  await app.importRows(mixed(40))
  const { offers } = await readAll(app, { sort: 'usable' })
  const now = app.clock.now()
  const keys = offers.map((one) => [rankStatus(offerStatus(one, now, colombo), now), one.endDate!] as const)
  expect(new Set(offers.map(({ id }) => id)).size).toBe(40)
  expect([...new Set(keys.map(([rank]) => rank))]).toEqual([0, 1, 2, 3])
  expect(keys).toEqual(keys.toSorted(([rankA, endA], [rankB, endB]) => rankA - rankB || endA.localeCompare(endB)))
})

test('with a place the nearest come first among equals', async () => {
  const app = await openTestApp()
  await app.importRows([
    offer('Far and open', DAY, { latitude: '6.8389', longitude: '79.8653' }),
    offer('Near and closed', 'Mon-Sun 18:00-23:00', { latitude: '6.935', longitude: '79.843' }),
    offer('Near and open', DAY, { latitude: '6.936', longitude: '79.844' }),
    offer('Nowhere and open', DAY, { end_date: '2026-11-22' }),
  ])
  const near = '6.9344,79.8428'
  expect(await list(app, { sort: 'usable', near })).toEqual(['Near and open', 'Far and open', 'Nowhere and open', 'Near and closed'])
  expect(await list(app, { usable: 'now', near, radius: '2' })).toEqual(['Near and open'])
})

test('what can be used changes with the minute, at the exact one', async () => {
  const app = await openTestApp()
  await app.importRows([offer('Tea', DAY), offer('Beer', 'Mon-Sun 18:00-02:00')])
  const at = async (time: string) => {
    app.clock.set(`2026-11-21T${time}+05:30`)
    return list(app, { usable: 'now' })
  }
  expect(await at('17:59:59')).toEqual(['Tea'])
  expect(await at('18:00:00')).toEqual(['Tea', 'Beer'])
  expect(await at('19:59:59')).toEqual(['Tea', 'Beer'])
  expect(await at('20:00:00')).toEqual(['Beer'])
})

test('a list that was begun goes on as it began, though shops open and close meanwhile', async () => {
  const app = await openTestApp()
  await app.importRows(mixed(40))
  for (const query of [{ sort: 'usable' }, { usable: 'now' }] as const) {
    app.clock.set('2026-11-21T17:50:00+05:30')
    const whole = (await app.http('GET /offers/all', { query: { ...query, limit: '100' } })).data.map(({ id }) => id)
    const { offers } = await readAll(app, query, () => app.clock.advance(5 * 60_000))
    expect(offers.map(({ id }) => id)).toEqual(whole)
  }
})

test('an import is seen at once, also in a list that has been kept', async () => {
  const app = await openTestApp()
  await app.importRows([offer('Tea', DAY)])
  expect(await list(app, { usable: 'now' })).toEqual(['Tea'])
  await app.importRows([offer('Cake', DAY, { end_date: '2026-11-30' })])
  expect(await list(app, { usable: 'now' })).toEqual(['Cake', 'Tea'])
})

test('the first two thousand are looked at: "usable" says that there may be more, and the order goes on behind them by end date', async () => {
  const app = await openTestApp()
  const late = Array.from({ length: 2_000 }, (_, index) =>
    offer(`Late ${index}`, 'Mon-Sun 18:00-02:00', { shop: 'Bar', end_date: '2026-12-01' }),
  )
  const first = Array.from({ length: 3 }, (_, index) => offer(`First ${index}`, DAY, { shop: 'Kade', end_date: '2026-11-25' }))
  const behind = Array.from({ length: 5 }, (_, index) => offer(`Behind ${index}`, DAY, { shop: 'Kade', end_date: `2026-12-1${index}` }))
  await app.importRows([...behind, ...late, ...first])
  const usable = await app.http('GET /offers/all', { query: { usable: 'now', limit: '100' } })
  expect(usable).toMatchObject({ count: 3, total: 3, totalIsMore: true, nextCursor: null })
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await app.http('GET /offers/all', { query: { sort: 'usable', limit: '100', ...(cursor && { cursor }) } })
    expect(page).toMatchObject({ total: 1000, totalIsMore: true })
    titles.push(...page.data.map(({ title }) => title))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(titles.slice(0, 3).every((title) => title.startsWith('First'))).toBe(true)
  expect([titles.length, new Set(titles).size]).toEqual([2_008, 2_008])
  expect(titles.slice(-5)).toEqual(['Behind 0', 'Behind 1', 'Behind 2', 'Behind 3', 'Behind 4'])
})

test('a cursor of another list, or one that was made up, is refused', async () => {
  const app = await openTestApp()
  await app.importRows(mixed(8))
  const cursorOf = (key: unknown[]) => Buffer.from(JSON.stringify([key, 1, 0])).toString('base64url')
  const ID = '01a1fd0a-6772-7721-a0ce-5a450114b80a'
  for (const [query, key] of [
    [{ usable: 'now' }, ['status', -1, ID, 0]],
    [{ usable: 'now' }, ['status', 0, 'x', 0]],
    [{ usable: 'now' }, ['status', 0, ID]],
    [{ usable: 'now' }, ['rest', 'infinity', ID]],
    [{ usable: 'now' }, ['infinity', ID]],
    [{ sort: 'usable' }, ['status', 'now', ID, 0]],
    [{ sort: 'usable' }, ['rest', 5, ID]],
    [{ sort: 'usable' }, ['rest']],
    [{ sort: 'ending' }, ['status', 0, ID, 0]],
  ] as const)
    await expect(app.http('GET /offers/all', { query: { ...query, cursor: cursorOf([...key]) } })).rejects.toMatchObject({ status: 400 })
  expect((await app.http('GET /offers/all', { query: { usable: 'now', cursor: cursorOf(['status', 8e15, ID, 5]) } })).data).toEqual([])
})

test('a page that is made anew goes on behind the offer that was shown last, whatever has ended, come or been forgotten meanwhile', async () => {
  const app = await openTestApp()
  const rows = Array.from({ length: 20 }, (_, index) =>
    offer(`Tea ${String(index).padStart(2, '0')}`, DAY, { shop: 'Kade', end_date: `2026-12-01 ${String(index).padStart(2, '0')}:00` }),
  )
  rows[0]!.end_date = '2026-11-21 10:05'
  await app.importRows(rows)
  const first = await app.http('GET /offers/all', { query: { usable: 'now', limit: '7' } })
  app.clock.advance(6 * 60_000)
  await app.importRows([offer('Cake', DAY, { shop: 'Kade', end_date: '2026-11-30' })])
  const second = await app.http('GET /offers/all', { query: { usable: 'now', limit: '7', cursor: first.nextCursor! } })
  expect(second.data.map(({ title }) => title)).toEqual(['07', '08', '09', '10', '11', '12', '13'].map((number) => `Tea ${number}`))
})

test('what has ended since its minute began is neither listed nor counted', async () => {
  const app = await openTestApp({ at: '2026-11-21T10:00:05.000+05:30' })
  await app.importRows([offer('Brief', DAY, { end_date: '2026-11-21 10:00' }), offer('Long', DAY)])
  app.clock.set('2026-11-21T10:00:00.000+05:30')
  const ask = () => app.http('GET /offers/all', { query: { usable: 'now', limit: '5' } })
  expect(await ask()).toMatchObject({ count: 2, total: 2 })
  app.clock.set('2026-11-21T10:00:20.000+05:30')
  expect(await ask()).toMatchObject({ count: 1, total: 1 })
})

test('hours that were being read while an import was published are not kept', async () => {
  const app = await openTestApp()
  await app.importRows([offer('Tea', DAY, { shop: 'Kade' })])
  const { db } = app.context
  const kept = keepHours()
  const [{ offer_id: id }] = (await db.selectFrom('current_offer').select('offer_id').execute()) as [{ offer_id: string }]
  const reading = readStatusFacts(db, [id], kept)
  kept.forget()
  await reading
  expect(kept.shops.size).toBe(0)
  await readStatusFacts(db, [id], kept)
  expect(kept.shops.size).toBe(1)
})

test('a flood of new questions is told to come back, and other lists do not wait for it', async () => {
  const app = await openTestApp()
  await app.importRows(mixed(40))
  const ask = (index: number) => app.http('GET /offers/all', { query: { sort: 'usable', near: `6.9,79.${800 + index}` } })
  const flood = Promise.allSettled(Array.from({ length: 60 }, (_, index) => ask(index)))
  expect((await list(app, { sort: 'newest' })).length).toBe(24)
  const answers = await flood
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ reason }) => (reason as { status: number }).status === 429)).toBe(true)
  expect((await ask(99)).data.length).toBe(24)
})

test('a radius does not count what has no place among what can be used now, for nobody has looked', async () => {
  const app = await openTestApp()
  await app.importRows([offer('Here', DAY, { latitude: '6.935', longitude: '79.843' }), offer('Nowhere', 'Mon-Sun 18:00-02:00')])
  const query = { near: '6.9344,79.8428', radius: '2', usable: 'now' } as const
  const page = await app.http('GET /offers/all', { query })
  expect(page).toMatchObject({ total: 1 })
  expect(page).not.toHaveProperty('withoutPosition')
})
