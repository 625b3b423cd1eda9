/** What the rows of an import look for, and where they are written. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { CATEGORIES } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { transactAtOnce, type Db } from '#db/connection.ts'
import { foldedShopName, isShownKey } from '#db/filters.ts'

import type { Context } from '../context.ts'
import { authorOf } from './data-past.ts'
import type { OfferFacts, ShopFacts, StoredOffer, StoredShop } from './lay-facts.ts'
import type { VersionTable } from './sweep-table.ts'

/** A key by which a shop is known. */
export type ShopKey = { key: string; shop_id: string; name_key: string | null; address: string | null; external_id: string | null }

/** One that was found, and whether its shop is out of sight. */
export type FoundKey = ShopKey & { isWithdrawn: boolean }

const selectIdentities = (db: Db) =>
  db
    .selectFrom('shop_identity')
    .leftJoin('shop_version', (join) => join.onRef('shop_version.shop_id', '=', 'shop_identity.shop_id').on('removed_in', 'is', null))
    .select(['key', 'shop_identity.shop_id', 'shop_identity.name_key', 'shop_identity.address', 'external_id'])
    .select(sql<boolean>`withdrawn_at is not null`.as('isWithdrawn'))

const selectIdentitiesOf = (db: Db, keys: string[], names: string[]) =>
  selectIdentities(db)
    .where((eb) =>
      eb.or([eb('key', '=', sql<string>`any(${keys}::text[])`), eb('shop_identity.name_key', '=', sql<string>`any(${names}::text[])`)]),
    )
    // The latest address of a shop that has moved is told last, and counts.
    .orderBy('shop_identity.added_in')
    .orderBy('key')

/** The shops behind keys, and those that go by a name at any address. */
export const listShopIdentities = (db: Db, keys: string[], names: string[]): Promise<FoundKey[]> =>
  selectIdentitiesOf(db, keys, names).execute()

/** The same, as published imports have taught them. */
export const listShownIdentities = (db: Db, keys: string[], names: string[] = []): Promise<FoundKey[]> =>
  selectIdentitiesOf(db, keys, names).where(isShownKey).execute()

