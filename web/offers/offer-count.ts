import { TOTAL_LIMIT } from '#contract/constants.ts'
import { countWords } from '#contract/format-count.ts'
import type { OfferSort } from '#contract/offer.ts'

import { SORTS, type OfferFilters } from './offer-address.ts'

/** `Nearest first` and `Nearest` within a sentence. */
const inWords = (sort: OfferSort) => `${SORTS[sort].toLowerCase().replace(/ first$/, '')} first`

/** `48 offers, nearest first`, and what a radius had to leave out. */
export function describeCount(
  { total, totalIsMore, withoutPosition = 0 }: { total: number; totalIsMore: boolean; withoutPosition?: number | undefined },
  { sort, usable }: OfferFilters,
) {
  const number = countWords(total, 'offer', 'offers')
  // Of a long list only the beginning is looked at for what can be used now.
  const count = totalIsMore ? (usable && total < TOTAL_LIMIT ? `${number}, and perhaps more` : `More than ${number}`) : number
  const order = sort ? `, ${inWords(sort)}` : ''
  const leftOut = withoutPosition > 0 ? `. ${withoutPosition === 1 ? '1 more has' : `${withoutPosition} more have`} no known place` : ''
  return count + order + leftOut
}
