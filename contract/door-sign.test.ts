import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { doorSign } from './door-sign.ts'
import type { StatusFacts } from './offer-status.ts'
import type { DayHours } from './shop.ts'
import { instantAt, WEEKDAYS, type Weekday } from './time.ts'

const SATURDAY = '2026-11-21'
const TUESDAY = '2026-11-24'
const city = { ...colombo, holidays: [{ day: TUESDAY, name: 'Il Full Moon Poya Day' }] }
const at = (moment: string) => {
  const [day, clock] = moment.includes(' ') ? [moment.split(' ')[0]!, moment.split(' ')[1]!] : [SATURDAY, moment]
  return instantAt(day, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)), colombo.timeZone)
}
const iso = (moment: string) => new Date(at(moment)).toISOString()

const open = (from: string, to: string): DayHours => ({ isOpen: true, open: from, close: to })
const CLOSED: DayHours = { isOpen: false, open: '00:00', close: '00:00' }
const everyDay = (hours: DayHours, others: Partial<Record<Weekday, DayHours>> = {}) => ({
  ...Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, hours])),
  ...others,
})
const DAY_SHOP = everyDay(open('09:00', '20:00'))
const BAR = everyDay(open('18:00', '02:00'))
const NEVER_CLOSED = everyDay(open('00:00', '00:00'))
const WORKDAYS: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const WEEKEND: Weekday[] = ['saturday', 'sunday']

type Given = {
  hours?: StatusFacts['shop']['businessHours']
  special?: StatusFacts['shop']['specialHours']
  starts?: string
  ends?: string
  weekdays?: Weekday[]
  between?: [string, string]
  seems?: StatusFacts['conditionsFromText']
}
const offerWith = ({ hours = DAY_SHOP, special = [], starts, ends, weekdays = [], between, seems = null }: Given): StatusFacts => ({
  startDate: starts ? iso(starts) : null,
  endDate: ends ? iso(ends) : null,
  conditions: { weekdays, hours: between ? { from: between[0], to: between[1] } : null },
  conditionsFromText: seems,
  shop: { businessHours: hours, specialHours: special },
})

type Case = [given: Given, moment: string, sign: string]
/** Each moment with its sign; a difference shows with what was given. */
const signsOf = (cases: Case[]) =>
  cases.map(([given, moment]): Case => {
    const { status, strong, rest } = doorSign(offerWith(given), at(moment), city)
    return [given, moment, `${status}: ${strong}${rest}`]
  })

