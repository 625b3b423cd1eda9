import { expect, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'
import type { Offer } from '#contract/offer.ts'

import { listCatches, listSuggestions, usageText } from './offer-catch.tsx'

const plain = {
  conditions: { weekdays: [], hours: null, payment: null, newCustomersOnly: false, service: [] },
  conditionsFromText: null,
  discount: 30,
  discountIsUpTo: false,
  discountIsFromText: false,
  pricesAreFromText: false,
  originalPrice: null,
  discountedPrice: null,
  minimumPurchase: null,
  usageLimit: null,
} as unknown as Offer
const catches = (facts: Partial<Offer>) => listCatches({ ...plain, ...facts }, colombo).map(({ text }) => text.replaceAll('\u00a0', ' '))

test('everything that could spoil a trip is said in plain words', () => {
  const conditions: Offer['conditions'] = {
    weekdays: ['monday', 'tuesday', 'friday'],
    hours: { from: '11:00', to: '15:00' },
    payment: 'Harbour Bank cards',
    newCustomersOnly: true,
    service: ['dine-in', 'takeaway'],
  }
  expect(
    catches({ conditions, minimumPurchase: 2500, usageLimit: 2, discountIsUpTo: true, discountIsFromText: true, pricesAreFromText: true }),
  ).toEqual([
    'Only on Monday, Tuesday and Friday',
    'Only from 11:00 to 15:00',
    'Pay with Harbour Bank cards',
    'New customers only',
    'Dine-in or takeaway only',
    'Minimum purchase LKR 2,500.00',
    '2 times per customer',
    'Up to 30%: the saving may be smaller',
    "The discount was read from the shop's words, so ask before you pay",
    "The price was read from the shop's words, so ask before you pay",
  ])
})

test('an offer without conditions has no catch, and words for one are not those for many', () => {
  expect(catches({})).toEqual([])
  expect(catches({ conditions: { ...plain.conditions, payment: 'card' } })).toEqual(['Card only'])
  expect(usageText(1)).toBe('1 time per customer')
})

test('what the words seem to ask is never said as a fact, and comes with the words', () => {
  const conditionsFromText: Offer['conditionsFromText'] = {
    weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    hours: { from: '11:00', to: '15:00' },
    payment: 'Harbour Bank credit cards',
    newCustomersOnly: true,
    service: ['dine-in', 'takeaway'],
    minimumPurchase: 3000,
    quotes: {
      weekdays: 'Valid Monday to Friday, 11am to 3pm',
      hours: 'Valid Monday to Friday, 11am to 3pm',
      payment: 'For Harbour Bank credit card holders',
      newCustomersOnly: 'New customers only',
      service: 'Not on delivery orders',
      minimumPurchase: 'Minimum bill of Rs. 3,000',
    },
  }
  const offer = { ...plain, conditionsFromText }
  const suggestions = listSuggestions(offer, colombo)
  expect(suggestions.map(({ text, quote }) => [text.replaceAll('\u00a0', ' '), quote])).toEqual([
    ['Seems to be on weekdays only', 'Valid Monday to Friday, 11am to 3pm'],
    ['Seems to be from 11:00 to 15:00 only', 'Valid Monday to Friday, 11am to 3pm'],
    ['Seems to need Harbour Bank credit cards', 'For Harbour Bank credit card holders'],
    ['Seems to be for new customers only', 'New customers only'],
    ['Seems to be dine-in or takeaway only', 'Not on delivery orders'],
    ['Seems to need a purchase of LKR 3,000.00 or more', 'Minimum bill of Rs. 3,000'],
  ])
  expect(listCatches(offer, colombo)).toEqual([])
})

test('hours that are open at one end name the other, and days are named as people do', () => {
  const suggested = (facts: Partial<NonNullable<Offer['conditionsFromText']>>) =>
    listSuggestions({ ...plain, conditionsFromText: { quotes: {}, ...facts } }, colombo).map(({ text }) => text)
  expect(suggested({ hours: { from: '00:00', to: '16:00' } })).toEqual(['Seems to be before 16:00 only'])
  expect(suggested({ hours: { from: '18:00', to: '00:00' } })).toEqual(['Seems to be after 18:00 only'])
  expect(suggested({ weekdays: ['sunday', 'saturday'] })).toEqual(['Seems to be on weekends only'])
  expect(suggested({ weekdays: ['tuesday', 'friday'], payment: 'cash' })).toEqual([
    'Seems to be on Tuesday and Friday only',
    'Seems to be cash only',
  ])
  expect(listSuggestions(plain, colombo)).toEqual([])
})
