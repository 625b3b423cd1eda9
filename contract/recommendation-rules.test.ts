import { expect, test } from 'vitest'

import type { Offer } from './offer.ts'
import { rankOffers } from './recommendation-rules.ts'

type Facts = Pick<Offer, 'id' | 'category' | 'tags' | 'clicks'> & { shop: Offer['shop'] }
const offer = (id: string, { shop = 's0', ...more }: Partial<Omit<Facts, 'shop'>> & { shop?: string } = {}): Facts => ({
  id,
  category: 'Other',
  tags: [],
  clicks: 0,
  ...more,
  shop: { _id: shop } as Offer['shop'],
})
const taste = { interestedCategories: ['Food'], interestedTags: ['Seafood'], likedOffers: ['liked'], likedShops: ['s1'] }
const rank = (offers: Facts[], limit = 10) => rankOffers(offers, taste, limit).map(({ id }) => id)

test('a shop that one likes counts most, then tags, then the category; popularity orders what else is alike', () => {
  const offers = [
    offer('plain'),
    offer('popular', { clicks: 100 }),
    offer('category', { category: 'Food' }),
    offer('tag', { tags: ['seafood'] }),
    offer('shop', { shop: 's1' }),
    offer('soonest of two'),
  ]
  expect(rank(offers)).toEqual(['shop', 'tag', 'category', 'popular', 'plain', 'soonest of two'])
})

test('what is liked already is not recommended, and the list is as long as it may be', () => {
  expect(rank([offer('liked', { shop: 's1' }), offer('a'), offer('b')], 1)).toEqual(['a'])
})
