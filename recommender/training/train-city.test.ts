import { expect, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { fillWithTastes } from '#test/tastes.ts'
import { emptyModel } from '../ranking/model.ts'
import { insertModel, KEPT, listServingModels, PART, readModelBytes } from './data.ts'
import { encodeModel } from './encode-model.ts'
import { keepModel } from './keep-model.ts'
import { readTrainingSet } from './read-training-set.ts'
import { trainCity } from './train-city.ts'

const partsOf = ({ context }: TestApp) => ({ ...context, city: context.config.city })
const silent = { info: () => {}, warn: () => {}, error: () => {} }
const train = (app: TestApp, isForced = false) => trainCity({ ...partsOf(app), log: silent }, { isForced })
const keep = (app: TestApp) => keepModel({ ...partsOf(app), log: silent })
const readRows = async ({ context: { pool } }: TestApp) =>
  (
    await pool.query(
      'select id, city, serves, metrics, exists (select 1 from recommender_model_part where model_id = id) as has_bytes from recommender_model order by id',
    )
  ).rows

test('a city is trained when thirty shoppers have done something, so that nobody’s likes are shown to the next one, then once a day, or sooner after a thousand lines more', async () => {
  const app = await openTestApp()
  expect(await train(app)).toEqual({ kind: 'not-due' })
  const city = await fillWithTastes(app, { shoppers: 29 })
  expect(await train(app)).toEqual({ kind: 'not-due' })
  const { user } = await signUp(app)
  await city.click(1, user.id)
  const first = await train(app)
  expect(first).toMatchObject({ kind: 'trained', serves: true, users: 30, shops: city.shops.length, events: city.events + 1 })
  expect(await train(app)).toEqual({ kind: 'not-due' })
  // A day later, with nothing new: there is nothing to learn.
  app.clock.advance(DAY)
  expect(await train(app)).toEqual({ kind: 'not-due' })
  await city.click(1)
  expect(await train(app)).toMatchObject({ kind: 'trained' })
  app.clock.advance(11 * MINUTE)
  await city.click(999)
  expect(await train(app)).toEqual({ kind: 'not-due' })
  await city.click(1)
  expect(await train(app)).toMatchObject({ kind: 'trained' })
}, 60_000)

test('while few have done anything a model is trained anew whenever they are twice as many, ten minutes after the last at the soonest', async () => {
  const app = await openTestApp()
  const city = await fillWithTastes(app, { shoppers: 60, clicks: 0 })
  const { pool } = app.context
  const comeBack = async (from: number, to: number) => {
    for (const id of city.consumers.slice(from, to)) await city.click(1, id)
  }
  // Thirty of them have done nothing yet.
  await pool.query('delete from liked_offer where consumer_id = any($1)', [city.consumers.slice(30)])
  await pool.query('delete from interaction where consumer_id = any($1)', [city.consumers.slice(30)])
  expect(await train(app)).toMatchObject({ kind: 'trained', users: 30 })
  await comeBack(30, 59)
  app.clock.advance(11 * MINUTE)
  expect(await train(app)).toEqual({ kind: 'not-due' })
  await comeBack(59, 60)
  expect(await train(app)).toMatchObject({ kind: 'trained', users: 60 })
  await city.click(5)
  expect(await train(app)).toEqual({ kind: 'not-due' })
}, 60_000)

test('likes as they stand and clicks since somebody has started over are learned from; guests, and what was taken back, are not', async () => {
  const app = await openTestApp()
  const city = await fillWithTastes(app, { shoppers: 3, clicks: 0 })
  const { pool, db, clock } = app.context
  const [first] = city.consumers as [string]
  const read = async () => (await readTrainingSet(db, { now: clock.now(), until: 1e9 })).events
  const before = (await read()).user.length
  await city.click(4, first)
  expect((await read()).user).toHaveLength(before + 4)
  app.clock.advance(1_000)
  await pool.query('update consumer set recommended_from = $2 where id = $1', [first, new Date(clock.now())])
  expect((await read()).user).toHaveLength(before)
  await city.click(2, first)
  await pool.query(`insert into interaction (at, kind, target_id, action) values ($1, 'OFFER_CLICK', $2, 'ADD')`, [
    new Date(clock.now()),
    city.offers[0],
  ])
  expect((await read()).user).toHaveLength(before + 2)
  await pool.query('delete from liked_offer where consumer_id = $1', [first])
  const events = await read()
  expect(events.user.length).toBeLessThan(before + 2)
  expect(new Set(Array.from(events.weight, (weight) => Math.round(weight * 10) / 10))).toEqual(new Set([1, 0.3]))
  expect(Math.max(...events.shop)).toBeLessThan(city.shops.length)
})

test('a training set of more than one batch is read whole, each line once', async () => {
  const app = await openTestApp()
  const city = await fillWithTastes(app, { shoppers: 30, clicks: 0 })
  await city.click(12_345)
  const { db, clock } = app.context
  const { events, users } = await readTrainingSet(db, { now: clock.now(), until: 1e9 })
  expect([events.user.length, users]).toEqual([city.events + 12_345, 30])
})

test('a model that is worse than the one before on what neither has seen does not serve, and the one before goes on', async () => {
  const app = await openTestApp()
  const city = await fillWithTastes(app, { shoppers: 120, clicks: 0 })
  const { pool } = app.context
  const { clock } = app
  const first = await train(app)
  expect(first).toMatchObject({ kind: 'trained', serves: true })
  // Everybody takes back what they liked. Then 84 of them look at a shop of each group, so that who learns from them alone takes shops of
  // different groups for alike; 36 others at one shop of their own group, and later at another one of it.
  await pool.query('delete from liked_offer')
  const [some, others] = [city.consumers.slice(0, 36), city.consumers.slice(36, 120)]
  const look = async (consumers: string[], pick: (group: number, place: number) => number[]) => {
    const rows = consumers.flatMap((id, place) => pick(place % 3, Math.floor(place / 3)).map((offer) => [id, city.offers[offer]!]))
    await pool.query(
      `insert into interaction (at, consumer_id, kind, target_id, action)
       select $1, c, 'OFFER_CLICK', o, 'ADD' from unnest($2::uuid[], $3::uuid[]) as t (c, o)`,
      [new Date(clock.now()), rows.map(([id]) => id), rows.map(([, offer]) => offer)],
    )
  }
  clock.advance(HOUR)
  await look(some, (group, place) => [group * 6 + (place % 6)])
  await look(others, (_, place) => [0, 1, 2].map((group) => group * 6 + (place % 6)))
  clock.advance(HOUR)
  await look(some, (group, place) => [group * 6 + ((place + 1) % 6)])
  const second = await train(app, true)
  expect(second).toMatchObject({ kind: 'trained', serves: false })
  if (second.kind !== 'trained') throw new Error()
  const { previous, next, shoppers } = second.result.comparison!
  expect(shoppers).toBeGreaterThanOrEqual(30)
  expect(next).toBeLessThan(previous)
  expect(await readRows(app)).toMatchObject([
    { serves: true, has_bytes: true },
    { serves: false, has_bytes: false, metrics: { comparison: { isAccepted: false } } },
  ])
  expect(await listServingModels(app.context.db, 'colombo')).toEqual([(await readRows(app))[0]!['id']])
}, 60_000)

test('of several processes that would train a city one does', async () => {
  const app = await openTestApp()
  await fillWithTastes(app, { shoppers: 30 })
  const kinds = (await Promise.all([train(app, true), train(app, true), train(app, true)])).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['elsewhere', 'elsewhere', 'trained'])
  expect(await readRows(app)).toHaveLength(1)
})

