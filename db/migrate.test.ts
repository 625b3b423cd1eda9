import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { expect, onTestFinished, test } from 'vitest'

import { openTestDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'

/** A migrated database, and a folder in which migrations can be added to those of the product. */
async function setUp(files: Record<string, string>) {
  const pool = await openTestDatabase()
  await pool.query('delete from migration')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kade-migrations-'))
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  for (const [name, text] of Object.entries(files)) write(name, text)
  onTestFinished(async () => {
    await pool.end()
    rmSync(folder, { recursive: true, force: true })
  })
  return { pool, write, run: () => migrate(pool, pathToFileURL(`${folder}/`)) }
}

test('migrations run in the order of their names, once, functions with semicolons included', async () => {
  const { pool, run } = await setUp({
    '0002-b.sql': 'insert into t1 values (2); create function f1() returns int language sql as $$ select 7; $$;',
    '0001-a.sql': 'create table t1 (n int); insert into t1 values (1);',
  })
  expect(await run()).toEqual(['0001-a.sql', '0002-b.sql'])
  expect(await run()).toEqual([])
  expect((await pool.query('select n, f1() as f from t1 order by n')).rows).toEqual([
    { n: 1, f: 7 },
    { n: 2, f: 7 },
  ])
})

test('a migration that fails leaves nothing of itself and runs again when it is mended', async () => {
  const { pool, write, run } = await setUp({
    '0001-a.sql': 'create table t2 (n int); insert into t2 values (1); insert into nowhere values (1);',
  })
  await expect(run()).rejects.toThrow('the migration 0001-a.sql failed')
  expect((await pool.query("select to_regclass('t2') as t")).rows).toEqual([{ t: null }])
  write('0001-a.sql', 'create table t2 (n int);')
  expect(await run()).toEqual(['0001-a.sql'])
})

test('a migration that was changed after it ran, and a database that is newer than the program, stop the start', async () => {
  const { pool, write, run } = await setUp({ '0001-a.sql': 'create table t3 (n int);' })
  await run()
  write('0001-a.sql', 'create table t3 (n bigint);')
  await expect(run()).rejects.toThrow('was changed after it had been applied')
  write('0001-a.sql', 'create table t3 (n int);')
  await pool.query("insert into migration (name, hash) values ('0099-later.sql', 'x')")
  await expect(run()).rejects.toThrow('newer than this program')
})
