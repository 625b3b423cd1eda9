import { expect, onTestFinished, test } from 'vitest'

import { CATEGORIES } from '#contract/constants.ts'
import { averageSavings } from '#contract/offer-rules.ts'
import { HOUR } from '#contract/time.ts'
import { openTestApp } from '#test/app.ts'
import { createApp } from '../app.ts'
import { watchCatalogue } from './watch-catalogue.ts'

const row = { shop: 'Kade', category: 'Food', end_date: '2026-12-31' }

test('the counters count what runs, and "up to" is no saving [#49] [#148] [#195]', async () => {
  const { http, importRows } = await openTestApp()
  expect((await http('GET /statistics')).data).toEqual({ activeOffers: 0, partnerShops: 0, averageSavings: 0 })
  await importRows([
    { ...row, title: 'A', discount: '10' },
    { ...row, title: 'B', discount: '25', shop: 'Kade Two' },
    { ...row, title: 'Up to 90% off' },
    { ...row, title: 'Over', discount: '80', end_date: '2026-11-20' },
    { ...row, title: 'Soon', discount: '80', start_date: '2026-11-22' },
  ])
  expect((await http('GET /statistics')).data).toEqual({ activeOffers: 3, partnerShops: 2, averageSavings: 18 })
  expect(averageSavings((await http('GET /offers/all', { query: { limit: '10' } })).data)).toBe(18)
})

test('counters are at most a minute old', async () => {
  const { http, importRows, clock } = await openTestApp()
  await importRows([{ ...row, title: 'Tonight', end_date: '2026-11-21 12:00' }])
  const active = async () => (await http('GET /statistics')).data.activeOffers
  clock.set('2026-11-21T06:29:30.000Z')
  expect(await active()).toBe(1)
  clock.set('2026-11-21T06:30:31.000Z')
  expect(await active()).toBe(0)
})

test('the thirteen categories come with their counts, and one that a file brings is kept as written', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([
    { ...row, title: 'A' },
    { ...row, title: 'B' },
    { ...row, title: 'C', category: 'Kites & Lanterns' },
  ])
  const { data } = await http('GET /categories')
  expect(data.map(({ name }) => name)).toEqual([...CATEGORIES, 'Kites & Lanterns'])
  expect(data.filter(({ count }) => count > 0).map(({ name, count }) => [name, count])).toEqual([
    ['Food', 2],
    ['Kites & Lanterns', 1],
  ])
  expect(data.every(({ _id, id }) => _id === id && _id !== '')).toBe(true)
})

test('tags that are suggested are those of running offers, the most frequent first, each in its most frequent writing', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([
    { ...row, title: 'A', tags: 'seafood|Lunch' },
    { ...row, title: 'B', tags: 'Seafood|lunch' },
    { ...row, title: 'C', tags: 'seafood|kottu' },
    { ...row, title: 'Over', tags: 'kottu|hoppers', end_date: '2026-11-20' },
  ])
  const { data, total } = await http('GET /tags')
  expect([data.map((tag) => tag.toLowerCase()), total]).toEqual([['seafood', 'lunch', 'kottu'], 3])
  expect(data[0]).toBe('seafood')
})

test('what another server publishes shows here as soon as it is noticed', async () => {
  const here = await openTestApp()
  const there = await createApp({ config: here.context.config, pool: here.context.pool, clock: here.clock, logger: false })
  // The test looks by itself: an hour is longer than any machine takes.
  const watch = watchCatalogue(there.context, HOUR)
  onTestFinished(async () => {
    watch.stop()
    await there.server.close()
  })
  const total = async () => (await there.server.inject('/api/v1/offers/all?limit=1')).json<{ total: number }>().total
  await watch.look()
  // An answer is kept once it has been asked for twice.
  for (const _ of [1, 2]) expect(await total()).toBe(0)
  await here.importRows([{ ...row, title: 'Tea' }])
  expect(await total()).toBe(0)
  await watch.look()
  expect(await total()).toBe(1)
})
