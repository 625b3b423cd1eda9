import { expect, test } from 'vitest'

import { DAY, MINUTE } from '#contract/time.ts'
import { openTestApp, type Row } from '#test/app.ts'
import { offerOf } from '#test/recommendations.ts'
import type { Candidate } from '../ranking/question.ts'
import { listEndingSoon, listHottest, listInCategory, listNear, listNew, listSaving } from './data.ts'
import { createCandidates, MOST, type Wish } from './gather-candidates.ts'
import { keepFacts } from './keep-facts.ts'

const NOTHING: Wish = { shopIds: [], categories: [], tags: [], excluded: new Set() }

async function open(rows: Row[]) {
  const app = await openTestApp()
  await app.importRows(rows)
  const { db, config, clock, pool } = app.context
  const candidates = createCandidates(db, config.city, keepFacts(db))
  const { rows: known } = await pool.query('select offer_id, title, shop_id from current_offer')
  const titleOf = new Map(known.map((row) => [row['offer_id'] as string, row['title'] as string]))
  const find = (title: string) => known.find((row) => row['title'] === title)! as { offer_id: string; shop_id: string }
  const gather = (wish: Partial<Wish> = {}) => candidates.gather({ ...NOTHING, ...wish }, clock.now())
  const titles = (found: Candidate[]) => found.map(({ offerId }) => titleOf.get(offerId)!).toSorted()
  return { app, gather, titles, find }
}

test('a candidate carries what the ranker asks: saving, dates, place, tags, whether it can be used now, popularity', async () => {
  const { app, gather, find } = await open([
    offerOf('Fort Grill', 'Half price', {
      category: 'Food',
      tags: 'Seafood|Hot',
      discount: '50',
      start_date: '2026-11-20',
      end_date: '2026-11-30',
      latitude: '6.93',
      longitude: '79.85',
      valid_weekdays: 'Sunday',
    }),
    offerOf('Cafe', 'Up to 70% off', { end_date: '' }),
  ])
  const { pool, clock } = app.context
  await pool.query(`insert into interaction (at, kind, target_id, action) select $1, 'OFFER_CLICK', $2, 'ADD' from generate_series(1, 7)`, [
    new Date(clock.now()),
    find('Half price').offer_id,
  ])
  app.clock.advance(MINUTE)
  await app.recommender.fold()
  const found = await gather()
  const half = found.find(({ offerId }) => offerId === find('Half price').offer_id)!
  expect(half).toMatchObject({
    shopId: find('Half price').shop_id,
    category: 'Food',
    tags: ['Seafood', 'Hot'],
    position: { lat: 6.93, lng: 79.85 },
    saving: 0.5,
    // Today is Saturday.
    isUsableNow: false,
    endsAt: Date.parse('2026-11-30T23:59:59.999+05:30'),
    popularity: expect.closeTo(7, 1) as number,
  })
  const other = found.find(({ offerId }) => offerId !== half.offerId)!
  expect(other).toMatchObject({ saving: 0, endsAt: Infinity, popularity: 0 })
  expect([other.position, other.isUsableNow]).toEqual([undefined, undefined])
  // One says when it began; of the other, which came with all the rest, nobody knows.
  expect([half.startsAt, other.startsAt]).toEqual([Date.parse('2026-11-20T00:00:00+05:30'), -Infinity])
})

test('what many share is looked up twice a minute, behind whoever asks: nobody waits for it, and nobody gets what is older than a minute', async () => {
  const { app, gather, find } = await open([offerOf('A', 'Tea')])
  const { pool, clock } = app.context
  const click = async () => {
    await pool.query(`insert into interaction (at, kind, target_id, action) values ($1, 'OFFER_CLICK', $2, 'ADD')`, [
      new Date(clock.now() - MINUTE),
      find('Tea').offer_id,
    ])
    await app.recommender.fold()
  }
  const popularity = async () => Math.round((await gather())[0]!.popularity)
  expect(await popularity()).toBe(0)
  await click()
  // The same half minute.
  expect(await popularity()).toBe(0)
  app.clock.advance(MINUTE / 2)
  const { read } = pool
  let isHeld = true
  // A database that is slow with it makes nobody wait.
  pool.read = async (text, params) => {
    while (isHeld && text.includes('popularity')) await new Promise((resolve) => setTimeout(resolve, 5))
    return read.call(pool, text, params)
  }
  expect(await popularity()).toBe(0)
  expect(await popularity()).toBe(0)
  isHeld = false
  await expect.poll(popularity).toBe(1)
  // Whoever comes after a longer time waits for what is true.
  await click()
  app.clock.advance(MINUTE)
  expect(await popularity()).toBe(2)
})

test('an offer without a start date has begun when it came, unless it came with most of the others', async () => {
  const { app, gather } = await open(Array.from({ length: 9 }, (_, n) => offerOf(`Shop ${n}`, `Offer ${n}`)))
  expect((await gather()).map(({ startsAt }) => startsAt)).toEqual(Array.from({ length: 9 }, () => -Infinity))
  app.clock.advance(DAY)
  const cameAt = app.clock.now()
  await app.importRows([offerOf('Another', 'Later'), offerOf('Another', 'Long ago', { start_date: '2026-10-01' })])
  const starts = (await gather()).map(({ startsAt }) => startsAt)
  expect(new Set(starts)).toEqual(new Set([-Infinity, cameAt, Date.parse('2026-10-01T00:00:00+05:30')]))
  expect(starts.filter((at) => at === cameAt)).toHaveLength(1)
})

