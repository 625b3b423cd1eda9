/** How well an offer fits a shopper: one pure decision. */
import type { Consumer } from './consumer.ts'
import type { Offer } from './offer.ts'

export type Taste = Pick<Consumer, 'interestedCategories' | 'interestedTags' | 'likedOffers' | 'likedShops'>

/** What each thing counts. Clicks count by their logarithm: the first hundred say as much as the next ten thousand. */
const WEIGHT = { shop: 4, tag: 3, category: 2, click: 0.5 } as const

/** How much an offer speaks to somebody; 0 where nothing does. */
export function fitOfOffer({ category, tags, clicks, shop }: Pick<Offer, 'category' | 'tags' | 'clicks' | 'shop'>, taste: Taste): number {
  const wanted = new Set(taste.interestedTags.map((tag) => tag.toLowerCase()))
  const fitting = tags.filter((tag) => wanted.has(tag.toLowerCase())).length
  return (
    (taste.likedShops.includes(shop._id) ? WEIGHT.shop : 0) +
    (taste.interestedCategories.includes(category) ? WEIGHT.category : 0) +
    WEIGHT.tag * Math.min(fitting, 2) +
    WEIGHT.click * Math.log10(1 + clicks)
  )
}

/** The best first, without what is liked already; what fits alike keeps its order. */
export const rankOffers = <T extends Pick<Offer, 'id' | 'category' | 'tags' | 'clicks' | 'shop'>>(
  offers: T[],
  taste: Taste,
  limit: number,
): T[] =>
  offers
    .filter(({ id }) => !taste.likedOffers.includes(id))
    .map((offer) => ({ offer, fit: fitOfOffer(offer, taste) }))
    .toSorted((one, other) => other.fit - one.fit)
    .slice(0, limit)
    .map(({ offer }) => offer)
