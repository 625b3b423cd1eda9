import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import {
  averageSavings,
  cardTimeLabel,
  detailTimeLabel,
  discountLabel,
  formatPrice,
  formatRating,
  honestSaving,
  isOfferExpired,
  isOfferLive,
  readingTime,
  spokenTimeLabel,
} from './offer-rules.ts'

// Saturday 21 November 2026, 10:00 in Colombo.
const NOW = Date.parse('2026-11-21T04:30:00Z')
const ends = (endDate: string | null, startDate: string | null = null) => ({ startDate, endDate })

test('an offer whose end is now is not expired, one whose end was a millisecond ago is [#147]', () => {
  expect(isOfferExpired(ends('2026-11-21T04:30:00.000Z'), NOW)).toBe(false)
  expect(isOfferExpired(ends('2026-11-21T04:29:59.999Z'), NOW)).toBe(true)
  expect(isOfferExpired(ends(null), NOW)).toBe(false)
})

test('an offer is live from its start to its end, both included', () => {
  expect(isOfferLive(ends(null, '2026-11-21T04:30:00.000Z'), NOW)).toBe(true)
  expect(isOfferLive(ends(null, '2026-11-21T04:30:00.001Z'), NOW)).toBe(false)
  expect(isOfferLive(ends('2026-11-21T04:30:00.000Z'), NOW)).toBe(true)
})

test.each([
  ['past [#150]', '2026-11-21T04:29:59.999Z', 'Expired'],
  ['later the same day [#151]', '2026-11-21T18:29:59.999Z', 'Expires in Today'],
  ['the same day in Colombo although the next one in Kiribati [#151]', '2026-11-21T17:00:00.000Z', 'Expires in Today'],
  ['after midnight but within 24 hours [#153]', '2026-11-21T20:00:00.000Z', 'Expires in 15 hours'],
  ['23 hours 59 minutes are 23 hours [#153]', '2026-11-22T04:29:00.000Z', 'Expires in 23 hours'],
  ['the next date, 24 hours or more [#152]', '2026-11-22T04:30:00.000Z', 'Expires in 1 day'],
  ['the last moment of the next date [#152]', '2026-11-22T18:29:59.999Z', 'Expires in 1 day'],
  ['two dates on [#154]', '2026-11-22T18:30:00.000Z', 'Expires in 2 days'],
  ['a month on [#154]', '2026-12-21T18:29:59.999Z', 'Expires in 30 days'],
])('a card says how long is left: %s', (_, endDate, label) => {
  expect(cardTimeLabel(ends(endDate), NOW, colombo)).toBe(label)
})

test('just before midnight an offer that ends just after it has one hour at the least [#153]', () => {
  const late = Date.parse('2026-11-21T18:20:00Z')
  expect(cardTimeLabel(ends('2026-11-21T18:40:00.000Z'), late, colombo)).toBe('Expires in 1 hour')
})

test('the landing page writes today in its own way, and no end is said [#151]', () => {
  expect(cardTimeLabel(ends('2026-11-21T18:29:59.999Z'), NOW, colombo, true)).toBe('Expires Today')
  expect(cardTimeLabel(ends(null), NOW, colombo)).toBe('No end date')
})

test.each([
  ['2026-11-21T04:29:59.999Z', 'Expired'],
  ['2026-11-21T18:29:59.999Z', 'Expires Today'],
  ['2026-11-21T18:30:00.000Z', 'Expires Tomorrow'],
  ['2026-11-23T04:30:00.000Z', '2 days remaining'],
  [null, 'No end date'],
])('a detail page says of the end %s: %s [#155]', (endDate, label) => {
  expect(detailTimeLabel(ends(endDate), NOW, colombo)).toBe(label)
})

test('before an offer begins no time is left yet, and both labels say its days [D-05]', () => {
  const later = ends('2026-12-10T18:29:59.999Z', '2026-11-27T18:30:00.000Z')
  expect(cardTimeLabel(later, NOW, colombo)).toBe('28 Nov 2026 to 10 Dec 2026')
  expect(detailTimeLabel(later, NOW, colombo)).toBe('28 Nov 2026 to 10 Dec 2026')
})

test.each([
  ['2026-11-24T09:30:00.000Z', null, 'Ends Tuesday 24 November 2026 at 15:00'],
  ['2026-11-20T09:30:00.000Z', null, 'Ended Friday 20 November 2026 at 15:00'],
  [null, null, 'No end date'],
  [null, '2026-11-20T18:30:00.000Z', 'No end date'],
  ['2026-12-10T18:29:59.999Z', '2026-11-27T18:30:00.000Z', 'Starts Saturday 28 November 2026, ends Thursday 10 December 2026 at 23:59'],
  [null, '2026-11-21T12:30:00.000Z', 'Starts Saturday 21 November 2026 at 18:00, no end date'],
  [null, '2026-11-27T18:30:00.000Z', 'Starts Saturday 28 November 2026, no end date'],
])('of the end %s and the start %s is said aloud: %s [D-05]', (endDate, startDate, label) => {
  expect(spokenTimeLabel(ends(endDate, startDate), NOW, colombo)).toBe(label)
})

test("prices show two decimals and the city's currency [#197]", () => {
  expect(formatPrice(1470, colombo).replace(/\s/g, ' ')).toBe('LKR 1,470.00')
  expect(formatPrice(0.5, colombo).replace(/\s/g, ' ')).toBe('LKR 0.50')
})

test('ratings show one decimal above 0 and nothing else [#196]', () => {
  expect([4, 4.55, 0, null, undefined].map(formatRating)).toEqual([
    '4.0',
    expect.stringMatching(/^4\.[56]$/),
    undefined,
    undefined,
    undefined,
  ])
})

const priced = (discount: number, originalPrice: number | null, discountedPrice: number | null, discountIsUpTo = false) => ({
  discount,
  originalPrice,
  discountedPrice,
  discountIsUpTo,
})

test('where discount and prices disagree, the smaller saving shows', () => {
  expect(honestSaving(priced(50, 2000, 1500))).toEqual({ percent: 25, isUpTo: false, money: 500 })
  expect(honestSaving(priced(20, 2000, 1000))?.percent).toBe(20)
  expect(honestSaving(priced(0, 2000, 1500))?.percent).toBe(25)
  expect(honestSaving(priced(0, null, null))).toBeUndefined()
})

test('"up to" is shown as such, and without a discount there is no badge', () => {
  expect(discountLabel(priced(50, null, null, true))).toBe('Up to 50%')
  expect(discountLabel(priced(30, null, null))).toBe('30%')
  expect(discountLabel(priced(0, null, null))).toBeUndefined()
})

test('average savings is a rounded mean which "up to" does not enter, and 0 of nothing [#195]', () => {
  expect(averageSavings([priced(10, null, null), priced(25, null, null), priced(90, null, null, true)])).toBe(18)
  expect(averageSavings([])).toBe(0)
})

test('reading takes a minute for 200 words, rounded up, and never nothing [#201]', () => {
  const words = (count: number) => Array(count).fill('word').join(' ')
  expect([words(0), words(1), words(200), words(201)].map(readingTime)).toEqual(['1 min read', '1 min read', '1 min read', '2 min read'])
})
