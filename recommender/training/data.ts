/** The SQL of training: what shoppers did and the shops of the city, read batch by batch, and models by version. Training reads and never writes but its own models. */
import { sql } from 'kysely'

import type { Db } from '#db/connection.ts'

/** Rows that are read at once: nobody waits long behind any of them. */
const BATCH = 5_000

export type LikeRow = { consumer_id: string; target_id: string; at: Date }
export type ClickRow = { id: number; consumer_id: string; target_id: string; is_shop: boolean; at: Date }

/** Likes as they stand now: whoever took one back does not like it. */
export async function* readLikes(db: Db, type: 'OFFER' | 'SHOP'): AsyncGenerator<LikeRow[]> {
  const [table, target] = type === 'OFFER' ? [sql.table('liked_offer'), sql.ref('offer_id')] : [sql.table('liked_shop'), sql.ref('shop_id')]
  let after = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await sql<LikeRow>`select consumer_id, ${target} as target_id, liked_at as at from ${table}
      where (consumer_id, ${target}) > (${after[0]}::uuid, ${after[1]}::uuid) order by consumer_id, ${target} limit ${BATCH}`.execute(db)
    yield rows
    if (rows.length < BATCH) return
    const last = rows.at(-1)!
    after = [last.consumer_id, last.target_id]
  }
}

/** Clicks of shoppers, unless they have started over since, up to a line of the log. */
export async function* readClicks(db: Db, { from, until }: { from: number; until: number }): AsyncGenerator<ClickRow[]> {
  for (let after = await findLineBefore(db, from); ;) {
    const { rows } = await sql<ClickRow & { counts: boolean }>`
      select i.id, i.consumer_id, i.target_id, i.kind = 'SHOP_CLICK' as is_shop, i.at,
        i.kind in ('OFFER_CLICK', 'SHOP_CLICK') and i.consumer_id is not null and i.at >= coalesce(c.recommended_from, '-infinity') as counts
      from (select * from interaction where id > ${after} and id <= ${until} order by id limit ${BATCH}) as i
      left join consumer as c on c.id = i.consumer_id
      order by i.id`.execute(db)
    yield rows.filter((row) => row.counts)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

const findLineBefore = async (db: Db, at: number) =>
  (
    await db
      .selectFrom('interaction')
      .select('id')
      .where('at', '<', new Date(at))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? 0
/** The last line of the log; 0 where there is none. */
export const findLastLine = async (db: Db) =>
  (await db.selectFrom('interaction').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

/** Whether so many known people have done anything. */
export const hasShoppers = async (db: Db, count: number) =>
  (
    await sql<{ has: boolean }>`select count(*) >= ${count} as has from (
      (select distinct consumer_id from interaction where consumer_id is not null order by consumer_id limit ${count})
      union (select distinct consumer_id from liked_offer order by consumer_id limit ${count})
      union (select distinct consumer_id from liked_shop order by consumer_id limit ${count})
    ) shopper`.execute(db)
  ).rows[0]!.has

export type ShopRow = { shop_id: string; latitude: number | null; longitude: number | null; categories: string[] }
/** Every shop with the categories of its offers, whatever has become of them. */
export async function* readShops(db: Db): AsyncGenerator<ShopRow[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<ShopRow>`
      select s.shop_id, s.latitude, s.longitude,
        array(select distinct category from current_offer as o where o.shop_id = s.shop_id order by category) as categories
      from (select * from current_shop where shop_id > ${after}::uuid order by shop_id limit 500) as s order by s.shop_id`.execute(db)
    yield rows
    if (rows.length < 500) return
    after = rows.at(-1)!.shop_id
  }
}

/** Of which shop and category offers are. */
export const selectShopsOfOffers = async (db: Db, ids: string[]) =>
  db
    .selectFrom('current_offer')
    .select(['offer_id', 'shop_id', 'category'])
    .where('offer_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

/** The models of a city that may serve, the newest first. */
export const listServingModels = async (db: Db, city: string) =>
  (
    await db
      .selectFrom('recommender_model')
      .select('id')
      .where('city', '=', city)
      .where('serves', '=', true)
      .orderBy('id', 'desc')
      .limit(KEPT)
      .execute()
  ).map(({ id }) => id)

/** The bytes of one model, part by part: each is there well within the time that a statement has. Undefined where it has left. */
export async function readModelBytes(db: Db, id: number): Promise<Uint8Array | undefined> {
  const model = await db.selectFrom('recommender_model').select('size').where('id', '=', id).executeTakeFirst()
  if (!model) return undefined
  const bytes = new Uint8Array(model.size ?? 0)
  for (let place = 0; place * PART < bytes.length; place += 1) {
    const part = await db
      .selectFrom('recommender_model_part')
      .select('bytes')
      .where('model_id', '=', id)
      .where('place', '=', place)
      .executeTakeFirst()
    if (!part) return undefined
    bytes.set(part.bytes.subarray(0, bytes.length - place * PART), place * PART)
  }
  return bytes
}

/** When a city was trained last, whatever came of it. */
export const findLastTraining = (db: Db, city: string) =>
  db
    .selectFrom('recommender_model')
    .select(['trained_at', 'interaction_id', 'metrics'])
    .where('city', '=', city)
    .where('serves', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** So many models that serve are kept, and so many lines about others. */
export const KEPT = 3
/** So many bytes of a model are written, and read, at once. */
export const PART = 4 * 2 ** 20

export type NewModel = { city: string; now: number; interactionId: number; serves: boolean; metrics: object; bytes: Uint8Array }
/** Answers the number of the version, which nobody sees before it is whole. The oldest leave, and what somebody began to write and did not end. */
export async function insertModel(db: Db, { city, now, interactionId, serves, metrics, bytes }: NewModel): Promise<number> {
  await db.deleteFrom('recommender_model').where('city', '=', city).where('serves', 'is', null).execute()
  const { id } = await db
    .insertInto('recommender_model')
    .values({
      city,
      trained_at: new Date(now),
      interaction_id: interactionId,
      metrics: JSON.stringify(metrics),
      size: serves ? bytes.length : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let place = 0; serves && place * PART < bytes.length; place += 1) {
    const part = Buffer.from(bytes.subarray(place * PART, (place + 1) * PART))
    await db.insertInto('recommender_model_part').values({ model_id: id, place, bytes: part }).execute()
  }
  await db.updateTable('recommender_model').set({ serves }).where('id', '=', id).execute()
  const latest = db
    .selectFrom('recommender_model')
    .select('id')
    .where('city', '=', city)
    .where('serves', '=', serves)
    .orderBy('id', 'desc')
    .limit(KEPT)
  await db.deleteFrom('recommender_model').where('city', '=', city).where('serves', '=', serves).where('id', 'not in', latest).execute()
  return id
}
