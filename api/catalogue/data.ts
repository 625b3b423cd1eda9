/** What the whole catalogue holds, counted in one pass. */
import { sql } from 'kysely'

import { CATEGORIES, TAG_SUGGESTIONS } from '#contract/constants.ts'
import type { Db } from '#db/connection.ts'
import { isAtMostNewest, isRunning } from '#db/filters.ts'

export type Summary = {
  categories: { id: string; name: string; count: number }[]
  activeOffers: number
  partnerShops: number
  averageSavings: number
}

/** Running offers by category, shops, and the rounded mean of what counts as a saving (#195: "up to" does not, D-48). */
export async function summarizeCatalogue(db: Db, now: number): Promise<Summary> {
  const byCategory = await db
    .selectFrom('current_offer')
    .where(isRunning(now))
    .groupBy('category')
    .select((eb) => [
      'category',
      eb.fn.countAll<number>().as('count'),
      sql<number>`count(*) filter (where not discount_is_up_to)`.as('counted'),
      sql<number | null>`sum(discount) filter (where not discount_is_up_to)`.as('saved'),
    ])
    .execute()
  const known = await db.selectFrom('category').select(['id', 'name', 'position']).orderBy('position').orderBy('name').execute()
  const { count: partnerShops } = await db
    .selectFrom('current_shop')
    .where('withdrawn_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const counted = byCategory.reduce((sum, row) => sum + row.counted, 0)
  const saved = byCategory.reduce((sum, row) => sum + (row.saved ?? 0), 0)
  return {
    categories: known
      .map(({ id, name, position }) => ({ id, name, position, count: byCategory.find((row) => row.category === name)?.count ?? 0 }))
      .filter(({ position, count }) => position < CATEGORIES.length || count > 0),
    activeOffers: byCategory.reduce((sum, row) => sum + row.count, 0),
    partnerShops,
    averageSavings: counted === 0 ? 0 : Math.round(saved / counted),
  }
}

/** The tags that are frequent among the offers that end soonest, each in its most frequent writing. */
export async function listTags(db: Db, now: number): Promise<string[]> {
  const some = db
    .selectFrom('current_offer')
    .where(isRunning(now))
    .where(isAtMostNewest)
    .select('tags')
    .orderBy('ends_at')
    .orderBy('offer_id')
    .limit(TAG_SUGGESTIONS.offers)
  const rows = await db
    .selectFrom(
      db
        .selectFrom(some.as('some'))
        .select(sql<string>`unnest(tags)`.as('tag'))
        .as('each'),
    )
    .select(sql<string>`mode() within group (order by tag)`.as('tag'))
    .groupBy(sql`lower(tag)`)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`lower(tag)`)
    .limit(TAG_SUGGESTIONS.tags)
    .execute()
  return rows.map(({ tag }) => tag)
}
