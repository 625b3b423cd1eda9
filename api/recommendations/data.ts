/** The SQL of what shoppers do not want recommended. */
import { sql, type SqlBool } from 'kysely'

import type { City } from '#contract/city.ts'
import { DISMISSAL_LIMIT } from '#contract/constants.ts'
import type { DismissedOffer } from '#contract/recommendation.ts'
import { transact, type Db, type Trx } from '#db/connection.ts'

import { toSlice, type Slice, type SliceRequest } from '../http/paging.ts'
import { revision } from '../offers/data-cards.ts'
import { readCards } from '../offers/keep-cards.ts'

type Dismissal = { consumerId: string; offerId: string; now: number }
/** Said twice it is there once, as of the first time. Beyond the limit the earliest are forgotten. */
export const insertDismissal = (db: Db, { consumerId, offerId, now }: Dismissal) =>
  transact(db, async (trx) => {
    await trx
      .insertInto('dismissed_offer')
      .values({ consumer_id: consumerId, offer_id: offerId, dismissed_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const kept = latest(trx, consumerId).limit(DISMISSAL_LIMIT)
    await trx.deleteFrom('dismissed_offer').where('consumer_id', '=', consumerId).where('offer_id', 'not in', kept).execute()
  })
const latest = (trx: Trx, consumerId: string) =>
  trx
    .selectFrom('dismissed_offer')
    .select('offer_id')
    .where('consumer_id', '=', consumerId)
    .orderBy('dismissed_at', 'desc')
    .orderBy('offer_id')

export const deleteDismissal = (db: Db, { consumerId, offerId }: Omit<Dismissal, 'now'>) =>
  db.deleteFrom('dismissed_offer').where('consumer_id', '=', consumerId).where('offer_id', '=', offerId).execute()

/** Forgets every "Not interested", and lets no click from before now say anything about the shopper. */
export const startOver = (db: Db, consumerId: string, now: number) =>
  transact(db, async (trx) => {
    await trx.deleteFrom('dismissed_offer').where('consumer_id', '=', consumerId).execute()
    await trx
      .updateTable('consumer')
      .set({ recommended_from: new Date(now) })
      .where('id', '=', consumerId)
      .execute()
  })

type DismissedRequest = SliceRequest & { consumerId: string; city: City }
/** The latest first. Keys are `[instant, id]`. */
export async function listDismissedOffers(db: Db, { consumerId, city, limit, after }: DismissedRequest): Promise<Slice<DismissedOffer>> {
  let page = db
    .selectFrom('dismissed_offer')
    .select(['offer_id', 'dismissed_at', revision])
    .where('consumer_id', '=', consumerId)
    .orderBy('dismissed_at', 'desc')
    .orderBy('offer_id')
  if (after) {
    const at = new Date(String(after[0]))
    page = page.where(sql<SqlBool>`(dismissed_at < ${at} or (dismissed_at = ${at} and offer_id > ${after[1]}::uuid))`)
  }
  const rows = await page.limit(limit + 1).execute()
  const slice = toSlice(
    rows,
    limit,
    (row) => row,
    (row) => [row.dismissed_at.toISOString(), row.offer_id],
  )
  const at = new Map(slice.items.map((row) => [row.offer_id, row.dismissed_at.toISOString()]))
  const cards = await readCards(db, [...at.keys()], city, Math.max(0, ...slice.items.map((row) => row.revision)))
  return { ...slice, items: cards.map(({ offer, isWithdrawn }) => ({ ...offer, isWithdrawn, dismissedAt: at.get(offer._id)! })) }
}

/** DISMISSAL_LIMIT at most. */
export const listDismissedIds = async (db: Db, consumerId: string) =>
  (await db.selectFrom('dismissed_offer').select('offer_id').where('consumer_id', '=', consumerId).execute()).map((row) => row.offer_id)

/** DISMISSAL_LIMIT at most. */
export const countDismissedOffers = async (db: Db, consumerId: string) =>
  (
    await db
      .selectFrom('dismissed_offer')
      .select(sql<number>`count(*)`.as('rows'))
      .where('consumer_id', '=', consumerId)
      .executeTakeFirstOrThrow()
  ).rows

/** Of the export: what somebody has said "Not interested" of. */
export async function listDismissals(db: Db, consumerId: string) {
  const rows = await db
    .selectFrom('dismissed_offer as d')
    .innerJoin('current_offer as v', 'v.offer_id', 'd.offer_id')
    .select(['d.offer_id', 'v.title', 'd.dismissed_at'])
    .where('d.consumer_id', '=', consumerId)
    .orderBy('d.dismissed_at', 'desc')
    .execute()
  return rows.map((row) => ({ _id: row.offer_id, title: row.title, dismissedAt: row.dismissed_at.toISOString() }))
}
