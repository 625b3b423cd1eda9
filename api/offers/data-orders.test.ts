import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { distanceBetween } from '#contract/distance.ts'
import { OFFER_SORTS } from '#contract/offer.ts'
import { openDesk, openTestApp } from '#test/app.ts'
import { walkedOffers } from './data-cards.ts'
import { pickOffers } from './data.ts'

/** As many as an offer may have: more than 3 000 bytes. */
const LONG_TAGS = Array.from({ length: 20 }, (_, i) => `${'කොළඹ'.repeat(13)} ${i}`).join('|')

test('with a place every order tells how far it is', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([
    { title: 'Tea', shop: 'Kade', latitude: '6.9117', longitude: '79.8501' },
    { title: 'Tea by post', shop: 'Nowhere' },
  ])
  const expected = distanceBetween({ lat: 6.9344, lng: 79.8428 }, { lat: 6.9117, lng: 79.8501 })
  for (const sort of OFFER_SORTS) {
    const { data } = await http('GET /offers/all', { query: { sort, near: '6.9344,79.8428', q: 'tea' } })
    const distances = Object.fromEntries(data.map(({ title, distance }) => [title, distance]))
    expect(distances, sort).toEqual({ Tea: expect.closeTo(expected, 9), 'Tea by post': undefined })
  }
})

test('a search lists the same, in the same order, however many are thought to match, rightly or not, and however late they end', async () => {
  const { context, importRows } = await openTestApp()
  const { db, clock, config } = context
  const titles = Array.from({ length: 120 }, (_, i) => ['Tea for two', 'High tea', 'Cakes', 'Rice'][i % 4]!)
  // The text of every tenth fits no index.
  await importRows(
    titles.map((title, i) => ({
      title: `${title} ${i}`,
      tags: i % 10 === 1 ? LONG_TAGS : '',
      shop: i % 3 === 0 ? 'Tea House' : 'Kade',
      end_date: `2026-12-${String(31 - (i % 28)).padStart(2, '0')}`,
    })),
  )
  // More than are walked at first.
  await importRows(Array.from({ length: 2_100 }, (_, i) => ({ title: `Bread ${i}`, shop: 'Mill', end_date: '2026-12-02' })))
  const listAll = async (q: string, matches?: { total: number; totalIsMore: boolean }) => {
    const ids: string[] = []
    let after: Parameters<typeof pickOffers>[1]['after']
    do {
      const request = { filters: { q }, now: clock.now(), city: config.city, sort: 'relevance', limit: 20, after, matches } as const
      const { items, next } = await pickOffers(db, request)
      ids.push(...items.map((item) => item.offer_id))
      after = next
    } while (after)
    return ids
  }
  for (const [q, count] of [
    ['tea', 80],
    ['high tea', 30],
    ['tea house', 40],
    ['sandwich', 0],
    ['කොළඹ', 12],
  ] as const) {
    const plain = await listAll(q)
    expect(new Set(plain).size).toBe(count)
    for (const total of [0, count, 700, 1_000]) {
      for (const totalIsMore of [false, true]) expect(await listAll(q, { total, totalIsMore }), `${q}, ${total}`).toEqual(plain)
    }
  }
})

test('a search of one or two letters finds what they stand in, also in a text that fits no index', async () => {
  const { context, importRows } = await openTestApp()
  const { db, clock, config } = context
  await importRows([
    { title: 'Tea', shop: 'Kade', end_date: '2026-12-31' },
    { title: 'Quite a pool, qz', shop: 'Kade', tags: LONG_TAGS, end_date: '2026-12-30' },
    { title: 'Quiz', shop: 'Kade', end_date: '2026-12-29' },
    { title: 'Qzq', shop: 'Kade', end_date: '2026-12-28' },
  ])
  const list = async (q: string) => {
    const { items } = await pickOffers(db, {
      filters: { q },
      now: clock.now(),
      city: config.city,
      sort: 'relevance',
      limit: 20,
      after: undefined,
    })
    return items.length
  }
  expect([await list('qz'), await list('q'), await list('xj')]).toEqual([2, 3, 0])
})

test('a walk by end date counts what shows: what a waiting file would change takes no place in it', async () => {
  const app = await openTestApp()
  const { db, clock } = app.context
  const rows = Array.from({ length: 4 }, (_, i) => ({ title: `Tea ${i}`, shop: 'Kade', address: '1 Hill', end_date: '2026-12-20' }))
  await app.importRows(rows)
  const find = async () =>
    (await sql<{ offer_id: string }>`select offer_id from ${walkedOffers({ q: 'tea', now: clock.now() }, 4)}`.execute(db)).rows.length
  expect(await find()).toBe(4)
  await openDesk(app).check(rows.map((row) => ({ ...row, end_date: '2026-12-10' })))
  expect(await find()).toBe(4)
})