test('an open shop says until when the offer can be used', () => {
  const cases: Case[] = [
    [{}, '09:00', 'usable: Usable now, until 20:00'],
    [{}, '19:59', 'usable: Usable now, until 20:00'],
    [{ hours: everyDay(open('10:00', '00:00')) }, '12:00', 'usable: Usable now, until midnight'],
    [{ hours: everyDay(open('00:00', '12:00')) }, '00:00', 'usable: Usable now, until 12:00'],
    [{ hours: everyDay(open('09:15', '09:30')) }, '09:20', 'usable: Usable now, until 09:30'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test('hours that run past midnight belong to the evening before', () => {
  const cases: Case[] = [
    [{ hours: BAR }, '18:00', 'usable: Usable now, until 02:00'],
    [{ hours: BAR }, '01:30', 'usable: Usable now, until 02:00'],
    [{ hours: BAR }, '02:00', 'closed: Closed, opens 18:00'],
    [{ hours: everyDay(open('12:00', '12:00')) }, '03:00', 'usable: Usable now, open 24 hours'],
    [{ hours: everyDay(CLOSED, { friday: open('18:00', '03:00') }) }, '02:30', 'usable: Usable now, until 03:00'],
    [{ hours: everyDay(CLOSED, { friday: open('18:00', '03:00') }) }, '03:00', 'closed: Closed, opens Fri 18:00'],
    [{ hours: { friday: open('22:00', '04:00') } }, '03:00', 'usable: Usable now, until 04:00'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test('a shop that never closes says so, and names its day where it closes only tomorrow', () => {
  const cases: Case[] = [
    [{ hours: NEVER_CLOSED }, '12:00', 'usable: Usable now, open 24 hours'],
    [{ hours: NEVER_CLOSED }, '00:00', 'usable: Usable now, open 24 hours'],
    [{ hours: everyDay(open('00:00', '00:00'), { sunday: open('00:00', '20:00') }) }, '21:00', 'usable: Usable now, until tomorrow 20:00'],
    [{ hours: everyDay(open('00:00', '00:00'), { sunday: CLOSED }) }, '10:00', 'usable: Usable now, until midnight'],
    [{ hours: everyDay(open('00:00', '00:00'), { sunday: CLOSED }) }, '2026-11-20 10:00', 'usable: Usable now, until the end of tomorrow'],
    [{ hours: NEVER_CLOSED, weekdays: ['saturday', 'sunday', 'monday'] }, '12:00', 'usable: Usable now, until the end of Mon'],
    [{ hours: NEVER_CLOSED }, `${TUESDAY} 12:00`, 'usable: Usable now, open 24 hours'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test('a closed shop says when it opens, and how soon where that is near', () => {
  const cases: Case[] = [
    [{}, '08:25', 'soon: Opens in 35 min'],
    [{}, '08:59', 'soon: Opens in 1 min'],
    [{}, '07:50', 'soon: Opens in 1 h 10 min'],
    [{}, '08:00', 'soon: Opens in 1 hour'],
    [{}, '07:00', 'soon: Opens in 2 hours'],
    [{}, '06:59', 'closed: Closed, opens 09:00'],
    [{}, '20:00', 'closed: Closed, opens tomorrow 09:00'],
    [{ hours: everyDay(open('00:30', '03:00')) }, '23:45', 'soon: Opens in 45 min'],
    [{ hours: everyDay(open('09:00', '20:00'), { sunday: CLOSED }) }, '20:00', 'closed: Closed, opens Mon 09:00'],
    [{ hours: everyDay(CLOSED, { friday: open('09:00', '20:00') }) }, '12:00', 'closed: Closed, opens Fri 09:00'],
    [{ hours: everyDay(CLOSED, { saturday: open('09:00', '12:00') }) }, '12:00', 'closed: Closed, opens Sat 09:00'],
    [{ hours: everyDay(CLOSED) }, '12:00', 'closed: Closed'],
    [{ hours: everyDay(CLOSED), ends: '2026-11-23 12:00' }, '12:00', 'closed: Closed, no longer usable'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test("the offer's own hours count beside the shop's", () => {
  const lunch: Given = { between: ['11:00', '15:00'] }
  const cases: Case[] = [
    [lunch, '11:00', 'usable: Usable now, until 15:00'],
    [lunch, '10:30', 'soon: Usable in 30 min'],
    [lunch, '08:30', 'closed: Closed, opens 11:00'],
    [lunch, '17:00', 'closed: Not now, usable tomorrow 11:00'],
    [{ between: ['18:00', '23:00'] }, '19:00', 'usable: Usable now, until 20:00'],
    [{ between: ['05:00', '10:00'] }, '09:30', 'usable: Usable now, until 10:00'],
    [{ between: ['21:00', '23:00'] }, '19:00', 'closed: Not now'],
    [{ hours: BAR, between: ['00:30', '02:00'] }, '01:00', 'usable: Usable now, until 02:00'],
    [{ hours: BAR, between: ['23:00', '01:00'] }, '00:30', 'usable: Usable now, until 01:00'],
    [{ hours: NEVER_CLOSED, between: ['22:00', '06:00'] }, '05:00', 'usable: Usable now, until 06:00'],
    [{ hours: NEVER_CLOSED, between: ['22:00', '06:00'], weekdays: ['friday'] }, '05:00', 'usable: Usable now, until 06:00'],
    [{ hours: NEVER_CLOSED, between: ['22:00', '06:00'], weekdays: ['saturday'] }, '05:00', 'closed: Not now, usable 22:00'],
    [{ hours: NEVER_CLOSED, between: ['11:00', '15:00'] }, '15:00', 'closed: Not now, usable tomorrow 11:00'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test("the offer's weekdays are told as a rule where they are a run of days, else by the next day", () => {
  const cases: Case[] = [
    [{ weekdays: WORKDAYS, between: ['00:00', '16:00'] }, '12:00', 'closed: Not now, weekdays before 16:00'],
    [{ weekdays: WORKDAYS, between: ['09:00', '16:00'] }, '12:00', 'closed: Not now, weekdays before 16:00'],
    [{ weekdays: WORKDAYS, between: ['12:00', '16:00'] }, '12:00', 'closed: Not now, weekdays from 12:00 to 16:00'],
    [{ weekdays: WORKDAYS }, '12:00', 'closed: Not now, weekdays only'],
    [{ weekdays: WORKDAYS }, '21:00', 'closed: Closed, opens Mon 09:00'],
    [{ weekdays: WEEKEND }, '2026-11-25 12:00', 'closed: Not now, weekends only'],
    [{ weekdays: WEEKEND }, '12:00', 'usable: Usable now, until 20:00'],
    [{ weekdays: ['monday', 'tuesday', 'wednesday'] }, '12:00', 'closed: Not now, Mon to Wed only'],
    [{ weekdays: ['thursday', 'friday'] }, '12:00', 'closed: Not now, Thu and Fri only'],
    [{ weekdays: ['monday', 'thursday'] }, '12:00', 'closed: Not now, usable Mon 09:00'],
    [{ weekdays: ['wednesday'] }, '12:00', 'closed: Not now, usable Wed 09:00'],
    [{ weekdays: [...WEEKDAYS] }, '12:00', 'usable: Usable now, until 20:00'],
    [{ weekdays: ['friday'], hours: BAR }, '01:00', 'usable: Usable now, until 02:00'],
    [{ weekdays: ['saturday'], hours: BAR }, '01:00', 'closed: Not now, usable 18:00'],
    [{ weekdays: WORKDAYS, ends: '2026-11-22 23:00' }, '12:00', 'closed: No longer usable'],
    // The rule would promise the Monday on which the shop is closed.
    [{ weekdays: WORKDAYS, hours: { ...DAY_SHOP, monday: CLOSED } }, '2026-11-28 12:00', 'closed: Not now, usable Tue 09:00'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test('the end of the offer wins where it is nearer than closing time', () => {
  const cases: Case[] = [
    [{ ends: '15:00' }, '12:00', 'ending: Expires in 3 hours'],
    [{ ends: '15:00' }, '14:20', 'ending: Expires in 40 min'],
    [{ ends: '15:00' }, '15:00', 'ending: Expires in 1 min'],
    [{ ends: '19:00' }, '10:00', 'usable: Usable now, until 19:00'],
    [{ ends: '23:59' }, '14:30', 'usable: Usable now, until 20:00'],
    [{ ends: '23:59' }, '21:00', 'closed: Closed, no longer usable'],
    [{ ends: '23:59', hours: NEVER_CLOSED }, '19:00', 'ending: Expires in 4 hours'],
    [{ ends: '2026-11-22 18:00', hours: NEVER_CLOSED }, '16:00', 'usable: Usable now, until tomorrow 18:00'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test('an offer that has not begun, or is over, says so whatever the shop does', () => {
  const cases: Case[] = [
    [{ starts: '2026-11-27 00:00' }, '12:00', 'closed: Starts on 27 Nov'],
    [{ starts: '2027-11-25 00:00' }, '12:00', 'closed: Starts on 25 Nov 2027'],
    [{ ends: '2025-11-21 10:00' }, '12:00', 'expired: Expired on 21 Nov 2025'],
    [{ starts: '18:00' }, '12:00', 'closed: Starts today 18:00'],
    [{ starts: '12:00' }, '12:00', 'usable: Usable now, until 20:00'],
    [{ ends: '2026-11-20 23:59' }, '12:00', 'expired: Expired yesterday, 23:59'],
    [{ ends: '10:00' }, '12:00', 'expired: Expired today, 10:00'],
    [{ ends: '2026-11-03 10:00' }, '12:00', 'expired: Expired on 3 Nov'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test('hours that are not known are said to be unknown, and still nothing is usable that the offer itself rules out', () => {
  const cases: Case[] = [
    [{ hours: null }, '12:00', 'unknown: Hours unknown, call first'],
    [{ hours: { saturday: open('9', '20:00') } }, '12:00', 'unknown: Hours unknown, call first'],
    [{ hours: { monday: open('09:00', '20:00') } }, '12:00', 'unknown: Hours unknown, call first'],
    [{ hours: { sunday: open('09:00', '20:00') } }, '23:30', 'unknown: Hours unknown, call first'],
    [{ hours: null, weekdays: WORKDAYS, between: ['00:00', '16:00'] }, '12:00', 'closed: Not now, weekdays before 16:00'],
    [{ hours: null, between: ['11:00', '15:00'] }, '17:00', 'closed: Not now, perhaps from tomorrow 11:00'],
    [{ hours: null, between: ['11:00', '15:00'] }, '12:00', 'unknown: Hours unknown, call first'],
    [{ hours: null, ends: '10:00' }, '12:00', 'expired: Expired today, 10:00'],
    // Closed today by its hours; who knows about tomorrow.
    [{ hours: { saturday: CLOSED } }, '12:00', 'closed: Not now, perhaps from tomorrow'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test('single days replace the weekday, and an evening before them still runs past midnight', () => {
  const cases: Case[] = [
    [{ special: [{ day: SATURDAY, ...CLOSED }] }, '12:00', 'closed: Closed, opens tomorrow 09:00'],
    [{ special: [{ day: SATURDAY, ...open('09:00', '13:00') }] }, '12:00', 'usable: Usable now, until 13:00'],
    [{ special: [{ day: '2026-11-22', ...CLOSED }] }, '20:00', 'closed: Closed, opens Mon 09:00'],
    [{ hours: BAR, special: [{ day: SATURDAY, ...CLOSED }] }, '01:00', 'usable: Usable now, until 02:00'],
    [{ hours: null, special: [{ day: SATURDAY, ...open('09:00', '13:00') }] }, '12:00', 'usable: Usable now, until 13:00'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test("a holiday of the city puts the usual hours in doubt, unless the shop has named that day's hours", () => {
  const cases: Case[] = [
    [{}, `${TUESDAY} 12:00`, 'unknown: Holiday, hours may differ'],
    [{}, `${TUESDAY} 08:30`, 'closed: Closed, may open 09:00'],
    [{}, '2026-11-23 21:00', 'closed: Closed, may open tomorrow 09:00'],
    [{}, `${TUESDAY} 21:00`, 'closed: Closed, opens tomorrow 09:00'],
    [{ special: [{ day: TUESDAY, ...open('10:00', '14:00') }] }, `${TUESDAY} 12:00`, 'usable: Usable now, until 14:00'],
    [{ hours: BAR }, `${TUESDAY} 01:00`, 'usable: Usable now, until 02:00'],
    [{ hours: BAR }, '2026-11-25 01:00', 'unknown: Holiday, hours may differ'],
    [{ hours: everyDay(CLOSED) }, `${TUESDAY} 12:00`, 'closed: Closed'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})

test('what the words of an offer seem to ask puts it in doubt, and never makes it usable', () => {
  const cases: Case[] = [
    [{ seems: { weekdays: WORKDAYS } }, '12:00', 'unknown: Ask first, may be weekdays only'],
    [{ seems: { hours: { from: '11:00', to: '15:00' } } }, '16:00', 'unknown: Ask first, may be only from 11:00 to 15:00'],
    [{ seems: { hours: { from: '11:00', to: '15:00' } } }, '12:00', 'usable: Usable now, until 15:00'],
    [{ seems: { weekdays: WEEKEND } }, '12:00', 'usable: Usable now, until 20:00'],
    [{ seems: { weekdays: WEEKEND } }, '21:00', 'closed: Closed, opens tomorrow 09:00'],
    [{ seems: { weekdays: WORKDAYS }, weekdays: WEEKEND }, '12:00', 'usable: Usable now, until 20:00'],
    [{ seems: { hours: { from: '18:00', to: '00:00' } } }, '12:00', 'unknown: Ask first, may be only after 18:00'],
    [{ seems: { hours: { from: '18:00', to: '00:00' } }, hours: BAR }, '01:00', 'usable: Usable now, until 02:00'],
    [{ seems: { weekdays: ['saturday', 'tuesday'] }, hours: BAR }, `${TUESDAY} 01:00`, 'unknown: Ask first, may be Tue and Sat only'],
    [{ seems: {} }, '12:00', 'usable: Usable now, until 20:00'],
  ]
  expect(signsOf(cases)).toEqual(cases)
})
