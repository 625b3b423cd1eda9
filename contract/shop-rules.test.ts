import { expect, test } from 'vitest'

import { hoursTable, openState, shopIdOf, shopNameOf } from './shop-rules.ts'
import type { BusinessHours } from './shop.ts'
import { instantAt } from './time.ts'

const ZONE = 'Asia/Colombo'
const SATURDAY = '2026-11-21'
const at = (clock: string, day = SATURDAY) => instantAt(day, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)), ZONE)
const open = (from: string, to: string) => ({ isOpen: true, open: from, close: to })
const state = (businessHours: BusinessHours | null, clock: string, day?: string) => openState({ businessHours }, at(clock, day), ZONE)

test.each([
  ['before opening', '08:59', 'closed'],
  ['at opening', '09:00', 'open'],
  ['a minute before closing', '16:59', 'open'],
  ['at closing', '17:00', 'closed'],
])('a shop that is open from nine to five: %s [#156]', (_, clock, expected) => {
  expect(state({ saturday: open('09:00', '17:00') }, clock)).toBe(expected)
})

test('hours past midnight belong to the evening before [#156]', () => {
  const hours = { friday: open('18:00', '02:00'), saturday: { isOpen: false, open: '00:00', close: '00:00' } }
  expect(state(hours, '01:59')).toBe('open')
  expect(state(hours, '02:00')).toBe('closed')
  expect(state(hours, '23:00', '2026-11-20')).toBe('open')
  expect(state(hours, '23:00')).toBe('closed')
})

test('00:00 to 00:00 is the whole day [#156]', () => {
  expect(state({ saturday: open('00:00', '00:00') }, '00:00')).toBe('open')
  expect(state({ saturday: open('00:00', '00:00') }, '23:59')).toBe('open')
})

test('hours that are missing or malformed are not known, and nothing is claimed [#156]', () => {
  expect(state(null, '12:00')).toBe('unknown')
  expect(state({ monday: open('09:00', '17:00') }, '12:00')).toBe('unknown')
  expect(state({ saturday: open('9am', '17:00') }, '12:00')).toBe('unknown')
})

test("special hours replace the weekday's", () => {
  const shop = {
    businessHours: { saturday: open('09:00', '17:00') },
    specialHours: [{ day: SATURDAY, isOpen: false, open: '00:00', close: '00:00' }],
  }
  expect(openState(shop, at('12:00'), ZONE)).toBe('closed')
  expect(openState(shop, at('12:00', '2026-11-28'), ZONE)).toBe('open')
})

test('hours are keyed by lowercase weekday, with isOpen, open and close as HH:MM, and the table begins with Sunday [#118]', () => {
  const table = hoursTable(
    {
      businessHours: {
        saturday: open('09:00', '17:00'),
        sunday: { isOpen: false, open: '00:00', close: '00:00' },
        monday: open('00:00', '00:00'),
      },
    },
    at('12:00'),
    ZONE,
  )
  expect(table.map(({ weekday }) => weekday)[0]).toBe('sunday')
  expect(table.map(({ text }) => text)).toEqual([
    'Closed',
    'Open 24 hours',
    'Not known',
    'Not known',
    'Not known',
    'Not known',
    '09:00 to 17:00',
  ])
  expect(table.filter(({ isToday }) => isToday).map(({ weekday }) => weekday)).toEqual(['saturday'])
})

test('a shop is told whether it comes as an id, with _id, or with id alone [#114] [#115] [#199]', () => {
  expect([shopIdOf('s1'), shopIdOf({ _id: 's2' }), shopIdOf({ id: 's3' }), shopIdOf(null)]).toEqual(['s1', 's2', 's3', undefined])
  expect([shopNameOf('s1'), shopNameOf({ _id: 's2', name: 'Malu Kade' }), shopNameOf(undefined)]).toEqual([
    'Unknown Shop',
    'Malu Kade',
    'Unknown Shop',
  ])
})
