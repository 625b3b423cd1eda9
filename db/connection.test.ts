/** The same tests run on both engines: what they expect is what both must give. */
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { openTestDatabase } from '#test/database.ts'
import { isDatabaseUnavailable, openDb, openPool, transact, transactAtOnce, type Pool } from './connection.ts'

async function openOwnPool(): Promise<Pool> {
  const pool = await openTestDatabase()
  onTestFinished(() => pool.end())
  return pool
}

test('every type that the schema uses comes back the same from both engines', async () => {
  const pool = await openOwnPool()
  const { rows } =
    await pool.query(`select 9007199254740991::bigint as big, 1::int as int, 4.6::real as real, 6.9344::float8 as float, 12.50::numeric as numeric, true as yes, 'ක🍨' as text,
    '2026-11-21T04:30:00.123Z'::timestamptz as at, 'infinity'::timestamptz as never, '-infinity'::timestamptz as always, array['a,b', '', 'NULL', '"', null]::text[] as list, array[1,2]::int[] as numbers,
    '{"a":[1,null]}'::jsonb as json, null as nothing, '01a1fd0a-6772-7721-a0ce-5a450114b80a'::uuid as id, '{}'::text[] as empty`)
  expect(rows[0]).toEqual({
    big: 9007199254740991,
    int: 1,
    real: 4.6,
    float: 6.9344,
    numeric: '12.50',
    yes: true,
    text: 'ක🍨',
    at: new Date('2026-11-21T04:30:00.123Z'),
    never: Infinity,
    always: -Infinity,
    list: ['a,b', '', 'NULL', '"', null],
    numbers: [1, 2],
    json: { a: [1, null] },
    nothing: null,
    id: '01a1fd0a-6772-7721-a0ce-5a450114b80a',
    empty: [],
  })
})

test('several statements in one text answer with the rows of all of them, however their lack of parameters is told', async () => {
  const pool = await openOwnPool()
  for (const params of [undefined, []]) {
    const { rows, command } = await pool.query('begin; select 1 as one; select 2 as two; commit', params)
    expect(rows).toEqual([{ one: 1 }, { two: 2 }])
    expect(command).toBe('COMMIT')
  }
})

test('every kind of parameter arrives as it was meant', async () => {
  const pool = await openOwnPool()
  const at = new Date('2026-11-21T04:30:00.123Z')
  const { rows } = await pool.query(
    'select $1::text as text, $2::int as int, $3::bool as yes, $4::timestamptz as at, $5::text[] as list, $6::jsonb as json, $7::text as nothing, $8::bytea as bytes',
    ["it's; drop table offer --", 42, false, at, ['a"b', '', 'NULL', 'x,y'], JSON.stringify({ deep: [true] }), null, Buffer.from([0, 255])],
  )
  expect(rows[0]).toEqual({
    text: "it's; drop table offer --",
    int: 42,
    yes: false,
    at,
    list: ['a"b', '', 'NULL', 'x,y'],
    json: { deep: [true] },
    nothing: null,
    bytes: expect.any(Uint8Array),
  })
})

test('a broken rule is told with its code and constraint, and the transaction leaves nothing behind', async () => {
  const db = openDb(await openOwnPool())
  const failed = transact(db, async (trx) => {
    await trx.insertInto('setting').values({ name: 'a', value: '1' }).execute()
    await trx.insertInto('setting').values({ name: 'a', value: '2' }).execute()
  })
  await expect(failed).rejects.toBeInstanceOf(pg.DatabaseError)
  await expect(failed).rejects.toMatchObject({ code: '23505', constraint: 'setting_pkey', table: 'setting' })
  expect(await db.selectFrom('setting').selectAll().execute()).toEqual([])
})

test('writes that are sent at once are one transaction: all of them, or none and the first mistake', async () => {
  const pool = await openOwnPool()
  const db = openDb(pool)
  const write = (name: string) => sql`insert into setting (name, value) values (${name}, ${name})`
  const writeAll = (names: string[]) => transactAtOnce({ pool, db }, names.map(write))
  await writeAll(['a', 'b'])
  const [failed, other] = await Promise.allSettled([writeAll(['c', 'a', 'd']), writeAll(['e'])])
  expect(other).toMatchObject({ status: 'fulfilled' })
  // Not that of those behind it, which say that the transaction is aborted.
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '23505', constraint: 'setting_pkey' } })
  const settings = await db.selectFrom('setting').select('name').orderBy('name').execute()
  expect(settings.map(({ name }) => name)).toEqual(['a', 'b', 'e'])
})

