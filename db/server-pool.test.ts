/** What only a server can do to its clients: cut them off. On PGlite there is nothing to cut, and these are left out. */
import { expect, onTestFinished, test } from 'vitest'

import { openTestDatabase } from '#test/database.ts'
import { isDatabaseUnavailable } from './connection.ts'

async function openPool(skip: (condition: boolean) => void, connections = 6) {
  const pool = await openTestDatabase({ connections, patience: 1_000 })
  onTestFinished(() => pool.end())
  skip(pool.engine === 'embedded')
  return pool
}
const OTHERS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

test('connections that are cut fail what they were at, and neither the process nor the pool suffers', async ({ skip }) => {
  const pool = await openPool(skip)
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

test('a lock that cannot be asked for gives its connection back', async ({ skip }) => {
  const pool = await openPool(skip, 1)
  for (let time = 0; time < 3; time++) await expect(pool.tryLock('\0')).rejects.toThrow(/invalid byte sequence/)
  const lock = await pool.tryLock('again')
  await lock!.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
