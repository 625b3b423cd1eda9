import { expect, test } from 'vitest'

import { openPool } from '#db/connection.ts'

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
