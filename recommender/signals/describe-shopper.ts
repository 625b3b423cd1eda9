/** What is known of a shopper, as the ranker takes it: ids of what was done become shops, categories and places. */
import type { Position } from '#contract/wire.ts'

import type { Facts } from '../candidates/keep-facts.ts'
import type { Deed } from '../ranking/question.ts'
import type { LoggedDeed, KnownShopper } from './read-shopper.ts'

/** Shops, and categories, of the latest things done that bring candidates. */
const RECENT = { shops: 30, categories: 3 }

/** Deeds out of what the database holds of them, the latest first; and the shops, the latest first, and the categories, the most frequent first, that bring candidates. */
export async function describeShopper(known: KnownShopper, near: Position | undefined, facts: Facts) {
  const offers = await facts.readOffers(known.deeds.flatMap(({ offerId }) => offerId ?? []))
  const shopOf = ({ shopId, offerId }: LoggedDeed) => shopId ?? (offerId === undefined ? undefined : offers.get(offerId)?.shopId)
  const shops = await facts.readShops([...new Set(known.deeds.flatMap((deed) => shopOf(deed) ?? []))])
  const deeds = known.deeds.flatMap((deed): Deed[] => {
    const shop = shops.get(shopOf(deed) ?? '')
    if (!shop) return []
    const category = deed.offerId === undefined ? undefined : offers.get(deed.offerId)?.category
    const { id: shopId, name: shopName, position } = shop
    return [{ shopId, shopName, kind: deed.kind, at: deed.at, ...(category !== undefined && { category }), ...(position && { position }) }]
  })
  const wanted = deeds.filter(({ kind }) => kind !== 'dismissal')
  const { interestedCategories, interestedTags, likedShops } = known
  return {
    shopper: { deeds, interestedCategories, interestedTags, likedShops, ...(near && { near }) },
    shopIds: [...new Set(wanted.map(({ shopId }) => shopId))].slice(0, RECENT.shops),
    categories: [
      ...new Set([
        ...interestedCategories,
        ...listMostFrequent(
          wanted.flatMap(({ category }) => category ?? []),
          RECENT.categories,
        ),
      ]),
    ],
  }
}

function listMostFrequent(words: string[], limit: number) {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([word]) => word)
}
