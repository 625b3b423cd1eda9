/** Why an offer did not work. Without a schema, so that it ships to the browser as it is. */
export const REPORT_REASONS = ['expired', 'closed', 'refused', 'not-as-described'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]
/** As a shopper says it. */
export const REASON_TEXTS: Record<ReportReason, string> = {
  expired: 'It had expired',
  closed: 'The shop was closed',
  refused: 'The shop refused it',
  'not-as-described': 'It was not as described',
}
