import { SERVER_TIMEOUT } from '#contract/constants.ts'
import type { Offer } from '#contract/offer.ts'

/** Answers with offers may be kept this long, in milliseconds, and never past the moment at which one of them begins or ends. */
const KEPT_FOR = 5_000

/** How long an answer with these offers stays true, in milliseconds: none and less where one has ended just now. */
export function measureLife(offers: Offer[], now: number) {
  // One that has ended while the question was being answered ran when it was asked: such an answer is not kept at all.
  const justNow = new Date(now - SERVER_TIMEOUT).toISOString()
  const rightNow = new Date(now).toISOString()
  let ends: string | undefined
  let begins: string | undefined
  // Instants in one spelling sort as text.
  for (const { startDate, endDate } of offers) {
    if (endDate !== null && endDate >= justNow && (ends === undefined || endDate < ends)) ends = endDate
    if (startDate !== null && startDate > rightNow && (begins === undefined || startDate < begins)) begins = startDate
  }
  return Math.min(
    KEPT_FOR,
    ends === undefined ? Infinity : Date.parse(ends) + 1 - now,
    begins === undefined ? Infinity : Date.parse(begins) - now,
  )
}
