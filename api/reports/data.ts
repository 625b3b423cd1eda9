/** The SQL of reports: what shoppers say of an offer that did not work, each once until somebody has checked it. */
import { sql } from 'kysely'

import { REPORTS_TO_FLAG } from '#contract/constants.ts'
import type { ReportReason } from '#contract/report-texts.ts'
import type { ReportedOffer } from '#contract/report.ts'
import type { Db, Trx } from '#db/connection.ts'

type NewReport = { offerId: string; consumerId: string; reason: ReportReason; now: number }

/**
 * Holds the offer, so that of several reports and checks at once each finds what those before it have done, and none waits for another
 * that waits for it. Answers whether there is such an offer.
 */
export const lockOffer = async (trx: Trx, offerId: string) =>
  (await trx.selectFrom('offer').select('id').where('id', '=', offerId).forNoKeyUpdate().execute()).length > 0

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

/** The offer says when it was last reported, once enough have. Answers whether it does. */
export async function flagOffer(trx: Trx, offerId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('offer')
    .set({ reported_at: sql<Date>`(select max(at) from report where offer_id = ${offerId}::uuid and checked_at is null)` })
    .where('id', '=', offerId)
    .where(sql<number>`(select count(*) from report where offer_id = ${offerId}::uuid and checked_at is null)`, '>=', REPORTS_TO_FLAG)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Answers whether there was anything to check: a report, or the mark that those of accounts now gone have left. */
export async function settleReports(trx: Trx, offerId: string, now: number): Promise<boolean> {
  const settled = await trx
    .updateTable('report')
    .set({ checked_at: new Date(now) })
    .where('offer_id', '=', offerId)
    .where('checked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const cleared = await trx
    .updateTable('offer')
    .set({ reported_at: null })
    .where('id', '=', offerId)
    .where('reported_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return settled.numUpdatedRows + cleared.numUpdatedRows > 0n
}

/** What an operator has settled last counts again. Answers whether there was anything. */
export async function reopenReports(trx: Trx, offerId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('report')
    .set({ checked_at: null })
    .where('offer_id', '=', offerId)
    .where('checked_at', '=', sql<Date>`(select max(checked_at) from report where offer_id = ${offerId}::uuid)`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Offers that have been reported and not been checked. What was withdrawn sends nobody anywhere, so it can wait. */
const reportedOffers = (db: Db) =>
  db
    .selectFrom('offer as o')
    .innerJoin(
      sql<{ offer_id: string; last_at: Date }>`(
        select offer_id, max(at) as last_at from (
          select offer_id, at from report where checked_at is null
          union all select id, reported_at from offer where reported_at is not null
        ) one group by offer_id)`.as('r'),
      'r.offer_id',
      'o.id',
    )
    .innerJoin('current_offer as v', 'v.offer_id', 'o.id')
    .innerJoin('current_shop as s', 's.shop_id', 'v.shop_id')
    .where('v.withdrawn_at', 'is', null)

/** The first of them, and how many there are. */
export async function listReportedOffers(db: Db, limit: number): Promise<{ items: ReportedOffer[]; counted: number }> {
  const rows = await reportedOffers(db)
    .select(['o.id', 'o.reported_at', 'r.last_at', 'v.title', 's.name as shop_name'])
    .select(
      sql<Partial<Record<ReportReason, number>>>`(
        select coalesce(jsonb_object_agg(reason, n), '{}') from
        (select reason, count(*) as n from report where offer_id = o.id and checked_at is null group by reason) r)`.as('reasons'),
    )
    .select(sql<number>`count(*) over ()`.as('counted'))
    .orderBy(sql`o.reported_at is null`)
    .orderBy('r.last_at', 'desc')
    .orderBy('o.id')
    .limit(limit)
    .execute()
  const items = rows.map((row) => ({
    _id: row.id,
    id: row.id,
    title: row.title,
    shopName: row.shop_name,
    reports: Object.values(row.reasons).reduce((sum, count) => sum + count, 0),
    reasons: row.reasons,
    lastReportedAt: (row.reported_at ?? row.last_at).toISOString(),
    isFlagged: row.reported_at !== null,
  }))
  return { items, counted: rows[0]?.counted ?? 0 }
}

/** What somebody has reported. */
export const listReportsOf = (db: Db, consumerId: string) =>
  db.selectFrom('report').select(['offer_id', 'reason', 'at']).where('consumer_id', '=', consumerId).orderBy('at', 'desc').execute()