/** The newest facts of shops, those of the running import included. */
export const listShopVersions = (db: Db, ids: string[]): Promise<StoredShop[]> =>
  db
    .selectFrom('shop_version')
    .selectAll()
    .where('shop_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('removed_in', 'is', null)
    .execute()

/** What a running import has replaced of these shops. */
export const listReplacedShops = (db: Db, importId: number, ids: string[]): Promise<StoredShop[]> =>
  db
    .selectFrom('shop_version')
    .selectAll()
    .where('shop_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('removed_in', '=', importId)
    .execute()

export type KnownOffer = { id: string; identity: string; external_id: string | null; stored: StoredOffer | undefined }

/** The offers behind identities, with their newest facts. */
export async function listOffersByIdentity(db: Db, identities: string[]): Promise<KnownOffer[]> {
  const known = await db
    .selectFrom('offer')
    .select(['id', 'identity', 'external_id'])
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
export const listMovedOffers = (db: Db, shop: StoredShop, foldedName: string, limit: number): Promise<StoredOffer[]> =>
  db
    .selectFrom('offer_version')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .where('removed_in', 'is', null)
    .where(
      sql<boolean>`(latitude is distinct from ${shop.latitude}::float8 or longitude is distinct from ${shop.longitude}::float8 or ${foldedShopName} <> ${foldedName})`,
    )
    .limit(limit)
    .execute()

/** Somebody has withdrawn it by hand, with its shop: it is that act's, and no other brings it back. */
const isWithdrawnByHand = sql<SqlBool>`exists (select from offer_past before join import by_hand on by_hand.id = before.removed_in
  where by_hand.kind = 'edit' and before.removed_in = ${authorOf('offer_version')}
  and before.offer_id = offer_version.offer_id and before.facts ->> 'withdrawn_at' is null)`

/** Which offers of a shop are not where it is; with `byHand` also those that somebody has withdrawn with it. */
export type Apart = { shop: Pick<StoredShop, 'shop_id' | 'withdrawn_at'>; byHand: boolean }

/** Offers of a shop that show though it is withdrawn, or that went with it though it shows. */
export const listOffersApart = (db: Db, { shop: { shop_id, withdrawn_at }, byHand }: Apart, limit: number): Promise<StoredOffer[]> =>
  db
    .selectFrom('offer_version')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('removed_in', 'is', null)
    .where(withdrawn_at === null ? sql<SqlBool>`withdrawn_with_shop` : sql<SqlBool>`withdrawn_at is null`)
    .$if(withdrawn_at === null && !byHand, (query) => query.where(({ not }) => not(isWithdrawnByHand)))
    .limit(limit)
    .execute()

/** The shop of which an import has written last. Throws where it has written of none. */
export async function getLatestShop(db: Db, importId: number): Promise<string> {
  const written = db.selectFrom('shop_version').select('shop_id').where('added_in', '=', importId).orderBy('id', 'desc').limit(1)
  return (await written.executeTakeFirstOrThrow()).shop_id
}

/** What is to be said of an offer or a shop. `restoredFrom` where the facts are those of another import. */
type Version<Facts, Stored> = { facts: Facts; replaces: Stored; restoredFrom?: number }
export type ReplacingShop = Version<ShopFacts, StoredShop>
export type ReplacingOffer = Version<OfferFacts, StoredOffer>

export type BatchToWrite = {
  importId: number
  at: Date
  newShops: string[]
  newIdentities: ShopKey[]
  shops: Version<ShopFacts, StoredShop | undefined>[]
  newOffers: { id: string; identity: string; external_id: string | null }[]
  /** Offers and keys of shops that are known by a number of the file's author, where the number itself is not stored yet. */
  offerExternalIds: { id: string; external_id: string }[]
  shopExternalIds: { key: string; external_id: string }[]
  offers: Version<OfferFacts, StoredOffer | undefined>[]
  newCategories: { id: string; name: string }[]
}

/** A batch of nothing yet. */
export const startBatch = (importId: number, at: Date): BatchToWrite => ({
  importId,
  at,
  newShops: [],
  newIdentities: [],
  shops: [],
  shopExternalIds: [],
  newOffers: [],
  offers: [],
  offerExternalIds: [],
  newCategories: [],
})

type Table = 'shop' | 'shop_identity' | 'shop_version' | 'offer' | 'offer_version' | 'category'

/** What PostgreSQL says where an import runs no more (migration 0021). */
const RUNS_NO_MORE = 'KD001'

/**
 * Writes for a running import, whole or not at all. Whoever lost the lock of imports, as a connection can be lost, may find that another
 * server has cleared its rows away meanwhile: what it wrote now would show at once. So each batch makes sure that the import still runs, and
 * keeps it so until it is written. Throws `unavailable` where it does not.
 */
async function writeFor(importId: number, context: Pick<Context, 'pool' | 'db'>, writes: RawBuilder<unknown>[]) {
  try {
    await transactAtOnce(context, [sql`select hold_import(${importId})`, ...writes])
  } catch (error) {
    if ((error as { code?: string }).code !== RUNS_NO_MORE) throw error
    throw new AppError('unavailable', { cause: new Error(`import ${importId} was given up by another server`) })
  }
}

/**
 * Inserts rows that name the same columns, in one statement with one parameter, however many they are. With `key`, rows whose key is
 * there already are left out.
 */
function insertRows(table: Table, rows: object[], key?: string) {
  const [first] = rows
  if (!first) return []
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const conflict = key === undefined ? sql`` : sql`on conflict (${sql.ref(key)}) do nothing`
  return [
    sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) ${conflict}`,
  ]
}

/** Stores numbers that were known by their hashes alone, as they were before they had a column. */
function storeExternalIds(table: 'offer' | 'shop_identity', key: 'id' | 'key', rows: { external_id: string }[]) {
  if (rows.length === 0) return []
  const id = sql.ref(key)
  // In one order, as whoever else changes many of them.
  return [
    sql`with given as (
      select ${id}, external_id from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ), held as (
      select known.${id}, given.external_id from ${sql.table(table)} known join given on known.${id} = given.${id}
      order by known.${id} for no key update of known
    )
    update ${sql.table(table)} known set external_id = held.external_id from held where known.${id} = held.${id}`,
  ]
}

/** Writes a batch that nobody sees yet, whole or not at all. */
export function writeBatch(
  context: Pick<Context, 'pool' | 'db'>,
  { importId, at, newShops, newIdentities, shops, newOffers, offers, newCategories, offerExternalIds, shopExternalIds }: BatchToWrite,
) {
  const stamp = { added_in: importId }
  const birth = { ...stamp, created_at: at }
  return writeFor(importId, context, [
    ...insertRows(
      'category',
      newCategories.map((category) => ({ ...category, position: CATEGORIES.length })),
      'name',
    ),
    ...insertRows(
      'shop',
      newShops.map((id) => ({ id, ...birth })),
    ),
    ...insertRows(
      'shop_identity',
      newIdentities.map((known) => ({ ...known, ...stamp })),
      'key',
    ),
    ...replaceVersions('shop_version', importId, shops),
    ...insertVersions('shop_version', importId, shops),
    ...insertRows(
      'offer',
      newOffers.map((offer) => ({ ...offer, ...birth })),
    ),
    ...replaceVersions('offer_version', importId, offers),
    ...insertVersions('offer_version', importId, offers),
    ...storeExternalIds('offer', 'id', offerExternalIds),
    ...storeExternalIds('shop_identity', 'key', shopExternalIds),
  ])
}

/** What others wrote is marked as replaced; what this import wrote before was never seen and goes. */
function replaceVersions(table: VersionTable, importId: number, rows: { replaces: { id: number; added_in: number } | undefined }[]) {
  const replaced = rows.flatMap(({ replaces }) => replaces ?? [])
  const own = replaced.filter(({ added_in }) => added_in === importId).map(({ id }) => id)
  const others = replaced.filter(({ added_in }) => added_in !== importId).map(({ id }) => id)
  // Never with no ids: that is false, and from it follows the condition of any partial index, which would be walked whole.
  return [
    ...(own.length > 0 ? [sql`delete from ${sql.table(table)} where id = any(${own}::bigint[])`] : []),
    ...(others.length > 0 ? [sql`update ${sql.table(table)} set removed_in = ${importId} where id = any(${others}::bigint[])`] : []),
  ]
}

/** Facts of another import may be of long ago and name fewer columns: those go in with the ones that name the same. */
function insertVersions(table: VersionTable, importId: number, rows: { facts: object; restoredFrom?: number }[]) {
  const own: object[] = []
  const restored: object[] = []
  for (const { facts, restoredFrom } of rows) {
    if (restoredFrom === undefined) own.push({ ...facts, added_in: importId })
    else restored.push({ ...facts, added_in: importId, restored_from: restoredFrom })
  }
  const alike = Map.groupBy(restored, (row) => Object.keys(row).join())
  return [own, ...alike.values()].flatMap((group) => insertRows(table, group))
}
