import { PAGE_LIMIT } from '#contract/constants.ts'

import { recordAct } from '../admin/record-audit.ts'
import type { AdminGuard } from '../admin/require-admin.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import { toPage, toTotal } from '../http/paging.ts'
import { networkOf } from '../http/network-of.ts'
import { sessionOf, type ConsumerGuards } from '../http/require-consumer.ts'
import { checkOffer, reopenOffer } from './check-offer.ts'
import { listReportedOffers } from './data.ts'
import { reportOffer } from './report-offer.ts'

type Parts = { guards: ConsumerGuards; attempts: Attempts; requireAdmin: AdminGuard }

/** "It did not work": shoppers say so, and where enough do, the offer's page and the operator are told until somebody has checked. */
export function registerReports(bind: Bind, context: Context, { guards, attempts, requireAdmin }: Parts) {
  bind('POST /offers/{id}/reports', {
    guards: [guards.requireConsumer],
    handle: async ({ params, body }, request) => {
      const { consumerId } = sessionOf(request)
      await attempts.allow(LIMITS.report, consumerId)
      await attempts.allow(LIMITS.reportByAddress, networkOf(request!.ip))
      await reportOffer(context, { offerId: params.id, consumerId, reason: body.reason })
      return { message: 'Thank you. You spare others a wasted trip.' }
    },
  })

  bind('GET /superadmin/dashboard/reports', {
    guards: [requireAdmin('list-reports')],
    handle: async () => {
      const { items, counted } = await listReportedOffers(context.db, PAGE_LIMIT)
      return toPage({ items, next: undefined }, toTotal(counted))
    },
  })
  bind('DELETE /superadmin/dashboard/reports/{id}', {
    guards: [requireAdmin('check-reports')],
    handle: async ({ params: { id } }, request) => {
      await recordAct(
        context,
        'check-reports',
        request,
        () => checkOffer(context, id),
        () => ({ offer: id.toLowerCase() }),
      )
      return { message: 'Checked. The page says nothing of it any more.' }
    },
  })
  bind('POST /superadmin/dashboard/reports/{id}/reopen', {
    guards: [requireAdmin('reopen-reports')],
    handle: async ({ params: { id } }, request) => {
      await recordAct(
        context,
        'reopen-reports',
        request,
        () => reopenOffer(context, id),
        () => ({ offer: id.toLowerCase() }),
      )
      return { message: 'Taken back. Its reports count again.' }
    },
  })
}
