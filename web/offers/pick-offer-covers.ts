import { coverUrl } from '#contract/cover-rules.ts'
import type { Offer } from '#contract/offer.ts'

import { pickCovers } from '#web/lib/pick-covers.ts'

export const pickOfferCovers = (pages: readonly { data: Offer[] }[]) => pickCovers(pages, (offer) => offer, coverUrl)
