import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { readDegrees, readPercent, readPrice, readRating, readUsageLimit, toPosition } from './offer-csv-numbers.ts'

test.each([
  ['1380', 138_000],
  ['1,380', 138_000],
  ['Rs. 1380', 138_000],
  ['Rs 1,380/=', 138_000],
  ['LKR 1,380.00', 138_000],
  ['1380 LKR', 138_000],
  ['549', 54_900],
  ['549.5', 54_950],
  ['0', 0],
  ['1,38,000', 13_800_000],
  ['1.380,50', 138_050],
  ['１３８０', 138_000],
  ['₨ 1380', 138_000],
  ['1380/-', 138_000],
  ['0.29', 29],
])('the price %j is %i cents', (text, value) => expect(readPrice(text, 'LKR')).toEqual({ value }))

test('other currencies have other symbols and other decimals', () => {
  expect(readPrice('¥1,380', 'JPY')).toEqual({ value: 1380 })
  expect(readPrice('£12.50', 'GBP')).toEqual({ value: 1250 })
  expect(readPrice('$12.50', 'USD')).toEqual({ value: 1250 })
  expect(readPrice('1.250', 'KWD')).toEqual({ value: 1250 })
})

const HOW = 'Write one number, as in 1380 or 1,380.50'
test.each([
  ['-5', `A price cannot be negative. ${HOW}`],
  ['Rs. -5', `A price cannot be negative. ${HOW}`],
  ['549 / 649', `Holds several numbers. ${HOW}`],
  ['500-900', `Holds several numbers. ${HOW}`],
  ['1 380', `Holds several numbers. ${HOW}`],
  ['$10', `Is not a price in LKR. ${HOW}`],
  ['12,34', `Is not a price in LKR. ${HOW}`],
  ['1.38E+05', `Is shortened by the spreadsheet. Format the column as a number. ${HOW}`],
  ['cheap', `Is not a price. ${HOW}`],
  ['1.380', `Has more decimals than LKR knows, so 1.380 may be 1.38 or 1380. ${HOW}`],
  ['99999999999', `Is larger than a price can be. ${HOW}`],
])('the price %j is refused with a reason', (text, reason) => expect(readPrice(text, 'LKR')).toEqual({ reason }))

test.each([
  ['20', 20],
  ['20%', 20],
  ['20 %', 20],
  ['12.5', 12.5],
  ['12,5%', 12.5],
  ['0', 0],
  ['100', 100],
  ['20% off', 20],
  ['0.5%', 0.5],
])('the discount %j is %d percent', (text, value) => {
  expect(readPercent(text)).toEqual({ value })
})
test('a discount below one is taken as written, and asked about', () =>
  expect(readPercent('0.2')).toEqual({ value: 0.2, warning: 'Is taken as 0.2 percent. Write 20 where a share was meant' }))
test.each([
  ['101', 'Is more than 100 percent. Write a number from 0 to 100'],
  ['-5', 'Is not a percentage. Write a number from 0 to 100; words such as “up to 50% off” belong in the title'],
  ['up to 50%', 'Is not a percentage. Write a number from 0 to 100; words such as “up to 50% off” belong in the title'],
])('the discount %j is refused with a reason', (text, reason) => expect(readPercent(text)).toEqual({ reason }))

test.each([
  ['4.5', 4.5],
  ['4,5', 4.5],
  ['5', 5],
  ['0', 0],
  ['4.5/5', 4.5],
])('the rating %j is %d', (text, value) => expect(readRating(text)).toEqual({ value }))
test.each(['5.1', '-1', '9/10', 'good'])('the rating %j is none', (text) =>
  expect(readRating(text)).toEqual({ reason: 'Is not a rating from 0 to 5' }),
)

test('a usage limit is a whole number, or none', () => {
  expect(readUsageLimit('2')).toEqual({ value: 2 })
  expect(readUsageLimit('Unlimited')).toEqual({ value: null })
  for (const text of ['0', '-1', '1.5', 'once', '9999999'])
    expect(readUsageLimit(text)).toEqual({ reason: 'Is not a number of times. Write a whole number such as 1, or unlimited' })
})

test('degrees may have a comma, and stay within the globe', () => {
  expect(readDegrees('6.9117', 90)).toEqual({ value: 6.9117 })
  expect(readDegrees('-6,9117', 90)).toEqual({ value: -6.9117 })
  expect(readDegrees('179.9', 180)).toEqual({ value: 179.9 })
  expect(readDegrees('north', 90)).toEqual({ reason: 'Is not a number of degrees. Write it as in 6.9117' })
  expect(readDegrees('179.9', 90)).toEqual({ reason: 'Lies outside -90 to 90. Perhaps latitude and longitude are swapped' })
  expect(readDegrees('181', 180)).toEqual({ reason: 'Lies outside -180 to 180' })
})

test('a place in the city is taken, one far away is asked about, an empty or swapped one is refused', () => {
  expect(toPosition({ lat: 6.9, lng: 79.86 }, colombo)).toEqual({ value: { lat: 6.9, lng: 79.86 } })
  expect(toPosition({ lat: 51.5, lng: -0.1 }, colombo)).toEqual({
    value: { lat: 51.5, lng: -0.1 },
    warning: expect.stringMatching(/^Lies \d{4} km from Colombo$/),
  })
  expect(toPosition({ lat: 0, lng: 0 }, colombo)).toEqual({
    reason: 'Latitude and longitude are both 0. Leave both empty where the place is not known',
  })
  expect(toPosition({ lat: 79.86, lng: 6.9 }, colombo)).toEqual({
    reason: 'Latitude and longitude are swapped: latitude 6.9 and longitude 79.86 are in Colombo',
  })
})

test('a city where both numbers are alike has no swapped pairs', () => {
  const nicosia = { name: 'Nicosia', center: { lat: 35.17, lng: 33.36 } }
  expect(toPosition({ lat: 33.4, lng: 35.2 }, nicosia)).toEqual({ value: { lat: 33.4, lng: 35.2 } })
})
