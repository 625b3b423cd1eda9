import { SERVER_TIMEOUT } from '#contract/constants.ts'
import type { Offer } from '#contract/offer.ts'

/** Answers with offers may be kept this long, in milliseconds, and never past the moment at which one of them ends. */
const KEPT_FOR = 5_000

/** How long an answer with these offers stays true. */
export function keepOffers(offers: Offer[], now: number) {
  let until = now + KEPT_FOR
  for (const { endDate } of offers) {
    const end = endDate === null ? Infinity : Date.parse(endDate)
    // One that has ended while the question was being answered ran when it was asked: such an answer is not kept at all.
    if (end >= now - SERVER_TIMEOUT) until = Math.min(until, end + 1)
  }
  return until - now
}
