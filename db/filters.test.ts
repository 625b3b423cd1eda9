import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { EARTH_RADIUS_KM } from '#contract/constants.ts'
import { fold, offerSearchText } from '#contract/search.ts'
import { openTestDatabase } from '#test/database.ts'
import { openDb } from './connection.ts'
import { foldedShopName, foldedTitle, isIndexed } from './filters.ts'

async function openTestDb() {
  const pool = await openTestDatabase()
  onTestFinished(() => pool.end())
  return openDb(pool)
}

test('the globe of the database is as large as that of the rules', async () => {
  const { rows } = await sql<{ metres: number }>`select kade_point(0, 0) <-> kade_point(0, 180) as metres`.execute(await openTestDb())
  expect(rows[0]!.metres).toBeCloseTo(2 * EARTH_RADIUS_KM * 1000, 3)
})

test('title and shop name are found in a search text where the rules put them', async () => {
  const text = offerSearchText({ title: 'High TEA', tags: ['noon'], category: 'Food' }, 'Café Ｌａｎｋａ')
  const found = sql`select ${foldedTitle} as title, ${foldedShopName} as shop from (select ${text}::text as search_text) as v`
  expect((await found.execute(await openTestDb())).rows).toEqual([{ title: 'high tea', shop: fold('Café Ｌａｎｋａ') }])
})

test('the trigram index answers three letters in a row, and no fewer', () => {
  for (const q of ['tea', 'Rice & curry', 'තේපැන්', '100', 'tv 4k']) expect(isIndexed(q), q).toBe(true)
  for (const q of ['a', 'tv', '50%', 'a_b', 'c d e', '!?']) expect(isIndexed(q), q).toBe(false)
})
