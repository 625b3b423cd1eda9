import { expect, test } from 'vitest'

import { openPool, type Pool } from '#db/connection.ts'

import { createTestDatabase, openTestDatabase } from './database.ts'

const insert = "insert into setting (name, value) values ('colour', 'green')"

test('every test has a database of its own, migrated and empty, on the engine that was asked for', async () => {
  const [one, other] = [await openTestDatabase(), await openTestDatabase()]
  expect(one.engine).toBe(process.env['TEST_DATABASE'] === 'postgres' ? 'server' : 'embedded')
  await one.query(insert)
  expect((await other.query('select name from setting')).rows).toEqual([])
  await Promise.all([one.end(), other.end()])
})

test('a clone can be opened again, and is gone when it is dropped', async () => {
  const { url, drop } = await createTestDatabase()
  const first = await openPool(url)
  await first.query(insert)
  await first.end()
  const second = await openPool(url)
  expect((await second.query('select value from setting')).rows).toEqual([{ value: 'green' }])
  await second.end()
  await drop()
})

test('what a test leaves behind is not there for the next one: rows, numbers, settings, open transactions, tables, columns', async () => {
  const read = async (pool: Pool) => {
    const { rows } = await pool.query(`select
      (select count(*) from setting) as settings, (select count(*) from category) as categories,
      (select revision from catalogue) as revision, (select count(*) from job.queue) as queues, to_regclass('left_behind') as table,
      current_setting('work_mem') as memory`)
    return rows
  }
  const first = await openTestDatabase()
  const before = await read(first)
  await first.query(`${insert}; update catalogue set revision = 7; delete from category; set work_mem = '2MB'`)
  await first.query("insert into import (kind, state, started_at) values ('upload', 'running', now())")
  await first.query('begin')
  await first.end()
  await expect(first.query('select 1')).rejects.toThrow(/stopped|after calling end/)
  const second = await openTestDatabase()
  expect(await read(second)).toEqual(before)
  const { rows } = await second.query("insert into import (kind, state, started_at) values ('upload', 'running', now()) returning id")
  expect(rows).toEqual([{ id: 1 }])
  await second.query('create table left_behind (id integer)')
  await second.end()
  const third = await openTestDatabase()
  expect(await read(third)).toEqual(before)
  await third.query('alter table setting add column left_behind text')
  await third.end()
  const fourth = await openTestDatabase()
  await expect(fourth.query('select left_behind from setting')).rejects.toThrow(/left_behind/)
  await fourth.end()
})
