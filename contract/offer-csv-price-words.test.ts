import { expect, test } from 'vitest'

import { findPrices, readPriceCell } from './offer-csv-price-words.ts'

const find = (text: string, isTitle = true) => {
  const { original, discounted } = findPrices(text, 'LKR', isTitle) ?? {}
  return [original && original / 100, discounted && discounted / 100]
}

test.each([
  ['Was Rs. 1380 now Rs 990', 1380, 990],
  ['Ribbon cake Rs. 990 (was Rs. 1,380)', 1380, 990],
  ['Rs. 950 instead of Rs. 1,200', 1200, 950],
  ['Usual price LKR 2,400, offer price LKR 1,920', 2400, 1920],
  ['Rs. 5,500 → Rs. 3,850', 5500, 3850],
  ['Reduced from Rs. 6,900 to Rs. 4,830', 6900, 4830],
  ['Deal price: Rs. 1,499. MRP Rs. 2,999', 2999, 1499],
  ['Set worth Rs. 4,200 for Rs. 3,360', 4200, 3360],
])('%j was %d and is %d', (text, original, discounted) => expect(find(text)).toEqual([original, discounted]))

test.each([
  ['Butter cake for Rs. 549', 549],
  ['Ribbon cake LKR 2,500/- only', 2500],
  ['𝗥𝘀. 𝟮,𝟱𝟬𝟬 gel nails', 2500],
  ['Day pass 5,900 LKR', 5900],
  ['Earbuds ₨ 4,500', 4500],
  ['Dinner Rs. 2,750.50', 2750.5],
  ['High tea for two – LKR 5,800++', 5800],
])('%j is %d', (text, price) => expect(find(text)).toEqual([undefined, price]))

test.each([
  'Rs. 500 off',
  'Save Rs. 10,000 on washing machines',
  'Spend Rs. 5,000 and get Rs. 500 off',
  'Free delivery on orders above Rs. 2,500',
  'Win a Rs. 50,000 voucher',
  'Everything under Rs. 1,000',
  'Rooms from LKR 12,000',
  'Vouchers worth Rs. 5,000',
  'Up to Rs. 10,000 off diamond rings',
  'Minimum bill of Rs. 3,000',
  'Maximum discount Rs. 2,000',
  'Massage LKR 6,000 LKR 4,500',
  'Rs.750 / Rs.950',
  'Rs. 500 - Rs. 900',
  'Was Rs. 900 now Rs. 1,380',
  'Rs. 2,500 per month',
  'Loans up to Rs. 5 million',
  'USD 60',
  'Lunch at 12.30',
  'Flat 50',
  'Rs.',
])('%j leaves the price open', (text) => expect(findPrices(text, 'LKR', true)).toBeUndefined())

test('a description states a price where it begins with it, or two', () => {
  expect(find('Six for Rs. 600. Fresh every day', false)).toEqual([undefined, 600])
  expect(find('Any of our cakes. Was LKR 1,800 now LKR 1,260', false)).toEqual([1800, 1260])
  expect(find('Come and see. Parking Rs. 100', false)).toEqual([undefined, undefined])
  expect(find('Delivery for Rs. 300', false)).toEqual([undefined, undefined])
})

test('of two prices in a title, one of the description and a discount, each counts for itself', () =>
  expect(find('Save 40% – Speaker Rs. 11,940')).toEqual([undefined, 11_940]))

test.each([
  ['Only Rs. 549', 549, 'Rs. 549'],
  ['4200 per person', 4200, '4200'],
  ['from 2000', 2000, '2000'],
  ['Rs 9000 (10 classes)', 9000, 'Rs 9000'],
  ['4 500', 4500, '4500'],
  ['1 234 567', 1_234_567, '1234567'],
  ['5,800++', 5800, '5,800'],
  ['Free', 0, '0'],
])('the cell %j is %d, and told', (text, price, readAs) =>
  expect(readPriceCell(text, 'LKR')).toEqual({ value: price * 100, warning: expect.any(String), readAs }),
)
test.each(['1380', 'Rs. 1,380/-', 'LKR2400'])('the cell %j is a number without a word', (text) =>
  expect(readPriceCell(text, 'LKR')).not.toHaveProperty('warning'),
)
test.each(['-5', '549 / 649', '500-900', 'cheap', '$10', '12 34', 'only -5'])('the cell %j is refused', (text) =>
  expect(readPriceCell(text, 'LKR')).toHaveProperty('reason'),
)

test('a text that is made to be slow is not', () => {
  const begun = performance.now()
  for (const piece of ['Rs 1 ', 'was ', '1,', 'Rs. ', 'for only ', ' ', 'from 1 to ', 'reg '])
    for (const isTitle of [true, false]) findPrices(`${piece.repeat(10_000 / piece.length)} Rs 5`, 'LKR', isTitle)
  expect(performance.now() - begun).toBeLessThan(500)
})
