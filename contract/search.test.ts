import { expect, test } from 'vitest'

import type { Demand, Service } from './offer.ts'
import { foldName, matchesFilters, matchesSearch, offerSearchText } from './search.ts'

const ZONE = 'Asia/Colombo'
const offer = {
  title: 'Kottu & a cold Thambili',
  tags: ['Late-Night', 'street food'],
  category: 'Food',
  description: 'Chopped to order',
  startDate: '2026-11-20T18:30:00.000Z',
  endDate: '2026-11-30T18:29:59.999Z',
  minimumPurchase: null,
  conditions: { payment: null, newCustomersOnly: false, service: [] },
  shop: { _id: 's1', name: 'Galle Road Kottu Bar' },
}
const finds = (q: string) => matchesFilters(offer, { q }, ZONE)

test('a search finds any part of title, shop name, tags and category, whatever the capitals [#188]', () => {
  expect(['kottu', 'THAMBILI', 'road kottu', 'late-n', 'food', '  cold  '].map(finds)).toEqual([true, true, true, true, true, true])
})

test('a search does not look into the description, nor across two fields [#188]', () => {
  expect(finds('chopped')).toBe(false)
  expect(finds('thambili galle')).toBe(false)
  expect(finds('bar late')).toBe(false)
})

test('styled letters match plain ones, and signs are text, not patterns', () => {
  const text = offerSearchText({ title: '𝗙𝗹𝗮𝘀𝗵 𝟱𝟬% off_now', tags: [], category: 'Other' }, 'Ｋａｄｅ')
  expect([
    matchesSearch(text, 'flash 50%'),
    matchesSearch(text, 'kade'),
    matchesSearch(text, 'off_n'),
    matchesSearch(text, 'f%o'),
    matchesSearch(text, '𝐅𝐥𝐚𝐬𝐡'),
  ]).toEqual([true, true, true, false, true])
})

test('all filters hold together and with the search [#189]', () => {
  expect(matchesFilters(offer, { q: 'kottu', category: 'Food', shop: 's1', from: '2026-11-21', to: '2026-11-30' }, ZONE)).toBe(true)
  expect(matchesFilters(offer, { q: 'kottu', category: 'Food', shop: 's2' }, ZONE)).toBe(false)
  expect(matchesFilters(offer, { q: 'pizza', category: 'Food', shop: 's1' }, ZONE)).toBe(false)
})

test('the category equals, and all means any [#190] [#131]', () => {
  expect(matchesFilters(offer, { category: 'Food' }, ZONE)).toBe(true)
  expect(matchesFilters(offer, { category: 'Foo' }, ZONE)).toBe(false)
  expect(matchesFilters(offer, { category: 'all', shop: 'all' }, ZONE)).toBe(true)
})

test('the shop is compared by its id in either shape [#191]', () => {
  expect(matchesFilters({ ...offer, shop: 's1' }, { shop: 's1' }, ZONE)).toBe(true)
  expect(matchesFilters({ ...offer, shop: { id: 's1' } }, { shop: 's1' }, ZONE)).toBe(true)
  expect(matchesFilters({ ...offer, shop: 's1' }, { shop: 's2' }, ZONE)).toBe(false)
})

test('From lets through what starts on that day of the city or later, and what has no start [#192]', () => {
  expect(matchesFilters(offer, { from: '2026-11-21' }, ZONE)).toBe(true)
  expect(matchesFilters(offer, { from: '2026-11-22' }, ZONE)).toBe(false)
  expect(matchesFilters({ ...offer, startDate: null }, { from: '2026-11-22' }, ZONE)).toBe(true)
})

test('To lets through what ends on that day of the city or earlier, and nothing without an end [#193]', () => {
  expect(matchesFilters(offer, { to: '2026-11-30' }, ZONE)).toBe(true)
  expect(matchesFilters(offer, { to: '2026-11-29' }, ZONE)).toBe(false)
  expect(matchesFilters({ ...offer, endDate: null }, { to: '2030-01-01' }, ZONE)).toBe(false)
})

test('Valid on asks whether the offer runs on that day', () => {
  expect(['2026-11-20', '2026-11-21', '2026-11-30', '2026-12-01'].map((on) => matchesFilters(offer, { on }, ZONE))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('any one of the tags is enough, whole and whatever the capitals', () => {
  expect(matchesFilters(offer, { tags: ['pizza', 'late-night'] }, ZONE)).toBe(true)
  expect(matchesFilters(offer, { tags: ['late'] }, ZONE)).toBe(false)
})

test('what an offer asks for can be left out: a certain bank, any card, a minimum, somebody new', () => {
  const without = (demand: Demand, facts: object) => matchesFilters({ ...offer, ...facts }, { without: [demand] }, ZONE)
  const paidBy = (payment: string | null) => ({ conditions: { ...offer.conditions, payment } })
  expect([null, 'Cash', 'CARD', 'Harbour Bank cards'].map((payment) => without('bank', paidBy(payment)))).toEqual([true, true, true, false])
  expect([null, 'cash', 'card', 'Harbour Bank cards'].map((payment) => without('card', paidBy(payment)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([null, 0, 500].map((minimumPurchase) => without('minimum', { minimumPurchase }))).toEqual([true, true, false])
  expect(without('new-customers', { conditions: { ...offer.conditions, newCustomersOnly: true } })).toBe(false)
  expect(matchesFilters({ ...offer, minimumPurchase: 500 }, { without: ['bank', 'minimum'] }, ZONE)).toBe(false)
})

test('an offer that names no way of taking it can be taken in any', () => {
  const taken = (service: Service[], wish: Service) =>
    matchesFilters({ ...offer, conditions: { ...offer.conditions, service } }, { service: wish }, ZONE)
  expect([taken([], 'delivery'), taken(['dine-in', 'delivery'], 'delivery'), taken(['dine-in'], 'delivery')]).toEqual([true, true, false])
})

test('names are told apart by their folded spelling', () => {
  expect(foldName('  MALU   Kade ')).toBe(foldName('Malu Ｋade'))
})
