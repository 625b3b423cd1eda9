/** The SQL of reports: what shoppers say of an offer that did not work, each once until somebody has checked it. */
import { sql } from 'kysely'

import { REPORTS_TO_FLAG } from '#contract/constants.ts'
import type { ReportedOffer, ReportReason } from '#contract/report.ts'
import type { Db, Trx } from '#db/connection.ts'

type NewReport = { offerId: string; consumerId: string; reason: ReportReason; now: number }

/** Answers whether it is news: whoever has said so already, and nobody has checked since, says nothing new. */
export async function insertReport(trx: Trx, { offerId, consumerId, reason, now }: NewReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('report')
    .values({ offer_id: offerId, consumer_id: consumerId, reason, at: new Date(now), checked_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['offer_id', 'consumer_id'])
        .doUpdateSet({ reason, at: new Date(now), checked_at: null })
        .where('report.checked_at', 'is not', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Holds the offer, so that of several reports at once each finds those before it. */
export const lockOffer = (trx: Trx, offerId: string) =>
  trx.selectFrom('offer').select('id').where('id', '=', offerId).forNoKeyUpdate().execute()

/** The offer says when it was last reported, once enough have. */
export const flagOffer = (trx: Trx, offerId: string) =>
  trx
    .updateTable('offer')
    .set({ reported_at: sql<Date>`(select max(at) from report where offer_id = ${offerId}::uuid and checked_at is null)` })
    .where('id', '=', offerId)
    .where(sql<number>`(select count(*) from report where offer_id = ${offerId}::uuid and checked_at is null)`, '>=', REPORTS_TO_FLAG)
    .execute()

/** Answers whether there was anything to check. */
export async function settleReports(trx: Trx, offerId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('report')
    .set({ checked_at: new Date(now) })
    .where('offer_id', '=', offerId)
    .where('checked_at', 'is', null)
    .executeTakeFirstOrThrow()
  await trx.updateTable('offer').set({ reported_at: null }).where('id', '=', offerId).execute()
  return numUpdatedRows > 0n
}

/** Offers that have been reported and not been checked, the latest first. */
export async function listReportedOffers(db: Db, limit: number): Promise<ReportedOffer[]> {
  const rows = await db
    .selectFrom('offer as o')
    .innerJoin('current_offer as v', 'v.offer_id', 'o.id')
    .innerJoin('current_shop as s', 's.shop_id', 'v.shop_id')
    .select(['o.id', 'o.reported_at', 'v.title', 's.name as shop_name'])
    .select(
      sql<Record<ReportReason, number>>`(
        select coalesce(jsonb_object_agg(reason, n), '{}') from
        (select reason, count(*) as n from report where offer_id = o.id and checked_at is null group by reason) r)`.as('reasons'),
    )
    .where('o.reported_at', 'is not', null)
    .orderBy('o.reported_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    id: row.id,
    title: row.title,
    shopName: row.shop_name,
    reports: Object.values(row.reasons).reduce((sum, count) => sum + count, 0),
    reasons: row.reasons,
    lastReportedAt: row.reported_at!.toISOString(),
  }))
}

/** What somebody has reported. */
export const listReportsOf = (db: Db, consumerId: string) =>
  db.selectFrom('report').select(['offer_id', 'reason', 'at']).where('consumer_id', '=', consumerId).orderBy('at', 'desc').execute()
