/** What an undo looks for. */
import { sql } from 'kysely'

import type { Db } from '#db/connection.ts'

import { author } from './data-past.ts'
import type { StoredOffer, StoredShop } from './lay-facts.ts'
import type { VersionTable } from './sweep-table.ts'

/** Newest versions between two ids that have the facts of an import. */
export async function listAuthored(db: Db, table: VersionTable, importId: number, [from, to]: [number, number]) {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where id between ${from} and ${to} and removed_in is null and ${author} = ${importId}`.execute(db)
  return rows.map(({ id }) => id)
}

export const listOfferVersions = (db: Db, ids: number[]): Promise<StoredOffer[]> =>
  db
    .selectFrom('offer_version')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

export const listVersionsOfShops = (db: Db, ids: number[]): Promise<StoredShop[]> =>
  db
    .selectFrom('shop_version')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

/** The first import after `after` whose offers stand with each of these shops, as it will be after the running one; not of those with none. */
export async function listOwners(db: Db, shops: { id: string; after: number }[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; owner: number }>`select id, owner
    from jsonb_to_recordset(${JSON.stringify(shops)}::jsonb) as asked (id uuid, after integer)
    cross join lateral (
      select min(${author}) as owner from offer_version
      where shop_id = asked.id and removed_in is null and withdrawn_at is null and ${author} > after
    ) as standing where owner is not null`.execute(db)
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}
