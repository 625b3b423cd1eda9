import { expect, test } from 'vitest'

import { rankOffers } from './recommendation-rules.ts'

const offer = (id: string, more: { category?: string; tags?: string[]; clicks?: number; shop?: string } = {}) =>
  ({ id, category: more.category ?? 'Other', tags: more.tags ?? [], clicks: more.clicks ?? 0, shop: { _id: more.shop ?? 's0' } }) as never
const taste = { interestedCategories: ['Food'], interestedTags: ['Seafood'], likedOffers: ['liked'], likedShops: ['s1'] }
const rank = (offers: never[], limit = 10) =>
  rankOffers(offers as { id: string }[] as never[], taste, limit).map(({ id }: { id: string }) => id)

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
