import { sql } from 'kysely'

import type { City } from '#contract/city.ts'
import type { Offer, RelatedQuery } from '#contract/offer.ts'
import { fold } from '#contract/search.ts'
import type { Db } from '#db/connection.ts'
import { isId, isRunning, matchesOfferFilters, type Condition } from '#db/filters.ts'

import { currentOffers, revision, SOONEST, type Picked } from './data-cards.ts'
import { showPicked } from './keep-cards.ts'

/** How many of the best candidates of each kind are weighed against one another. */
const RELATED_CANDIDATES = 60
type Candidate = Picked & { tags: string[]; category: string; ends_at: Date | number }

/** Running offers that share tags or the category, the most in common first, then the soonest to end. */
export async function listRelatedOffers(
  db: Db,
  { category, tags = [], exclude, limit, now, city }: RelatedQuery & { limit: number; now: number; city: City },
): Promise<Offer[]> {
  const others: Condition[] = [isRunning(now)]
  if (isId(exclude)) others.push(sql`offer_id <> ${exclude}::uuid`)
  const candidates = async (filters: { category?: string | undefined; tags?: string[] }) => {
    const found = sql<Candidate>`
      select offer_id, tags, category, ends_at, ${revision} from ${currentOffers([...others, ...matchesOfferFilters(filters, city.timeZone)])}
      order by ${SOONEST} limit ${RELATED_CANDIDATES}`
    return (await found.execute(db)).rows
  }
  const found = await Promise.all([
    ...(tags.length > 0 ? [candidates({ tags })] : []),
    ...(category ? [candidates({ category })] : []),
    ...(tags.length === 0 && !category ? [candidates({})] : []),
  ])
  const wanted = new Set(tags.map(fold))
  const score = (row: Candidate) => 2 * row.tags.filter((tag) => wanted.has(fold(tag))).length + (row.category === category ? 1 : 0)
  const distinct = [...new Map(found.flat().map((row) => [row.offer_id, row])).values()]
  const best = distinct.toSorted((a, b) => score(b) - score(a) || Number(a.ends_at) - Number(b.ends_at))
  return showPicked(db, best.slice(0, limit), city)
}