test('a training that is stopped leaves no model and no lock', async () => {
  const app = await openTestApp()
  await fillWithTastes(app, { shoppers: 30 })
  await expect(trainCity({ ...partsOf(app), log: silent }, { signal: AbortSignal.abort() })).rejects.toThrow('without a model')
  expect(await readRows(app)).toEqual([])
  expect(await train(app)).toMatchObject({ kind: 'trained' })
})

test('every process takes up a new model within half a minute, and a database that is away leaves the one there is', async () => {
  const app = await openTestApp()
  await fillWithTastes(app, { shoppers: 30 })
  const [one, other] = [keep(app), keep(app)]
  expect((await one.getModel()).shopIds).toEqual([])
  expect((await other.getModel()).shopIds).toEqual([])
  await train(app)
  expect((await one.getModel()).shopIds).toEqual([])
  app.clock.advance(MINUTE / 2)
  for (const keeper of [one, other]) await expect.poll(async () => (await keeper.getModel()).shopIds.length).toBeGreaterThan(0)
  const { pool } = app.context
  const { read } = pool
  pool.read = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  app.clock.advance(MINUTE)
  await one.refresh()
  expect((await one.getModel()).shopIds.length).toBeGreaterThan(0)
  pool.read = read
})

test('a model that was refused never serves, one that cannot be read is passed over for the one before, and the oldest leave', async () => {
  const app = await openTestApp()
  const { db, clock } = app.context
  const add = (method: string, { serves = true, bytes = encodeModel({ ...emptyModel(), method }) } = {}) =>
    insertModel(db, { city: 'colombo', now: clock.now(), interactionId: 1, serves, metrics: {}, bytes })
  const serving = async () => (await keep(app).getModel()).method
  await add('good')
  expect(await serving()).toBe('good')
  await add('worse', { serves: false })
  expect(await serving()).toBe('good')
  await add('damaged', { bytes: encodeModel(emptyModel()).slice(0, 20) })
  await add('garbage', { bytes: new Uint8Array([1, 2, 3]) })
  expect(await serving()).toBe('good')
  await insertModel(db, { city: 'galle', now: clock.now(), interactionId: 1, serves: true, metrics: {}, bytes: encodeModel(emptyModel()) })
  expect(await serving()).toBe('good')
  for (const method of ['a', 'b', 'c', 'd']) await add(method)
  for (let round = 0; round < 5; round += 1) await add('worse', { serves: false })
  expect(await serving()).toBe('d')
  expect(await listServingModels(db, 'colombo')).toHaveLength(KEPT)
  const rows = await readRows(app)
  expect(rows.filter((row) => row['city'] === 'colombo' && row['serves'] === true)).toHaveLength(KEPT)
  expect(rows.filter((row) => row['serves'] === false)).toMatchObject(Array.from({ length: KEPT }, () => ({ has_bytes: false })))
})

