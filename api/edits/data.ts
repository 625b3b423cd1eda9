/** The SQL of edits: finding shops and offers, whatever has become of them, and what goes and comes with a shop. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { OFFER_STATES, SHOP_STATES } from '#contract/edit.ts'
import type { Db } from '#db/connection.ts'
import { COUNTED, countSome } from '#db/count-some.ts'
import { containsText, isId, numberOfShop } from '#db/filters.ts'

import type { SliceRequest } from '../http/paging.ts'
import { authorOf } from '../imports/data-past.ts'
import type { StoredOffer, StoredShop } from '../imports/lay-facts.ts'

/** Words that are looked for; the rest of a long search narrows nothing more. */
const WORDS = 8
const wordsOf = (q = '') => q.split(/\s+/).filter(Boolean).slice(0, WORDS)

type Wanted<S extends readonly string[]> = { q?: string | undefined; state?: S[number] | undefined }
type ShopWanted = Wanted<typeof SHOP_STATES>
type OfferWanted = Wanted<typeof OFFER_STATES>

/** What is gone with the demo city is nothing to bring back. */
const isNoDemo = (version: string) => sql<SqlBool>`(${sql.ref(`${version}.withdrawn_at`)} is null
  or ${authorOf(version)} not in (select id from import where kind = 'demo'))`

const selectShops = (db: Db, { q, state }: ShopWanted) =>
  db
    .selectFrom('current_shop as shop')
    .where(isNoDemo('shop'))
    .where((eb) =>
      eb.and([
        ...wordsOf(q).map((word) =>
          eb.or([containsText(eb.ref('search_text'), word), containsText(sql<string>`lower(coalesce(address, ''))`, word)]),
        ),
        ...(state ? [eb('withdrawn_at', state === 'shown' ? 'is' : 'is not', null)] : []),
      ]),
    )

/** Offers that show with a shop; of a withdrawn one those that went with it. */
const offersOfShop = sql<number>`(select count(*)::int from current_offer
  where current_offer.shop_id = shop.shop_id
    and case when shop.withdrawn_at is null then current_offer.withdrawn_at is null else withdrawn_with_shop end)`

/** By name; the key is `[name, id]`. */
export const listFoundShops = (db: Db, wanted: ShopWanted, { limit, after }: SliceRequest) =>
  selectShops(db, wanted)
    .select(['shop_id', 'name', 'name_key', 'address', 'withdrawn_at', 'hours', 'latitude', 'phone', 'email', offersOfShop.as('offers')])
    .$if(after !== undefined, (query) => query.where(sql<SqlBool>`(name_key, shop_id) > (${after?.[0]}, ${after?.[1]}::uuid)`))
    .orderBy('name_key')
    .orderBy('shop_id')
    .limit(limit + 1)
    .execute()
export type FoundShopRow = Awaited<ReturnType<typeof listFoundShops>>[number]

export const countFoundShops = (db: Db, wanted: ShopWanted) => countSome(db, selectShops(db, wanted).select('shop_id').limit(COUNTED))

const openReports = sql<number>`(select count(*)::int from report where report.offer_id = version.offer_id and checked_at is null)`

/** What else than being shown or withdrawn. */
function isInState(state: OfferWanted['state'], now: Date): RawBuilder<SqlBool> {
  const states = {
    running: sql<SqlBool>`starts_at <= ${now} and ends_at >= ${now}`,
    upcoming: sql<SqlBool>`starts_at > ${now}`,
    expired: sql<SqlBool>`ends_at < ${now}`,
    reported: sql<SqlBool>`version.offer_id in (select offer_id from report where checked_at is null)`,
  }
  return state === undefined || state === 'withdrawn' ? sql`true` : states[state]
}

type Standing = (typeof SHOP_STATES)[number]
/** What shows and what is withdrawn stand in indexes of their own, and are asked for one by one. */
const standingsOf = ({ state }: OfferWanted): Standing[] => {
  if (state === undefined || state === 'reported') return ['shown', 'withdrawn']
  return [state === 'withdrawn' ? 'withdrawn' : 'shown']
}

