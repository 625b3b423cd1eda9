import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { doorSign } from './offer-status.ts'
import type { Offer } from './offer.ts'
import { instantAt, WEEKDAYS } from './time.ts'

const day = '2026-11-21' // a Saturday
const at = (clock: string, on = day) => instantAt(on, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)), colombo.timeZone)
const iso = (clock: string, on = day) => new Date(at(clock, on)).toISOString()
const everyDay = (open: string, close: string) => Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, { isOpen: true, open, close }]))
const anyTime: Offer['conditions'] = { weekdays: [], hours: null, payment: null, newCustomersOnly: false, service: [] }

type Facts = Parameters<typeof doorSign>[0]
const offerWith = ({
  hours = everyDay('09:00', '20:00'),
  ...facts
}: Partial<Facts> & { hours?: Facts['shop']['businessHours'] } = {}): Facts => ({
  startDate: null,
  endDate: null,
  conditions: anyTime,
  shop: { businessHours: hours, specialHours: [] },
  ...facts,
})
const sign = (facts: Facts, clock: string) => {
  const { status, strong, rest } = doorSign(facts, at(clock), colombo)
  return `${status}: ${strong}${rest}`
}

test('an open shop says until when the offer can be used', () => {
  expect(sign(offerWith(), '09:00')).toBe('usable: Usable now, until 20:00')
  expect(sign(offerWith({ hours: everyDay('18:00', '02:00') }), '01:30')).toBe('usable: Usable now, until 02:00')
  expect(sign(offerWith({ hours: everyDay('10:00', '00:00') }), '12:00')).toBe('usable: Usable now, until midnight')
  expect(sign(offerWith({ hours: everyDay('00:00', '00:00') }), '12:00')).toBe('usable: Usable now, open 24 hours')
})

test('a closed shop says when it opens, and how soon where that is near', () => {
  expect(sign(offerWith(), '08:25')).toBe('soon: Opens in 35 min')
  expect(sign(offerWith(), '07:50')).toBe('soon: Opens in 1 h 10 min')
  expect(sign(offerWith(), '05:00')).toBe('closed: Closed, opens 09:00')
  expect(sign(offerWith(), '20:00')).toBe('closed: Closed, opens tomorrow 09:00')
  expect(
    sign(offerWith({ hours: { ...everyDay('09:00', '20:00'), sunday: { isOpen: false, open: '00:00', close: '00:00' } } }), '20:00'),
  ).toBe('closed: Closed, opens Mon 09:00')
})

test("the offer's own hours and weekdays count beside the shop's", () => {
  const lunch = offerWith({ conditions: { ...anyTime, hours: { from: '11:00', to: '15:00' } } })
  expect(sign(lunch, '12:00')).toBe('usable: Usable now, until 15:00')
  expect(sign(lunch, '10:30')).toBe('soon: Usable in 30 min')
  expect(sign(lunch, '17:00')).toBe('closed: Not now, usable tomorrow 11:00')
  expect(sign(offerWith({ conditions: { ...anyTime, weekdays: ['tuesday'] } }), '12:00')).toBe('closed: Not now, usable Tue 09:00')
  const late = offerWith({ hours: everyDay('18:00', '03:00'), conditions: { ...anyTime, hours: { from: '00:30', to: '02:00' } } })
  expect(sign(late, '01:00')).toBe('usable: Usable now, until 02:00')
})

test('the end of the offer wins where it is nearer than closing time', () => {
  expect(sign(offerWith({ endDate: iso('15:00') }), '12:00')).toBe('ending: Expires in 3 hours')
  expect(sign(offerWith({ endDate: iso('15:00') }), '14:20')).toBe('ending: Expires in 40 min')
  expect(sign(offerWith({ endDate: iso('19:00') }), '10:00')).toBe('usable: Usable now, until 19:00')
  expect(sign(offerWith({ endDate: iso('23:59') }), '14:30')).toBe('usable: Usable now, until 20:00')
  expect(sign(offerWith({ endDate: iso('23:59') }), '21:00')).toBe('closed: Closed until it ends')
})

test('an offer that has not begun, or is over, says so whatever the shop does', () => {
  expect(sign(offerWith({ startDate: iso('00:00', '2026-11-27') }), '12:00')).toBe('closed: Starts on 27 Nov')
  expect(sign(offerWith({ endDate: iso('23:59', '2026-11-20') }), '12:00')).toBe('expired: Expired yesterday, 23:59')
  expect(sign(offerWith({ endDate: iso('10:00') }), '12:00')).toBe('expired: Expired today, 10:00')
  expect(sign(offerWith({ endDate: iso('10:00', '2026-11-03') }), '12:00')).toBe('expired: Expired on 3 Nov')
})

test('hours that are not known are said to be unknown, and special hours replace the weekday', () => {
  expect(sign(offerWith({ hours: null }), '12:00')).toBe('unknown: Hours not known')
  expect(sign(offerWith({ hours: { saturday: { isOpen: true, open: '9', close: '20:00' } } }), '12:00')).toBe('unknown: Hours not known')
  const holiday = offerWith({
    shop: { businessHours: everyDay('09:00', '20:00'), specialHours: [{ day, isOpen: false, open: '00:00', close: '00:00' }] },
  })
  expect(sign(holiday, '12:00')).toBe('closed: Closed, opens tomorrow 09:00')
})
