/** What of the demo city shows, and taking it out of sight. */
import { sql, type RawBuilder } from 'kysely'

import { transact, type Db } from '#db/connection.ts'
import type { ImportTable } from '#db/schema.ts'

import { author } from './data-past.ts'

const importsOf = (...kinds: ImportTable['kind'][]) => sql`(select id from import where kind in (${sql.join(kinds)}))`

/** Facts of the demo city. Somebody may have changed it by hand: it is the demo city's all the same. Looked up from what came with it. */
const isOfDemo = (table: 'offer' | 'shop', by: RawBuilder<number>) => sql<boolean>`${sql.ref(`${table}_id`)} = any (array(
    select id from ${sql.table(table)} born where born.added_in in ${importsOf('demo')}
  )) and ${by} in ${importsOf('demo', 'edit')}`

/** Whether an offer of the demo city still shows. */
export async function isDemoPresent(db: Db) {
  const demo = db.selectFrom('current_offer').where(isOfDemo('offer', author)).where('withdrawn_at', 'is', null)
  return (await demo.select('offer_id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether anything of the demo city shows, or may come back by an undo. */
export async function hasDemo(db: Db) {
  const { rows } = await sql<{ has: boolean }>`select
    exists (select from current_offer where ${isOfDemo('offer', author)} and withdrawn_at is null)
    or exists (select from current_shop where ${isOfDemo('shop', author)} and withdrawn_at is null)
    or exists (select from offer_past where ${isOfDemo('offer', pastAuthor)} and ${isShownAgain})
    or exists (select from shop_past where ${isOfDemo('shop', pastAuthor)} and ${isShownAgain}) as has`.execute(db)
  return rows[0]!.has
}
const pastAuthor = sql.ref<number>('added_in')
const isShownAgain = sql`facts ->> 'withdrawn_at' is null`

/** Takes the demo city out of sight: its offers, and the shops that have no others. */
export const withdrawDemo = (db: Db, at: Date) =>
  transact(db, async (trx) => {
    const isDemo = (table: 'offer' | 'shop') => sql<boolean>`withdrawn_at is null and ${isOfDemo(table, author)}`
    // Nor does an undo bring any of it back.
    for (const table of ['offer', 'shop'] as const)
      await sql`update ${sql.table(`${table}_past`)} set facts = facts || jsonb_build_object('withdrawn_at', ${at}::timestamptz)
        where ${isOfDemo(table, pastAuthor)} and ${isShownAgain}`.execute(trx)
    const offers = await trx.updateTable('offer_version').set({ withdrawn_at: at }).where(isDemo('offer')).executeTakeFirst()
    const shops = await trx
      .updateTable('shop_version')
      .set({ withdrawn_at: at })
      .where(isDemo('shop'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('current_offer')
              .select('current_offer.id')
              .whereRef('current_offer.shop_id', '=', 'shop_version.shop_id')
              .where('current_offer.withdrawn_at', 'is', null),
          ),
        ),
      )
      .executeTakeFirst()
    // What somebody had withdrawn or restored by hand is gone with it too: nobody is offered to bring it back.
    for (const table of ['offer', 'shop'] as const)
      await sql`update ${sql.table(`${table}_version`)} version
        set restored_from = (select born.added_in from ${sql.table(table)} born where born.id = version.${sql.ref(`${table}_id`)})
        where withdrawn_at is not null and ${isOfDemo(table, author)} and ${author} in ${importsOf('edit')}`.execute(trx)
    await trx
      .updateTable('catalogue')
      .set({ revision: sql<number>`revision + 1` })
      .execute()
    return { offers: Number(offers.numUpdatedRows), shops: Number(shops.numUpdatedRows) }
  })
