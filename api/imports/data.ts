/** All SQL of the imports. */
import { sql } from 'kysely'

import { CATEGORIES } from '#contract/constants.ts'
import { transact, type Db, type Pool } from '#db/connection.ts'
import type { HeldLock } from '#db/pool.ts'
import type { ImportTable } from '#db/schema.ts'

import type { OfferFacts, ShopFacts, StoredOffer, StoredShop } from './lay-facts.ts'

/** The name under which one import at a time writes, across all servers of a database. */
export const IMPORT_LOCK = 'kade:import'
/** Rows touched by one step of a clean-up: a few milliseconds. */
const SWEEP = 2_000

export async function startImport(
  db: Db,
  { kind, fileName, fileHash, at }: { kind: ImportTable['kind']; fileName: string | null; fileHash: string | null; at: Date },
): Promise<number> {
  return transact(db, async (trx) => {
    const { id } = await trx
      .insertInto('import')
      .values({ kind, state: 'running', file_name: fileName, file_hash: fileHash, started_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('catalogue')
      .set({ hidden: sql<number[]>`hidden || ${id}::integer` })
      .execute()
    return id
  })
}

/** Shows everything that an import wrote, to every reader at once. On the lock's own connection: whoever lost the lock publishes nothing. */
export async function publishImport(lock: HeldLock, { importId, at, report }: { importId: number; at: Date; report: object }) {
  await lock.connection.query(
    `with shown as (update catalogue set hidden = array_remove(hidden, $1::integer), revision = revision + 1)
     update import set state = 'published', finished_at = $2, report = $3 where id = $1`,
    [importId, at, JSON.stringify(report)],
  )
}

export type KnownShop = { key: string; shop_id: string; name_key: string | null; address: string | null }

/** The shops behind keys, and those that go by a name at any address. */
export const findShopIdentities = (db: Db, keys: string[], names: string[]): Promise<KnownShop[]> =>
  db
    .selectFrom('shop_identity')
    .select(['key', 'shop_id', 'name_key', 'address'])
    .where((eb) => eb.or([eb('key', '=', sql<string>`any(${keys}::text[])`), eb('name_key', '=', sql<string>`any(${names}::text[])`)]))
    .execute()

/** The newest facts of shops, those of the running import included. */
export const findShopVersions = (db: Db, ids: string[]): Promise<StoredShop[]> =>
  db
    .selectFrom('shop_version')
    .selectAll()
    .where('shop_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('removed_in', 'is', null)
    .execute()

export type KnownOffer = { id: string; identity: string; stored: StoredOffer | undefined }

/** The offers behind identities, with their newest facts. */
export async function findOffersByIdentity(db: Db, identities: string[]): Promise<KnownOffer[]> {
  const known = await db
    .selectFrom('offer')
    .select(['id', 'identity'])
    .where('identity', '=', sql<string>`any(${identities}::text[])`)
    .execute()
  if (known.length === 0) return []
  const versions = await db
    .selectFrom('offer_version')
    .selectAll()
    .where('offer_id', '=', sql<string>`any(${known.map((offer) => offer.id)}::uuid[])`)
    .where('removed_in', 'is', null)
    .execute()
  const byOffer = new Map(versions.map((version) => [version.offer_id, version]))
  return known.map((offer) => ({ ...offer, stored: byOffer.get(offer.id) }))
}

/** Offers whose copy of their shop's place or name is no longer true. */
export const findMovedOffers = (db: Db, shop: StoredShop, foldedName: string, limit: number): Promise<StoredOffer[]> =>
  db
    .selectFrom('offer_version')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .where('removed_in', 'is', null)
    .where(
      sql<boolean>`(latitude is distinct from ${shop.latitude}::float8 or longitude is distinct from ${shop.longitude}::float8 or split_part(search_text, chr(31), 3) <> ${foldedName})`,
    )
    .limit(limit)
    .execute()

export type BatchToWrite = {
  importId: number
  at: Date
  newShops: string[]
  newIdentities: (KnownShop & { key: string })[]
  shops: { facts: ShopFacts; replaces: StoredShop | undefined }[]
  newOffers: { id: string; identity: string }[]
  offers: { facts: Omit<OfferFacts, 'withdrawn_at'> & { withdrawn_at: Date | null }; replaces: StoredOffer | undefined }[]
  newCategories: { id: string; name: string }[]
}

const SHOP_COLUMNS = [
  'shop_id',
  'name',
  'address',
  'description',
  'phone',
  'email',
  'website',
  'image_url',
  'logo_url',
  'category',
  'categories',
  'rating',
  'latitude',
  'longitude',
  'hours',
  'special_hours',
  'facebook',
  'twitter',
  'instagram',
  'name_key',
  'search_text',
  'withdrawn_at',
  'added_in',
]
const OFFER_COLUMNS = [
  'offer_id',
  'shop_id',
  'title',
  'description',
  'image_url',
  'category',
  'tags',
  'rating',
  'discount',
  'discount_is_up_to',
  'discount_is_from_text',
  'original_price',
  'discounted_price',
  'minimum_purchase',
  'usage_limit',
  'starts_at',
  'ends_at',
  'terms',
  'redemption_code',
  'offer_url',
  'weekdays',
  'valid_from',
  'valid_to',
  'payment',
  'new_customers_only',
  'service',
  'latitude',
  'longitude',
  'search_text',
  'withdrawn_at',
  'added_in',
]
type Table = 'shop' | 'shop_identity' | 'shop_version' | 'offer' | 'offer_version' | 'category'

/** Inserts rows in one statement with one parameter, however many they are. */
const insertRows = (table: Table, columns: string[], rows: object[], tail = '') =>
  sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(columns.map((column) => sql.ref(column)))} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) ${sql.raw(tail)}`

/** Writes a batch that nobody sees yet, whole or not at all. */
export const writeBatch = (db: Db, { importId, at, newShops, newIdentities, shops, newOffers, offers, newCategories }: BatchToWrite) =>
  transact(db, async (trx) => {
    const stamp = { added_in: importId, created_at: at }
    if (newCategories.length > 0)
      await insertRows(
        'category',
        ['id', 'name', 'position'],
        newCategories.map((category) => ({ ...category, position: CATEGORIES.length })),
        'on conflict (name) do nothing',
      ).execute(trx)
    if (newShops.length > 0)
      await insertRows(
        'shop',
        ['id', 'added_in', 'created_at'],
        newShops.map((id) => ({ id, ...stamp })),
      ).execute(trx)
    if (newIdentities.length > 0)
      await insertRows(
        'shop_identity',
        ['key', 'shop_id', 'name_key', 'address', 'added_in'],
        newIdentities.map((known) => ({ ...known, ...stamp })),
        'on conflict (key) do nothing',
      ).execute(trx)
    if (shops.length > 0) {
      await replaceVersions('shop_version', importId, shops).execute(trx)
      await insertRows(
        'shop_version',
        SHOP_COLUMNS,
        shops.map(({ facts }) => ({ ...facts, ...stamp })),
      ).execute(trx)
    }
    if (newOffers.length > 0)
      await insertRows(
        'offer',
        ['id', 'identity', 'added_in', 'created_at'],
        newOffers.map((offer) => ({ ...offer, ...stamp })),
      ).execute(trx)
    if (offers.length > 0) {
      await replaceVersions('offer_version', importId, offers).execute(trx)
      await insertRows(
        'offer_version',
        OFFER_COLUMNS,
        offers.map(({ facts }) => ({ ...facts, ...stamp })),
      ).execute(trx)
    }
  })

/** What others wrote is marked as replaced; what this import wrote before was never seen and goes. */
function replaceVersions(
  table: 'shop_version' | 'offer_version',
  importId: number,
  rows: { replaces: { id: number; added_in: number } | undefined }[],
) {
  const replaced = rows.flatMap(({ replaces }) => replaces ?? [])
  const own = replaced.filter(({ added_in }) => added_in === importId).map(({ id }) => id)
  const others = replaced.filter(({ added_in }) => added_in !== importId).map(({ id }) => id)
  return sql`with gone as (delete from ${sql.table(table)} where id = any(${own}::bigint[]))
    update ${sql.table(table)} set removed_in = ${importId} where id = any(${others}::bigint[])`
}

/** Undoes what an import wrote and never published, in small steps, and ends it. */
export async function abandonImport(
  db: Db,
  { importId, state, at, report }: { importId: number; state: 'failed' | 'abandoned'; at: Date; report: object | null },
) {
  for (const table of ['offer_version', 'shop_version'] as const) {
    await sweep(db, table, (from, to) => sql`delete from ${sql.table(table)} where id between ${from} and ${to} and added_in = ${importId}`)
    await sweep(
      db,
      table,
      (from, to) => sql`update ${sql.table(table)} set removed_in = null where id between ${from} and ${to} and removed_in = ${importId}`,
    )
  }
  for (const table of ['offer', 'shop_identity', 'shop'] as const) {
    const key = sql.ref(table === 'shop_identity' ? 'key' : 'id')
    let gone: bigint
    do {
      const { numAffectedRows } =
        await sql`delete from ${sql.table(table)} where ${key} in (select ${key} from ${sql.table(table)} where added_in = ${importId} limit ${SWEEP})`.execute(
          db,
        )
      gone = numAffectedRows ?? 0n
    } while (gone > 0n)
  }
  await transact(db, async (trx) => {
    await trx
      .updateTable('catalogue')
      .set({ hidden: sql<number[]>`array_remove(hidden, ${importId}::integer)` })
      .execute()
    await trx
      .updateTable('import')
      .set({ state, finished_at: at, is_cleaned: true, report: report && JSON.stringify(report) })
      .where('id', '=', importId)
      .execute()
  })
}

/** Removes the versions that a published import replaced, in small steps. */
export async function cleanImport(db: Db, importId: number) {
  for (const table of ['offer_version', 'shop_version'] as const) {
    await sweep(
      db,
      table,
      (from, to) => sql`delete from ${sql.table(table)} where id between ${from} and ${to} and removed_in = ${importId}`,
    )
  }
  await db.updateTable('import').set({ is_cleaned: true }).where('id', '=', importId).execute()
}

/** Walks over a table by its ids, for `removed_in` stands in no index: that keeps the marking of replaced versions cheap. */
async function sweep(db: Db, table: 'shop_version' | 'offer_version', step: (from: number, to: number) => ReturnType<typeof sql>) {
  const { rows } = await sql<{
    first: number | null
    last: number
  }>`select min(id) as first, max(id) as last from ${sql.table(table)}`.execute(db)
  const [range] = rows
  if (!range || range.first === null) return
  for (let from = range.first; from <= range.last; from += SWEEP) await step(from, from + SWEEP - 1).execute(db)
}

/** Imports that a stopped process left: begun and never published, or published and not cleaned up. */
export const findUnfinishedImports = (db: Db) =>
  db
    .selectFrom('import')
    .select(['id', 'state'])
    .where((eb) => eb.or([eb('state', '=', 'running'), eb.and([eb('state', '=', 'published'), eb('is_cleaned', '=', false)])]))
    .orderBy('id')
    .execute()

/** Tells the planner what an import has brought; on the embedded engine nobody else would. */
export async function analyzeCatalogue(pool: Pool) {
  await analyzeReferenced(pool)
  for (const table of ['offer_version', 'shop_version', 'shop_identity']) await pool.query(`analyze ${table}`)
}
/**
 * A session plans the checks of foreign keys once. Planned while the tables were small they scan, and an import that goes on for long gets
 * slower with each row: new statistics throw those plans away.
 */
export async function analyzeReferenced(pool: Pool) {
  for (const table of ['offer', 'shop']) await pool.query(`analyze ${table}`)
}

export async function hasImport(db: Db, kind: ImportTable['kind']) {
  const row = await db
    .selectFrom('import')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'published')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an offer of the demo city still shows. */
export async function isDemoPresent(db: Db) {
  const row = await db
    .selectFrom('current_offer')
    .innerJoin('import', 'import.id', 'current_offer.added_in')
    .where('import.kind', '=', 'demo')
    .where('withdrawn_at', 'is', null)
    .select('offer_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the demo city out of sight: its offers, and the shops that have no others. */
export const withdrawDemo = (db: Db, at: Date) =>
  transact(db, async (trx) => {
    const isDemo = sql<boolean>`added_in in (select id from import where kind = 'demo') and withdrawn_at is null`
    const offers = await trx.updateTable('offer_version').set({ withdrawn_at: at }).where(isDemo).executeTakeFirst()
    const shops = await trx
      .updateTable('shop_version')
      .set({ withdrawn_at: at })
      .where(isDemo)
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
    await trx
      .updateTable('catalogue')
      .set({ revision: sql<number>`revision + 1` })
      .execute()
    return { offers: Number(offers.numUpdatedRows), shops: Number(shops.numUpdatedRows) }
  })
