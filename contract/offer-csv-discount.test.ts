import { expect, test } from 'vitest'

import { findBundleTag, findDiscount } from './offer-csv-discount.ts'

test.each([
  '20% off',
  '20 % OFF',
  '20%off',
  'Save 20%',
  'save a flat 20%',
  '20 percent discount',
  '20 per cent off',
  '20% discount',
  '20% flat discount',
  'Discount: 20%',
  'discounts of 20% on all',
  'savings of 20%',
  '20% savings',
  '20% less',
  'less 20%',
  'Buy 2 get 20% off',
  '𝟮𝟬% 𝗼𝗳𝗳',
  '２０％ off',
  'Pay 50% deposit and save 20%',
  '20% OFF | 100% cotton',
  'Save 20%! 12% service charge',
])('%j is a discount of 20 percent', (text) => expect(findDiscount(text)).toEqual({ percent: 20, isUpTo: false }))

test('a percentage may have decimals', () => expect(findDiscount('12.5% off')).toEqual({ percent: 12.5, isUpTo: false }))

test.each([
  'Up to 50% off',
  'upto 50% discount',
  'UP TO 50% OFF',
  'Save up to 50%',
  'savings of up to 50%',
  'up to a 50% discount',
  'Discounts up to 50%',
  '10-50% off',
  '10% to 50% off',
  '50% off food, 10% off drinks',
  'as much as 50% off',
  'Buy one get one 50% off',
  'get the second 50% off',
])('%j is a discount of at most 50 percent', (text) => expect(findDiscount(text)).toEqual({ percent: 50, isUpTo: true }))

test.each([
  '0% interest',
  '0% interest for 12 months',
  '100% cotton',
  '12% service charge',
  '50% deposit',
  '20% cashback',
  'Buy 1 get 1 free',
  '0% off',
  '150% off',
  '20% less sugar',
  'No discount. 12% service charge',
  'discount 12% service charge',
  'Rs. 500 off 10% service charge',
  '20% off-peak surcharge',
  'half price',
  '20 off',
  '50% more',
  '1,20% off',
  'save 100% pure water',
  '',
])('%j is no discount', (text) => expect(findDiscount(text)).toBeUndefined())

test.each([
  ['Buy 1 get 1', 'buy-1-get-1'],
  ['Buy one, get one FREE', 'buy-1-get-1'],
  ['𝗕𝘂𝘆 𝟭 𝗚𝗲𝘁 𝟭', 'buy-1-get-1'],
  ['BOGO on all pizzas', 'buy-1-get-1'],
  ['1+1 free', 'buy-1-get-1'],
  ['buy 2 get 1 free', 'buy-2-get-1'],
  ['Buy 2 get 20% off', undefined],
  ['Buy one get one 50% off', undefined],
  ['Buy now, get 1000 points', undefined],
])('%j earns the tag %s', (text, tag) => expect(findBundleTag(text)).toBe(tag))

test('a text that is made to be slow is not', () => {
  const begun = performance.now()
  for (const text of [
    'save '.repeat(2_000),
    `1${' '.repeat(10_000)}%`,
    '1 - '.repeat(2_500),
    '20% flat '.repeat(1_000),
    `save ${'- '.repeat(5_000)}%`,
  ])
    findDiscount(`${text} %`)
  expect(performance.now() - begun).toBeLessThan(500)
})
