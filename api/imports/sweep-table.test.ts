import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { openTestApp } from '#test/app.ts'
import { sweep } from './sweep-table.ts'

test('a walk over versions skips ids that nobody has any more, and ends when the server stops', async () => {
  const { context, importRows } = await openTestApp()
  const { db, pool } = context
  await importRows([{ title: 'Tea', shop: 'Kade' }])
  await pool.query(`select setval(pg_get_serial_sequence('offer_version', 'id'), 10000000)`)
  await importRows([{ title: 'Cake', shop: 'Kade' }])
  const steps: [number, number][] = []
  const note = (from: number, to: number) => (steps.push([from, to]), sql`select`)
  await sweep(db, 'offer_version', note)
  expect(steps.map(([from]) => from)).toEqual([1, 10_000_001])
  await expect(sweep(db, 'offer_version', note, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  expect(steps).toHaveLength(2)
})
