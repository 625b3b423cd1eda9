import type { RowProblem } from '#contract/import.ts'
import type { OfferRow } from '#contract/offer-csv.ts'

import { layPrices, layWindow, type StoredOffer } from './lay-facts.ts'

/** A file may give one end of an offer, or one price, and the other one stays: together they can turn out the wrong way round. */
export function findContradiction(
  { row, parsed }: { row: number; parsed: OfferRow },
  stored: StoredOffer | undefined,
  currency: string,
): RowProblem | undefined {
  const { original_price, discounted_price } = layPrices(parsed, stored, currency)
  if (original_price !== null && discounted_price !== null && discounted_price > original_price) {
    const column = parsed.offer.discountedPrice === undefined ? 'original_price' : 'discounted_price'
    const reason = 'The price now would be higher than the price before: one of the two is from an earlier file. Write both'
    return { row, column, value: null, reason }
  }
  const { starts_at, ends_at } = layWindow(parsed, stored)
  if (starts_at <= ends_at) return undefined
  const column = parsed.offer.endsAt === undefined ? 'start_date' : 'end_date'
  const reason = `The offer would end (${ends_at}) before it starts (${starts_at}): one of the two is from an earlier file. Write both`
  return { row, column, value: null, reason }
}
