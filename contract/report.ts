/** "It did not work": what a shopper tells of an offer that could not be used. */
import * as z from 'zod'

import { REPORT_REASONS } from './report-texts.ts'
import { instant } from './wire.ts'

export const reportBody = z.object({ reason: z.enum(REPORT_REASONS) })

/** An offer that has been reported and not been checked, for the operator. Withdrawn ones are left out. */
export const reportedOffer = z.object({
  _id: z.string(),
  id: z.string(),
  title: z.string(),
  shopName: z.string(),
  reports: z.number().int().describe('Since it was last checked. Those of accounts that are gone went with them'),
  reasons: z.partialRecord(z.enum(REPORT_REASONS), z.number().int()).describe('How many of them gave which reason'),
  lastReportedAt: instant,
  isFlagged: z.boolean().describe('So many have said so (REPORTS_TO_FLAG) that its page warns others'),
})
export type ReportedOffer = z.infer<typeof reportedOffer>
