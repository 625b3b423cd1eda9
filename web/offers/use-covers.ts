import { useMemo } from 'react'

import { coverUrl, pickCompositions } from '#contract/cover-rules.ts'
import type { Offer } from '#contract/offer.ts'

/** The covers of a list by the ids of its offers, such that neighbours differ. */
export function pickCovers(offers: readonly Offer[]) {
  const compositions = pickCompositions(offers)
  return new Map(offers.map((offer, index) => [offer.id, coverUrl(offer, compositions[index])]))
}

/** The same for a list that grows: another page leaves the earlier covers as they are, and so does an offer that ends meanwhile. */
export const useCovers = (pages: readonly { data: Offer[] }[] | undefined) =>
  useMemo(() => pickCovers(pages?.flatMap((page) => page.data) ?? []), [pages])
