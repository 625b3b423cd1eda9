import { expect, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'
import type { Offer } from '#contract/offer.ts'

import { listCatches, usageText } from './offer-catch.tsx'

const plain = {
  conditions: { weekdays: [], hours: null, payment: null, newCustomersOnly: false, service: [] },
  discount: 30,
  discountIsUpTo: false,
  discountIsFromText: false,
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
  expect(catches({ conditions, minimumPurchase: 2500, usageLimit: 2, discountIsUpTo: true, discountIsFromText: true })).toEqual([
    'Only on Monday, Tuesday or Friday',
    'Only from 11:00 to 15:00',
    'Pay with Harbour Bank cards',
    'New customers only',
    'Dine-in or takeaway only',
    'Minimum purchase LKR 2,500.00',
    '2 times per customer',
    'Up to 30%: the saving may be smaller',
    "The discount was read from the shop's words, so ask before you pay",
  ])
})

test('an offer without conditions has no catch, and words for one are not those for many', () => {
  expect(catches({})).toEqual([])
  expect(catches({ conditions: { ...plain.conditions, payment: 'card' } })).toEqual(['Card only'])
  expect(usageText(1)).toBe('1 time per customer')
})