test('what does not run, is excluded or is out of reach is no candidate, and what ends in between leaves', async () => {
  const { app, gather, titles, find } = await open([
    offerOf('A', 'Runs'),
    offerOf('B', 'Excluded'),
    offerOf('C', 'Over', { end_date: '2026-11-20' }),
    offerOf('D', 'To come', { start_date: '2026-11-25' }),
    offerOf('E', 'Ends tonight', { end_date: '2026-11-21' }),
    offerOf('F', 'Far away', { latitude: '9.66', longitude: '80.02' }),
  ])
  const excluded = new Set([find('Excluded').offer_id])
  const shopIds = ['Runs', 'Excluded', 'Over', 'To come', 'Far away'].map((title) => find(title).shop_id)
  expect(titles(await gather({ excluded, shopIds }))).toEqual(['Ends tonight', 'Runs'])
  expect(titles(await gather({ excluded, near: { lat: 9.6, lng: 80 } }))).toEqual(['Ends tonight', 'Far away', 'Runs'])
  app.clock.advance(DAY)
  expect(titles(await gather({ excluded }))).toEqual(['Runs'])
})

test('of a large catalogue some hundreds are taken: those of one’s own sources are among them, however late they end and however unknown they are', async () => {
  const { app, gather, find } = await open([
    offerOf('Mine', 'Of my shop', { end_date: '2027-12-31' }),
    offerOf('Tagged', 'Of my tag', { tags: 'Rare tag', end_date: '2027-12-31' }),
    offerOf('Near', 'Close by', { latitude: '6.9', longitude: '79.9', end_date: '2027-12-31' }),
    offerOf('Categorized', 'Of my category', { category: 'Beauty', end_date: '2027-12-31' }),
    offerOf('Popular', 'Much liked', { end_date: '2027-12-31' }),
    ...Array.from({ length: 2_100 }, (_, index) => offerOf(`Shop ${index % 300}`, `Offer number ${index}`)),
  ])
  const { pool, clock } = app.context
  // The others came later: none of the five is among the newest.
  await pool.query(`insert into interaction (at, kind, target_id, action) select $1, 'OFFER_CLICK', $2, 'ADD' from generate_series(1, 7)`, [
    new Date(clock.now()),
    find('Much liked').offer_id,
  ])
  app.clock.advance(MINUTE)
  await app.recommender.fold()
  const ids = async (wish: Partial<Wish>) => new Set((await gather(wish)).map(({ offerId }) => offerId))
  const guest = await ids({})
  expect(guest.size).toBeGreaterThan(150)
  expect(guest.size).toBeLessThan(MOST)
  const own = await ids({
    shopIds: [find('Of my shop').shop_id],
    tags: ['rare tag'],
    near: { lat: 6.9, lng: 79.9 },
    categories: ['Beauty'],
  })
  expect(own.size).toBeLessThan(MOST)
  for (const title of ['Of my shop', 'Of my tag', 'Close by', 'Of my category']) {
    expect([title, own.has(find(title).offer_id)]).toEqual([title, true])
    expect([title, guest.has(find(title).offer_id)]).toEqual([title, false])
  }
  expect([own, guest].map((list) => list.has(find('Much liked').offer_id))).toEqual([true, true])
})

test('what runs is found behind thousands of the past that are newer, save more and were hotter', async () => {
  const { app, gather, titles, find } = await open([
    offerOf('Runs', 'Runs', { category: 'Beauty', discount: '10', latitude: '6.95', longitude: '79.9' }),
    ...Array.from({ length: 4_200 }, (_, index) =>
      offerOf(`Shop ${index % 300}`, `Over ${index}`, {
        category: 'Beauty',
        discount: '60',
        end_date: '2026-11-20',
        latitude: '6.93',
        longitude: '79.85',
      }),
    ),
  ])
  const { pool, db, clock } = app.context
  await pool.query(
    'insert into popularity select offer_id, case title when $1 then 1 else 5 end from current_offer on conflict do nothing',
    ['Runs'],
  )
  const id = find('Runs').offer_id
  const now = clock.now()
  const lists = {
    new: await listNew(db, now, 10),
    saving: await listSaving(db, now, 10),
    ending: await listEndingSoon(db, now, 10),
    category: await listInCategory(db, 'Beauty', now, 10),
    near: await listNear(db, { lat: 6.93, lng: 79.85 }, now, 10),
    hot: [...(await listHottest(db, now, 10)).keys()],
  }
  expect(lists).toEqual({ new: [id], saving: [id], ending: [id], category: [id], near: [id], hot: [id] })
  expect(titles(await gather())).toEqual(['Runs'])
}, 30_000)

test('no source walks through an archive: of what does not run so much is looked at, and no more', async () => {
  const { app } = await open([offerOf('Runs', 'Runs', { discount: '10' })])
  const { pool, db, clock } = app.context
  const windows: unknown[][] = []
  const { read } = pool
  pool.read = (text, params) => {
    if (text.includes('from (select * from current_offer'))
      windows.push(params!.filter((one) => Number(one) >= 1_000 && !(one instanceof Date)))
    return read.call(pool, text, params)
  }
  for (const list of [listNew, listSaving, listEndingSoon]) {
    windows.length = 0
    expect(await list(db, clock.now(), 1)).toHaveLength(1)
    expect(windows).toEqual([[1_000]])
    await list(db, clock.now(), 2)
    expect(windows).toEqual([[1_000], [1_000], [4_000], [16_000]])
  }
})
