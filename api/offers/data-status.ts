/** The facts that an offer's status follows from, of many offers at once: nothing else of them is read. */
import { sql } from 'kysely'
import type { LRUCache } from 'lru-cache'

import { COUNTER_LIFE } from '#contract/constants.ts'
import type { StatusFacts } from '#contract/offer-status.ts'
import type { Db } from '#db/connection.ts'
import { toInstant } from '#db/instant.ts'
import { createLastUsed } from '#db/last-used.ts'
import { planOnce } from '#db/pool.ts'

import { toHours } from './present-offer.ts'

/** Hours by the id of the shop: hundreds of offers share them, and each is a small tree. What was read before `forget` is not kept after it. */
type KeptHours = { shops: LRUCache<string, StatusFacts['shop']>; edition: number; forget: () => void }
const KEPT_SHOPS = 5_000
export function keepHours(): KeptHours {
  const kept: KeptHours = {
    shops: createLastUsed(KEPT_SHOPS, COUNTER_LIFE),
    edition: 0,
    forget() {
      kept.edition += 1
      kept.shops.clear()
    },
  }
  return kept
}

/** Facts by the ids of offers. Those that nobody has are left out. */
export async function readStatusFacts(db: Db, ids: string[], kept: KeptHours): Promise<Map<string, StatusFacts>> {
  const { edition } = kept
  const rows = await db
    .selectFrom('current_offer')
    .select(['offer_id', 'shop_id', 'starts_at', 'ends_at', 'weekdays', 'valid_from', 'valid_to', 'conditions_from_text'])
    .where('offer_id', '=', sql<string>`any(${ids}::uuid[])`)
    .modifyEnd(planOnce)
    .execute()
  const hours = await readHours(db, [...new Set(rows.map((row) => row.shop_id))], kept, edition)
  return new Map(
    rows.flatMap((row) => {
      const shop = hours.get(row.shop_id)
      if (!shop) return []
      const conditions = { weekdays: row.weekdays, hours: toHours(row) }
      const dates = { startDate: toInstant(row.starts_at), endDate: toInstant(row.ends_at) }
      return [[row.offer_id, { ...dates, conditions, conditionsFromText: row.conditions_from_text, shop }] as const]
    }),
  )
}

async function readHours(db: Db, ids: string[], kept: KeptHours, edition: number) {
  const { shops } = kept
  const hours = new Map(ids.map((id) => [id, shops.get(id)]))
  const missing = ids.filter((id) => !hours.get(id))
  if (missing.length === 0) return hours
  const rows = await db
    .selectFrom('current_shop')
    .select(['shop_id', 'hours', 'special_hours'])
    .where('shop_id', '=', sql<string>`any(${missing}::uuid[])`)
    .modifyEnd(planOnce)
    .execute()
  for (const { shop_id: id, hours: businessHours, special_hours: specialHours } of rows) {
    const shop = { businessHours, specialHours }
    hours.set(id, shop)
    if (kept.edition === edition) shops.set(id, shop)
  }
  return hours
}
