import { expect, test } from 'vitest'

import { CATEGORIES } from './constants.ts'
import { addressSkeleton, countEdits, nameWords } from './near-names.ts'
import { createCategorySuggester } from './suggest-category.ts'

test('names are alike whatever their case, accents, points and legal form', () => {
  for (const name of ['Lotus Bakery', 'LOTUS  BAKERY.', 'The Lotus Bakery (Pvt) Ltd', 'Lótus-Bakery', '𝗟𝗼𝘁𝘂𝘀 Bakery'])
    expect(nameWords(name)).toEqual(['lotus', 'bakery'])
  expect(nameWords('The Company')).toEqual(['the', 'company'])
  expect(nameWords('නෙළුම් බේකරි')).toEqual(['නෙළුම්', 'බේකරි'])
})

test('addresses are alike whatever their points, zeros and short words', () => {
  for (const address of ['12, Galle Rd., Colombo 03', 'No. 12 Galle Road, Colombo 3', '12 GALLE ROAD, COLOMBO-3, Sri Lanka'])
    expect(addressSkeleton(address)).toBe('12 galle road colombo 3')
  expect(addressSkeleton('13 Galle Road')).not.toBe(addressSkeleton('12 Galle Road'))
})

test('edits are counted, and no further than asked', () => {
  expect(countEdits('lotus', 'lotus', 2)).toBe(0)
  expect(countEdits('lotus', 'lotsu', 2)).toBe(1)
  expect(countEdits('lotus', 'lottus', 2)).toBe(1)
  expect(countEdits('kitten', 'sitting', 3)).toBe(3)
  expect(countEdits('kitten', 'sitting', 2)).toBe(3)
  expect(countEdits('', 'abc', 2)).toBe(3)
})

const suggestCategory = createCategorySuggester(CATEGORIES)

test.each([
  ['Foods', 'Food'],
  ['food & drink', 'Food'],
  ['Electronic', 'Electronics'],
  ['Electrnics', 'Electronics'],
  ['Hotels', 'Hotels & Accommodation'],
  ['Travel', 'Travel & Transport'],
  ['Restaurants & Cafes', 'Food'],
  ['Clothing', 'Fashion'],
  ['Health and Wellness', 'Health'],
  ['Groceries', 'Retail'],
  ['Food', undefined],
  ['Pet care', undefined],
  ['Flowers', undefined],
  ['Food & Fashion', undefined],
  ['!!!', undefined],
])('the category %j may mean %s', (name, category) => expect(suggestCategory(name)).toBe(category))

test('a category that others have brought is in use too', () =>
  expect(createCategorySuggester([...CATEGORIES, 'Pet care'])('Pet cares')).toBe('Pet care'))
