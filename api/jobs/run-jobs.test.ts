import { expect, onTestFinished, test } from 'vitest'

import { openTestDatabase } from '#test/database.ts'

import { createBoss } from './run-jobs.ts'

async function startBoss() {
  const pool = await openTestDatabase()
  const boss = createBoss(pool)
  const errors: Error[] = []
  boss.on('error', (error) => errors.push(error))
  onTestFinished(async () => {
    await boss.stop({ graceful: false })
    await pool.end()
  })
  await boss.start()
  await boss.createQueue('letter')
  return { pool, boss, errors }
}

test('queues are looked after by themselves without a complaint, on both engines', async () => {
  const { boss, errors } = await startBoss()
  await boss.send('letter', { to: 'somebody' })
  await boss.supervise()
  expect(await boss.findJobs('letter')).toMatchObject([{ data: { to: 'somebody' } }])
  expect(errors).toEqual([])
})

test('a transaction that fails half way is not left to who comes next', async () => {
  const { pool, boss } = await startBoss()
  const db = boss.getDb()
  await expect(db.executeSql('begin; create table half_done (id int); select 1 / 0; commit', [])).rejects.toThrow('division by zero')
  expect((await pool.query(`select to_regclass('half_done') as name`)).rows).toEqual([{ name: null }])
})
