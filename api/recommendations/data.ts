/** The SQL of recommendations: a bounded choice out of the catalogue, never all of it. */
import { sql } from 'kysely'

import { RECOMMENDED } from '#contract/constants.ts'
import type { Db } from '#db/connection.ts'
import { isRunning } from '#db/filters.ts'

import { revision } from '../offers/data-cards.ts'

type Taste = { categories: string[]; likedShops: string[]; now: number }

/** Running offers that are worth weighing: of liked shops, in categories of interest, popular ones, and what ends soonest. */
export async function pickCandidates(db: Db, { categories, likedShops, now }: Taste) {
  const running = db
    .selectFrom('current_offer')
    .select(['offer_id', revision])
    .where(isRunning(now))
    .orderBy('ends_at')
    .orderBy('offer_id')
    .limit(RECOMMENDED.candidates)
  const popular = db
    .selectFrom(db.selectFrom('offer').select('id').where('clicks', '>', 0).orderBy('clicks', 'desc').limit(RECOMMENDED.candidates).as('o'))
    .innerJoin('current_offer', 'current_offer.offer_id', 'o.id')
    .select(['offer_id', revision])
    .where(isRunning(now))
  const rows = [
    ...(likedShops.length > 0 ? await running.where('shop_id', '=', sql<string>`any(${likedShops}::uuid[])`).execute() : []),
    ...(categories.length > 0 ? await running.where('category', '=', sql<string>`any(${categories}::text[])`).execute() : []),
    ...(await popular.execute()),
    ...(await running.execute()),
  ]
  return [...new Map(rows.map((row) => [row.offer_id, row])).values()]
}
