/** Addresses of what there is to find, in the order of their ids. */
import { sql } from 'kysely'

import type { Db } from '#db/connection.ts'
import { isRunning } from '#db/filters.ts'

export type Kind = 'offers' | 'shops'
export type Found = { id: string; changed: Date }

/** Running offers, or shops that are there. */
const current = (db: Db, kind: Kind, now: number) =>
  kind === 'offers'
    ? db.selectFrom('current_offer').where(isRunning(now)).select(['offer_id as id', 'added_in'])
    : db.selectFrom('current_shop').where('withdrawn_at', 'is', null).select(['shop_id as id', 'added_in'])

/** The ids with which parts of `size` begin. Each step reads one part's worth of the index, so no step holds the database for long. */
export async function listBeginnings(db: Db, kind: Kind, { now, size }: { now: number; size: number }): Promise<string[]> {
  const beginnings: string[] = []
  for (;;) {
    const last = beginnings.at(-1)
    const part = db
      .selectFrom(current(db, kind, now).as('it'))
      .select('id')
      .orderBy('id')
    const row = await (last === undefined ? part.limit(1) : part.where('id', '>=', last).offset(size).limit(1)).executeTakeFirst()
    if (!row) return beginnings
    beginnings.push(row.id)
  }
}

/** Ids from one on, with the time at which each last came in. */
export async function listFound(
  db: Db,
  kind: Kind,
  { now, from, after, limit }: { now: number; from: string; after: string | undefined; limit: number },
): Promise<Found[]> {
  const page = db
    .selectFrom(current(db, kind, now).as('it'))
    .select(['id', 'added_in'])
    .where('id', after === undefined ? '>=' : '>', after ?? from)
    .orderBy('id')
    .limit(limit)
  return db
    .selectFrom(page.as('page'))
    .innerJoin('import as i', 'i.id', 'page.added_in')
    .select(['page.id', sql<Date>`coalesce(i.finished_at, i.started_at)`.as('changed')])
    .orderBy('page.id')
    .execute()
}
