/** "It did not work": what a shopper tells of an offer that could not be used. */
import * as z from 'zod'

import { instant } from './wire.ts'

export const REPORT_REASONS = ['expired', 'closed', 'refused', 'not-as-described'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
/** As a shopper says it. */
export const REASON_TEXTS: Record<ReportReason, string> = {
  expired: 'It had expired',
  closed: 'The shop was closed',
  refused: 'The shop refused it',
  'not-as-described': 'It was not as described',
}

export const reportBody = z.object({ reason: z.enum(REPORT_REASONS) })

/** An offer that so many have reported that somebody should look (REPORTS_TO_FLAG), for the operator. */
export const reportedOffer = z.object({
  _id: z.string(),
  id: z.string(),
  title: z.string(),
  shopName: z.string(),
  reports: z.number().int().describe('Since it was last checked'),
  reasons: z.record(z.enum(REPORT_REASONS), z.number().int()),
  lastReportedAt: instant,
})
export type ReportedOffer = z.infer<typeof reportedOffer>
