import { PAGE_LIMIT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import type { ReportReason } from '#contract/report.ts'
import { wholeList } from '#contract/wire.ts'
import { transact } from '#db/connection.ts'
import { isId } from '#db/filters.ts'

import { recordAct } from '../admin/record-audit.ts'
import { createAdminGuard } from '../admin/require-admin.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import { sessionOf, type ConsumerGuards } from '../http/require-consumer.ts'
import { findOffer } from '../offers/data.ts'
import { flagOffer, insertReport, listReportedOffers, lockOffer, settleReports } from './data.ts'

/** "It did not work": shoppers say so, and where enough do, the offer's page and the operator are told until somebody has checked. */
export function registerReports(bind: Bind, context: Context, { guards, attempts }: { guards: ConsumerGuards; attempts: Attempts }) {
  const { db, clock, config } = context

  async function report(offerId: string, consumerId: string, reason: ReportReason) {
    const now = clock.now()
    const found = await findOffer(db, { id: offerId, now, city: config.city })
    if (!found) throw new AppError('offer_not_found')
    if (found.isWithdrawn) throw new AppError('offer_withdrawn')
    await transact(db, async (trx) => {
      await lockOffer(trx, offerId)
      if (!(await insertReport(trx, { offerId, consumerId, reason, now }))) throw new AppError('already_reported')
      await flagOffer(trx, offerId)
    })
  }

  bind('POST /offers/{id}/reports', {
    guards: [guards.requireConsumer],
    handle: async ({ params, body }, request) => {
      const { consumerId } = sessionOf(request)
      await attempts.allow(LIMITS.report, consumerId)
      await attempts.allow(LIMITS.reportByAddress, request!.ip)
      await report(params.id.toLowerCase(), consumerId, body.reason)
      return { message: 'Thank you. You spare others a trip in vain.' }
    },
  })

  const requireAdmin = createAdminGuard(context)
  bind('GET /superadmin/dashboard/reports', {
    guards: [requireAdmin('list-reports')],
    handle: async () => wholeList(await listReportedOffers(db, PAGE_LIMIT)),
  })
  bind('DELETE /superadmin/dashboard/reports/{id}', {
    guards: [requireAdmin('settle-reports')],
    handle: async ({ params: { id } }, request) => {
      const settle = () => (isId(id) ? transact(db, (trx) => settleReports(trx, id, clock.now())) : Promise.resolve(false))
      if (!(await recordAct(context, 'settle-reports', request, settle, () => ({ offer: id })))) throw new AppError('offer_not_found')
      return { message: 'Checked. The page says so no more.' }
    },
  })
}