const selectOffers = (db: Db, { q, state }: OfferWanted, now: Date, standing: Standing) =>
  db
    .selectFrom('current_offer as version')
    .innerJoin('current_shop as shop', 'shop.shop_id', 'version.shop_id')
    .where('version.withdrawn_at', standing === 'shown' ? 'is' : 'is not', null)
    .where(isNoDemo('version'))
    .where((eb) => eb.and(wordsOf(q).map((word) => containsText(eb.ref('version.search_text'), word))))
    .where(isInState(state, now))

/** Those that end last first: what runs stands before what is over. The key is `[end, id]`. */
export function listFoundOffers(db: Db, wanted: OfferWanted, now: Date, { limit, after }: SliceRequest) {
  const parts = standingsOf(wanted).map((standing) => {
    const part = selectOffers(db, wanted, now, standing)
      .select(['version.offer_id', 'version.shop_id', 'version.title', 'version.starts_at', 'version.ends_at', 'version.withdrawn_at'])
      .select([
        'version.withdrawn_with_shop',
        'shop.name as shop_name',
        'shop.withdrawn_at as shop_withdrawn_at',
        openReports.as('reports'),
      ])
      .$if(after !== undefined, (query) =>
        query.where(sql<SqlBool>`(version.ends_at, version.offer_id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
      )
      .orderBy('version.ends_at', 'desc')
      .orderBy('version.offer_id', 'desc')
      .limit(limit + 1)
    return db.selectFrom(part.as('part')).selectAll()
  })
  return db
    .selectFrom(parts.reduce((all, part) => all.unionAll(part)).as('found'))
    .selectAll()
    .orderBy('ends_at', 'desc')
    .orderBy('offer_id', 'desc')
    .limit(limit + 1)
    .execute()
}
export type FoundOfferRow = Awaited<ReturnType<typeof listFoundOffers>>[number]

export function countFoundOffers(db: Db, wanted: OfferWanted, now: Date) {
  // Without words in the order of an index: a scan would begin with what imports have replaced.
  const parts = standingsOf(wanted).map((standing) => {
    const part = selectOffers(db, wanted, now, standing).select('version.offer_id').limit(COUNTED)
    const walked = wordsOf(wanted.q).length > 0 ? part : part.orderBy('version.ends_at', 'desc').orderBy('version.offer_id', 'desc')
    return db.selectFrom(walked.as('part')).selectAll()
  })
  const all = parts.reduce((some, part) => some.unionAll(part))
  return countSome(db, db.selectFrom(all.as('found')).select('offer_id').limit(COUNTED))
}

type FoundShop = { stored: StoredShop; offers: number; number: string | null }
/** The facts of a shop as everybody sees them, its number, and how many offers stand or went with it. */
export async function findCurrentShop(db: Db, id: string): Promise<FoundShop | undefined> {
  if (!isId(id)) return undefined
  const shop = db.selectFrom('current_shop as shop').selectAll('shop').where('shop_id', '=', id)
  const found = await shop.select([offersOfShop.as('offers'), numberOfShop.as('number')]).executeTakeFirst()
  if (!found) return undefined
  const { offers, number, ...stored } = found
  return { stored, offers, number }
}

/** The facts of an offer, and whether its shop shows. */
export const findCurrentOffer = async (db: Db, id: string): Promise<(StoredOffer & { shop_withdrawn_at: Date | null }) | undefined> =>
  isId(id)
    ? db
        .selectFrom('current_offer as version')
        .innerJoin('current_shop as shop', 'shop.shop_id', 'version.shop_id')
        .selectAll('version')
        .select('shop.withdrawn_at as shop_withdrawn_at')
        .where('version.offer_id', '=', id)
        .executeTakeFirst()
    : undefined

/** Whether offers that went with a shop are out of sight still, as everybody sees it. */
export async function hasGoneOffers(db: Db, shopId: string) {
  const gone = db.selectFrom('current_offer').select('id').where('shop_id', '=', shopId).where('withdrawn_with_shop', '=', true)
  return (await gone.limit(1).executeTakeFirst()) !== undefined
}