test('a value that the driver may fail to send is refused before anything is sent', async () => {
  const pool = await openOwnPool()
  const db = openDb(pool)
  const writes = ['a', { toPostgres: () => 'b' }, 'c'].map((name) => sql`insert into setting (name, value) values (${name}, '')`)
  await expect(transactAtOnce({ pool, db }, writes)).rejects.toThrow('only texts, numbers and lists')
  expect(await db.selectFrom('setting').select('name').execute()).toEqual([])
})

test('two hundred transactions at once, fifty of which fail, come out exact', async () => {
  const db = openDb(await openOwnPool())
  await db.insertInto('setting').values({ name: 'counter', value: '0' }).execute()
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) =>
      transact(db, async (trx) => {
        await trx
          .updateTable('setting')
          .set({ value: sql<string>`(value::int + 1)::text` })
          .where('name', '=', 'counter')
          .execute()
        if (index % 4 === 0) await trx.insertInto('setting').values({ name: 'counter', value: 'again' }).execute()
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(50)
  expect((await db.selectFrom('setting').select('value').executeTakeFirstOrThrow()).value).toBe('150')
})

test('errors stay with the query that made them', async () => {
  const pool = await openOwnPool()
  const results = await Promise.allSettled(
    Array.from({ length: 300 }, (_, index) =>
      pool.query(index % 3 === 0 ? 'select 1/$1::int as n' : 'select $1::int as n', [index % 3 === 0 ? 0 : index]),
    ),
  )
  for (const [index, result] of results.entries()) {
    if (index % 3 === 0) expect(result).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(result).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: index }] } })
  }
})

test('what is written beside a transaction is no part of it, whether it was sent before, within or behind', async () => {
  const pool = await openOwnPool()
  const db = openDb(pool)
  const write = (name: string) => pool.query('insert into setting (name, value) values ($1, $1)', [name])
  const beside = [write('before'), write('and before')]
  const failing = transact(db, async (trx) => {
    await trx.insertInto('setting').values({ name: 'inside', value: '' }).execute()
    throw new Error('never mind')
  })
  beside.push(write('within'))
  await expect(failing).rejects.toThrow('never mind')
  beside.push(write('behind'))
  await Promise.all(beside)
  const settings = await db.selectFrom('setting').select('name').orderBy('name').execute()
  expect(settings.map(({ name }) => name)).toEqual(['and before', 'before', 'behind', 'within'])
})

test('a text of eight million letters goes there and comes back whole, and so does what is asked beside it', async () => {
  const pool = await openOwnPool()
  const text = 'கடை'.repeat(2_700_000)
  const [long, short] = await Promise.all([
    pool.query('select $1::text as text, length($1) as letters', [text]),
    pool.query('select $1::text as text', ['short']),
  ])
  expect(long.rows[0]!['text'] === text).toBe(true)
  expect(long.rows[0]!['letters']).toBe(text.length)
  expect(short.rows).toEqual([{ text: 'short' }])
})

test('a statement that goes too deep fails alone', async () => {
  const pool = await openOwnPool()
  await pool.query('create function dig(depth integer) returns integer language plpgsql as $$ begin return dig(depth + 1); end $$')
  const [deep, beside] = await Promise.allSettled([pool.query('select dig(0)'), pool.query('select 1 as one')])
  expect(deep).toMatchObject({ status: 'rejected', reason: { code: '54001' } })
  expect(beside).toMatchObject({ status: 'fulfilled', value: { rows: [{ one: 1 }] } })
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await pool.query('drop function dig')
})

test('the pool used inside a transaction is told off at once instead of waiting for itself', async () => {
  const db = openDb(await openOwnPool())
  await expect(transact(db, () => db.selectFrom('setting').selectAll().execute())).rejects.toThrow('use its trx')
  expect(await db.selectFrom('setting').selectAll().execute()).toEqual([])
})

test('a lock by name is held by one, and free again when it is given back', async () => {
  const pool = await openOwnPool()
  const held = await pool.tryLock('test')
  expect(await pool.tryLock('test')).toBeUndefined()
  const other = await pool.tryLock('another')
  expect((await other!.connection.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await other!.release()
  await held!.release()
  const again = await pool.tryLock('test')
  expect(again).toBeDefined()
  await again!.release()
})

test('a database that is gone is known as unavailable, an ordinary mistake is not', async () => {
  const pool = await openTestDatabase()
  await expect(pool.query('selec 1')).rejects.toSatisfy((error) => !isDatabaseUnavailable(error))
  await pool.end()
  await expect(pool.read('select 1')).rejects.toSatisfy(isDatabaseUnavailable)
  const nobody = await openPool('postgres://nobody@127.0.0.1:1/none')
  await expect(nobody.query('select 1')).rejects.toSatisfy(isDatabaseUnavailable)
  await nobody.end()
})