test('a large model is written and read in parts, and is no model for anybody before it is whole', async () => {
  const app = await openTestApp()
  const { db, clock, pool } = app.context
  const support = Float32Array.from({ length: (2.5 * PART) / 4 }, (_, place) => place)
  const bytes = encodeModel({ ...emptyModel(), method: 'large', support })
  const kept = { city: 'colombo', now: clock.now(), interactionId: 1, serves: true, metrics: {}, bytes }
  const { connect } = pool
  let written = 0
  pool.connect = async () => {
    const connection = await connect.call(pool)
    const query: typeof connection.query = (text, params) => {
      if (text.includes('insert into "recommender_model_part"') && (written += 1) === 2) throw new Error('Connection terminated')
      return connection.query(text, params)
    }
    return { query, release: () => connection.release() }
  }
  await expect(insertModel(db, kept)).rejects.toThrow('terminated')
  expect(await listServingModels(db, 'colombo')).toEqual([])
  const id = await insertModel(db, kept)
  expect(written).toBe(5)
  expect(Buffer.from((await readModelBytes(db, id))!).equals(Buffer.from(bytes))).toBe(true)
  expect(await readRows(app)).toMatchObject([{ id, serves: true }])
})

test('one that cannot be read is looked at once, is no rival of the next one, and where there is no other one is trained at once', async () => {
  const app = await openTestApp()
  const city = await fillWithTastes(app, { shoppers: 30 })
  const { db, clock, pool } = app.context
  expect(await train(app)).toMatchObject({ kind: 'trained', serves: true })
  const spoil = () =>
    insertModel(db, { city: 'colombo', now: clock.now(), interactionId: 1e9, serves: true, metrics: {}, bytes: new Uint8Array(60) })
  await spoil()
  const errors: string[] = []
  const keeper = keepModel({ ...partsOf(app), log: { info: () => {}, error: (_, text) => errors.push(text) } })
  for (let round = 0; round < 3; round += 1) await keeper.refresh()
  expect(errors).toEqual(['a model cannot be read'])
  expect(keeper.hasNoneReadable()).toBe(false)
  app.clock.advance(HOUR)
  await city.click(900)
  expect(await train(app, true)).toMatchObject({ kind: 'trained', result: { comparison: { shoppers: expect.any(Number) as number } } })
  await pool.query('delete from recommender_model')
  await spoil()
  expect(await train(app)).toEqual({ kind: 'not-due' })
  await app.recommender.train()
  expect(await readRows(app)).toMatchObject([{ serves: true }, { serves: true, metrics: { users: 30 } }])
}, 60_000)
