/** The SQL of exports: what shows of the catalogue, piece by piece. Each query is short: on the embedded engine everybody waits for it. */
import { sql } from 'kysely'

import type { Db } from '#db/connection.ts'
import { numberOfShop } from '#db/filters.ts'

import { authorOf } from '../imports/data-past.ts'
import type { StoredOffer, StoredShop } from '../imports/lay-facts.ts'

/**
 * A shop without an address beside others of its name. Its row has to come first: behind theirs, in a database where nothing is known
 * yet, the name alone would mean one of them (D-59).
 */
const isFirst = sql<boolean>`(shop.address is null and exists (
  select from current_shop other where other.name_key = shop.name_key and other.shop_id <> shop.shop_id and other.withdrawn_at is null))`

export type Window = { after: string | undefined; limit: number }

/** Shops by id, those that do not show among them. */
export async function listShopIds(db: Db, { after, limit }: Window): Promise<string[]> {
  const shops = await db
    .selectFrom('current_shop as shop')
    .select('shop_id')
    .$if(after !== undefined, (query) => query.where('shop_id', '>', after!))
    .orderBy('shop_id')
    .limit(limit)
    .execute()
  return shops.map(({ shop_id }) => shop_id)
}

/** Those of the shops that have to come first. */
export async function listFirstShopIds(db: Db, ids: string[]): Promise<string[]> {
  const shops = db
    .selectFrom('current_shop as shop')
    .select('shop_id')
    .where('shop_id', '=', sql<string>`any(${ids}::uuid[])`)
  const first = await shops.where('withdrawn_at', 'is', null).where(isFirst).orderBy('shop_id').execute()
  return first.map(({ shop_id }) => shop_id)
}

/** Offers by id, those that do not show among them. */
export async function listOfferIds(db: Db, { after, limit, shopId }: Window & { shopId?: string }): Promise<string[]> {
  const offers = await db
    .selectFrom('current_offer')
    .select('offer_id')
    .$if(shopId !== undefined, (query) => query.where('shop_id', '=', shopId!))
    .$if(after !== undefined, (query) => query.where('offer_id', '>', after!))
    .orderBy('offer_id')
    .limit(limit)
    .execute()
  return offers.map(({ offer_id }) => offer_id)
}

export type ExportedShop = StoredShop & { external_id: string | null; is_first: boolean }
type ExportedOffer = StoredOffer & { external_id: string | null }

/** Those of the shops that show; with `importId` those that it brought, or whose facts are as it left them. */
export const listShops = (db: Db, ids: string[], importId?: number): Promise<ExportedShop[]> =>
  db
    .selectFrom('current_shop as shop')
    .selectAll('shop')
    .select([numberOfShop.as('external_id'), isFirst.as('is_first')])
    .where('shop.shop_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('withdrawn_at', 'is', null)
    .$if(importId !== undefined, (query) =>
      query.where(({ eb, or, exists, selectFrom }) =>
        or([
          eb(authorOf('shop'), '=', importId!),
          exists(
            selectFrom('shop as born').select('born.id').whereRef('born.id', '=', 'shop.shop_id').where('born.added_in', '=', importId!),
          ),
        ]),
      ),
    )
    .orderBy('shop_id')
    .execute()

/** Those of the offers that show; with `importId` those that it brought, or whose facts are as it left them. */
export const listOffers = (db: Db, ids: string[], importId: number | undefined): Promise<ExportedOffer[]> =>
  db
    .selectFrom('current_offer as version')
    .innerJoin('offer', 'offer.id', 'version.offer_id')
    .selectAll('version')
    .select('offer.external_id')
    .where('version.offer_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('version.withdrawn_at', 'is', null)
    .$if(importId !== undefined, (query) =>
      query.where((eb) => eb.or([eb(authorOf('version'), '=', importId!), eb('offer.added_in', '=', importId!)])),
    )
    .orderBy('version.offer_id')
    .execute()
