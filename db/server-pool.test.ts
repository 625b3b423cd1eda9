/** What only a server can do to its clients: cut them off. PGlite has nothing to cut. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { openTestDatabase } from '#test/database.ts'
import { isDatabaseUnavailable, openDb, transactAtOnce, type Db, type Pool } from './connection.ts'
import { PLAN_ONCE } from './pool.ts'

async function openPool(connections = 6) {
  const pool = await openTestDatabase({ connections, patience: 1_000 })
  onTestFinished(() => pool.end())
  return pool
}
const OTHERS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

test('connections that are cut fail what they were at, and neither the process nor the pool suffers', async () => {
  const pool = await openPool()
  const idle = await pool.connect()
  const working = Array.from({ length: 3 }, () => pool.query('select pg_sleep(0.9)').catch((error: unknown) => error))
  await expect.poll(async () => (await pool.query(`select count(*) as open ${OTHERS}`)).rows[0]?.['open']).toBe(4)
  await pool.query(`select pg_terminate_backend(pid) ${OTHERS}`)
  for (const failure of await Promise.all(working)) expect(isDatabaseUnavailable(failure)).toBe(true)
  await expect(idle.query('select 1')).rejects.toThrow(/connection/i)
  idle.release()
  const askAll = () => Promise.all(Array.from({ length: 12 }, async () => (await pool.query('select 1 as one')).rows[0]?.['one']))
  await expect.poll(askAll).toEqual(Array.from({ length: 12 }, () => 1))
})

test('each of several writes that are sent at once has as long as one alone, and none outlives its limit', async () => {
  const pool = await openPool(1)
  const db = openDb(pool)
  const write = (name: string, seconds: number) => sql`insert into setting (name, value) select ${name}, pg_sleep(${seconds}::float8)::text`
  await transactAtOnce({ pool, db }, [write('a', 0.7), write('b', 0.7), write('c', 0.7)])
  const failed = transactAtOnce({ pool, db }, [write('d', 0), write('e', 1.4), write('f', 0)])
  await expect(failed).rejects.toSatisfy(isDatabaseUnavailable)
  expect((await pool.query('select name from setting order by name')).rows).toEqual(['a', 'b', 'c'].map((name) => ({ name })))
})

test('a lock that cannot be asked for gives its connection back', async () => {
  const pool = await openPool(1)
  for (let time = 0; time < 3; time++) await expect(pool.tryLock('\0')).rejects.toThrow(/invalid byte sequence/)
  const lock = await pool.tryLock('again')
  await lock!.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

const readOne = async (pool: Pool) => (await pool.read('select 1 as one')).rows[0]?.['one']

test('readers share connections, and none waits behind a slow one for long', async () => {
  const pool = await openPool()
  await readOne(pool)
  const done: string[] = []
  const slow = pool.read('select pg_sleep(0.8)').then(() => done.push('slow'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await Promise.all(Array.from({ length: 50 }, async () => done.push(String(await readOne(pool)))))
  await slow
  expect(done).toEqual([...Array.from({ length: 50 }, () => '1'), 'slow'])
  expect((await pool.query(`select count(*) as open ${OTHERS}`)).rows[0]?.['open']).toBeLessThanOrEqual(4)
})

test('whoever does not share connections is on none that readers are on', async () => {
  const pool = await openPool()
  const backend = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
  const [reader, other] = [openDb(pool), openDb(pool, { shares: false })]
  const pids = await Promise.all([reader, other, reader, other, reader].map(backend))
  const readers = new Set([pids[0], pids[2], pids[4]])
  expect([pids[1], pids[3]].filter((pid) => readers.has(pid))).toEqual([])
})

test('a read that takes too long fails alone: who shared its connection is answered by another', async () => {
  const pool = await openPool()
  await readOne(pool)
  const [late, ...others] = await Promise.allSettled([pool.read('select pg_sleep(5)'), ...Array.from({ length: 4 }, () => readOne(pool))])
  expect(late.status === 'rejected' && isDatabaseUnavailable(late.reason)).toBe(true)
  expect(others).toEqual(Array.from({ length: 4 }, () => ({ status: 'fulfilled', value: 1 })))
})

test('a shared connection that is cut is replaced, and what was being read on it is read again', async () => {
  const pool = await openPool()
  const reading = pool.read('select pg_sleep(0.3), 1 as one')
  await expect.poll(async () => (await pool.query(`select count(*) as open ${OTHERS} and state = 'active'`)).rows[0]?.['open']).toBe(1)
  await pool.query(`select pg_terminate_backend(pid) ${OTHERS}`)
  expect((await reading).rows[0]).toMatchObject({ one: 1 })
  await expect.poll(() => readOne(pool)).toBe(1)
})

test('one bad statement fails alone among those that share its connection', async () => {
  const pool = await openPool()
  const results = await Promise.allSettled([readOne(pool), pool.read('select 1/0'), readOne(pool)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a statement with one best way is planned once, and the others each time', async () => {
  const pool = await openPool()
  const readMode = async (end = '') => {
    const { rows } = await pool.read(`select current_setting('plan_cache_mode') as mode, $1::text as given ${end}`, ['x'])
    return rows[0]?.['mode']
  }
  expect([await readMode(PLAN_ONCE), await readMode(), await readMode(PLAN_ONCE)]).toEqual([
    'force_generic_plan',
    'auto',
    'force_generic_plan',
  ])
  const { rows } = await pool.read(`select generic_plans from pg_prepared_statements where name like 'kade_%' ${PLAN_ONCE}`)
  expect(rows).toContainEqual({ generic_plans: 2 })
})
