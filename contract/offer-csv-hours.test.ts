import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { readHours, readSpecialHours, readValidHours, readWeekdays } from './offer-csv-hours.ts'
import { businessHours, specialHours } from './shop.ts'
import { WEEKDAYS, type Weekday } from './time.ts'

const open = (from: string, to: string) => ({ isOpen: true, open: from, close: to })
const closed = { isOpen: false, open: '00:00', close: '00:00' }
const week = (days: readonly Weekday[], hours: object) => Object.fromEntries(days.map((day) => [day, hours]))
const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

test('hours name days, and a day that is not named is not known', () => {
  expect(readHours('mon-fri 09:00-17:00; sat 10:00-15:00')).toEqual({
    value: { ...week(WORKDAYS, open('09:00', '17:00')), saturday: open('10:00', '15:00') },
  })
  expect(readHours('mon-fri 09:00-17:00; sun closed')).toEqual({ value: { ...week(WORKDAYS, open('09:00', '17:00')), sunday: closed } })
})

test.each([
  ['daily 9-17', week(WEEKDAYS, open('09:00', '17:00'))],
  ['09:00-17:00', week(WEEKDAYS, open('09:00', '17:00'))],
  ['Every day 9am to 5pm', week(WEEKDAYS, open('09:00', '17:00'))],
  ['weekdays 9am–5pm', week(WORKDAYS, open('09:00', '17:00'))],
  ['Weekends: 10.30 - 22.00', week(['saturday', 'sunday'], open('10:30', '22:00'))],
  ['fri-mon 09:00-17:00', week(['friday', 'saturday', 'sunday', 'monday'], open('09:00', '17:00'))],
  ['Monday to Wednesday 09:00 to 17:00', week(['monday', 'tuesday', 'wednesday'], open('09:00', '17:00'))],
  ['mon, wed & fri 09:00-17:00', week(['monday', 'wednesday', 'friday'], open('09:00', '17:00'))],
  ['tues/thurs 9-12', week(['tuesday', 'thursday'], open('09:00', '12:00'))],
  ['mon-sat 9am-9pm, sun closed', { ...week([...WORKDAYS, 'saturday'], open('09:00', '21:00')), sunday: closed }],
  ['mon 9-5pm\ntue 1-5pm', { monday: open('09:00', '17:00'), tuesday: open('13:00', '17:00') }],
  ['daily noon-midnight', week(WEEKDAYS, open('12:00', '00:00'))],
  ['fri 18:00-02:00', { friday: open('18:00', '02:00') }],
  ['daily 24 hours', week(WEEKDAYS, open('00:00', '00:00'))],
  ['24/7', week(WEEKDAYS, open('00:00', '00:00'))],
  ['sat 00:00-24:00', { saturday: open('00:00', '00:00') }],
  ['daily 9-17; sun closed', { ...week(WEEKDAYS, open('09:00', '17:00')), sunday: closed }],
])('the hours %j are understood', (text, value) => {
  expect(readHours(text)).toEqual({ value })
  expect(businessHours.parse(value)).toEqual(value)
})

const HOW = 'Write 09:00-17:00, 9am-5pm, 24 hours or closed'
test.each([
  ['mon-fri', '“mon-fri” is not understood. Write mon-fri 09:00-17:00; sat 10:00-15:00; sun closed'],
  ['foo 9-17', '“foo” are no days. Write mon-fri, sat, or daily'],
  ['mon-foo 9-17', '“mon-foo” are no days. Write mon-fri, sat, or daily'],
  ['mon 25:00-26:00', `“25:00-26:00” are no hours. ${HOW}`],
  ['mon 9-5', `“9-5” may be morning or evening. ${HOW}`],
  ['mon 09:00-09:00', `“09:00-09:00” opens and closes at the same time. ${HOW}`],
  ['mon 9:00-12:00, 14:00-18:00', `Holds several spans for one day, and only one can be kept. ${HOW}`],
  ['mon 9-12; mon 14-18', `Gives hours for monday twice, and only one span can be kept. ${HOW}`],
  ['sun closed; daily 9-17', `Gives hours for sunday twice, and only one span can be kept. ${HOW}`],
  [';', 'Holds no hours. Write mon-fri 09:00-17:00; sat 10:00-15:00; sun closed'],
])('the hours %j are refused with a reason', (text, reason) => expect(readHours(text)).toEqual({ reason }))

const context = { city: colombo, today: '2026-11-24', allowTokens: true }

test('special hours are of single days', () => {
  const value = [
    { day: '2026-12-25', ...closed },
    { day: '2026-11-26', ...open('10:00', '14:00') },
    { day: '2026-12-31', ...open('10:00', '15:00') },
  ]
  expect(readSpecialHours('2026-12-25 closed; {today+2} 10:00-14:00; 31/12/2026: 10am-3pm', context)).toEqual({ value })
  expect(specialHours.parse(value)).toEqual(value)
})

test.each([
  ['christmas', '“christmas” is not understood. Write 2026-12-25 closed; 2026-12-31 10:00-14:00'],
  ['2026-02-30 closed', '“2026-02-30”: There is no such day as 2026-02-30. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['2026-12-25 perhaps', `“perhaps” are no hours. ${HOW}`],
  ['2026-12-25 closed; 25/12/2026 9-17', 'Names 25/12/2026 twice'],
  [';', 'Holds no days. Write 2026-12-25 closed; 2026-12-31 10:00-14:00'],
])('the special hours %j are refused with a reason', (text, reason) => expect(readSpecialHours(text, context)).toEqual({ reason }))

test.each([
  ['mon-fri', [...WORKDAYS]],
  ['sat; sun', ['sunday', 'saturday']],
  ['sat-mon', ['sunday', 'monday', 'saturday']],
  ['Mo|Tu', ['monday', 'tuesday']],
  ['daily', []],
])('the weekdays %j are %j', (text, value) => expect(readWeekdays(text)).toEqual({ value }))
test('what are no weekdays is refused', () =>
  expect(readWeekdays('someday')).toEqual({ reason: 'Is not a list of weekdays. Write mon-fri, or sat, sun' }))

test.each([
  ['12:00-15:00', { from: '12:00', to: '15:00' }],
  ['6pm-2am', { from: '18:00', to: '02:00' }],
  ['all day', null],
])('the valid hours %j are %j', (text, value) => expect(readValidHours(text)).toEqual({ value }))
test('what are no valid hours is refused', () => expect(readValidHours('lunch')).toEqual({ reason: `“lunch” are no hours. ${HOW}` }))
