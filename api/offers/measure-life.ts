import { SERVER_TIMEOUT } from '#contract/constants.ts'
import type { Offer } from '#contract/offer.ts'

/** Answers with offers may be kept this long, in milliseconds, and never past the moment at which one of them ends. */
const KEPT_FOR = 5_000

/** How long an answer with these offers stays true, in milliseconds: none and less where one has ended just now. */
export function measureLife(offers: Offer[], now: number) {
  // One that has ended while the question was being answered ran when it was asked: such an answer is not kept at all.
  const justNow = new Date(now - SERVER_TIMEOUT).toISOString()
  let next: string | undefined
  // Instants in one spelling sort as text.
  for (const { endDate } of offers) if (endDate !== null && endDate >= justNow && (next === undefined || endDate < next)) next = endDate
  return Math.min(KEPT_FOR, next === undefined ? Infinity : Date.parse(next) + 1 - now)
}
