import { expect, test } from 'vitest'

import { suggestTitle } from './suggest-title.ts'

test.each([
  ['50% OFF at Lotus BakeryHurry! Limited time only!!!Book now', '50% OFF at Lotus Bakery'],
  ['Hair colour at 25% Off!Book Now', 'Hair colour at 25% Off'],
  ['Camera – 18% OFFShop now', 'Camera – 18% OFF'],
  ['20% OFF sitewideOrder now!Limited time offer', '20% OFF sitewide'],
  ['15% Off All Cables. T&C Apply.', '15% Off All Cables'],
  ['Carpet wash at 20% off. Call now 0112345678', 'Carpet wash at 20% off'],
  ['Save 18% on family packs!!! Order Now', 'Save 18% on family packs'],
  ['MEGA SALE 60% OFF!!!', 'MEGA SALE 60% OFF!'],
  ["Lunch for two – don't miss it 🔥", 'Lunch for two'],
])('of %j it suggests %j', (title, cleaned) => expect(suggestTitle(title)).toBe(cleaned))

test.each([
  'Rice & curry lunch for two, 20% off',
  'Hurry! 50% off at Lotus Bakery',
  'Buy now, pay later on all phones',
  'Book now and save 20% on rooms',
  'Limited time: 30% off sofas and chairs in all outlets',
  'Call centre headsets',
  'Bookmarks free today',
  'Order now: 20% off pizza',
  'Tea! 🍵',
])('%j stays as it is', (title) => expect(suggestTitle(title)).toBeUndefined())

test('a title that is made to be slow is not', () => {
  const begun = performance.now()
  for (const piece of ['hurry ', 'call 1', 'for a ', 't & c', '!', 'limited ']) suggestTitle(piece.repeat(300 / piece.length))
  expect(performance.now() - begun).toBeLessThan(100)
})
