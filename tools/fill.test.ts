import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#api/config.ts'
import { openPool } from '#db/connection.ts'
import { createTestDatabase } from '#test/database.ts'

import { fill } from './fill.ts'

/** More than one batch, and a rest. */
const OFFERS = 2_100

test('a made-up city is in the database to its last offer, shows at once, and is not made twice', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const config = readConfig(url.startsWith('postgres') ? { DATABASE_URL: url } : { DATA_DIR: url })
  const request = { offers: OFFERS, shops: 21, seed: 1 }
  expect(await fill(config, request)).toMatchObject({ created: OFFERS, shopsCreated: 21 })

  const pool = await openPool(url)
  const { rows } = await pool.query(`select count(*)::integer as offers, count(distinct shop_id)::integer as shops from current_offer`)
  await pool.end()
  expect(rows).toEqual([{ offers: OFFERS, shops: 21 }])

  await expect(fill(config, request)).rejects.toThrow('The database holds offers already')
})
