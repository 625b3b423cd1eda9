import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { readClock, readDay, readMoment } from './offer-csv-dates.ts'

const context = { city: colombo, today: '2026-11-24', allowTokens: false }
const demo = { ...context, allowTokens: true }
const at = (instant: string) => ({ value: Date.parse(instant) })

test.each([
  ['3/4/2025', '2025-04-03'],
  ['03/04/2025', '2025-04-03'],
  ['3-4-2025', '2025-04-03'],
  ['3.4.2025', '2025-04-03'],
  ['2025-04-03', '2025-04-03'],
  ['2025/4/3', '2025-04-03'],
  ['29/2/2028', '2028-02-29'],
])('the day %s is %s', (text, day) => expect(readDay(text, context)).toEqual({ value: day }))

test.each([
  ['31/02/2025', 'There is no such day as 31/02/2025. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['29/2/2027', 'There is no such day as 29/2/2027. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['0/4/2025', 'There is no such day as 0/4/2025. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['4/13/2025', 'There is no month 13. The day comes first: 13/4/2025'],
  ['13/13/2025', 'There is no month 13. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['2025-13-01', 'There is no month 13. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['3/4/25', 'The year has two digits. Write four, as in 3/4/2025'],
  ['3/4/1025', 'The year 1025 cannot be right. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['45750', "Is a spreadsheet's number of a day. Format the column as a date. Write day/month/year, as in 3/4/2025, or 2025-04-03"],
  ['tomorrow', 'Is not a date. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['3/4-2025', 'Is not a date. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['{today}', '{today} is understood in the demo city alone. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
])('the day %s is refused with a reason', (text, reason) => expect(readDay(text, context)).toEqual({ reason }))

test.each([
  ['{today}', '2026-11-24'],
  ['{today+3}', '2026-11-27'],
  ['{today-24}', '2026-10-31'],
])('in the demo city %s is %s', (text, day) => expect(readDay(text, demo)).toEqual({ value: day }))

test('a day alone begins at midnight of the city and ends with its last millisecond', () => {
  expect(readMoment('3/4/2025', 'start', context)).toEqual(at('2025-04-02T18:30:00.000Z'))
  expect(readMoment('3/4/2025', 'end', context)).toEqual(at('2025-04-03T18:29:59.999Z'))
})

test.each([
  ['3/4/2025 18:00', '2025-04-03T12:30:00Z'],
  ['3/4/2025 6:00 PM', '2025-04-03T12:30:00Z'],
  ['2025-04-03 18:00:30', '2025-04-03T12:30:30Z'],
  ['2025-04-03T18:00', '2025-04-03T12:30:00Z'],
  ['2025-04-03T18:00:00Z', '2025-04-03T18:00:00Z'],
  ['2025-04-03T18:00:00.250Z', '2025-04-03T18:00:00.250Z'],
  ['2025-04-03T18:00:00+05:30', '2025-04-03T12:30:00Z'],
  ['2025-04-03T18:00:00-0330', '2025-04-03T21:30:00Z'],
])('with a time, %s is that very moment as a start and as an end', (text, instant) => {
  expect(readMoment(text, 'start', context)).toEqual(at(instant))
  expect(readMoment(text, 'end', context)).toEqual(at(instant))
})

test('a token takes a time too', () => expect(readMoment('{today+3} 15:00', 'end', demo)).toEqual(at('2026-11-27T09:30:00Z')))

test.each(['3/4/2025 25:00', '3/4/2025 24:00', '3/4/2025 12:60', '3/4/2025 10:00:75'])('%s is refused for its time', (text) => {
  expect(readMoment(text, 'end', context)).toEqual({
    reason: expect.stringContaining('is not a time of day. Write 00:00 to 23:59, or the day alone'),
  })
})

test('what is no moment at all is refused', () => {
  expect(readMoment('until stocks last', 'end', context)).toEqual({
    reason: expect.stringContaining('Is not a date. Write day/month/year'),
  })
})

test('an end at midnight is taken as written, and asked about', () => {
  const reading = readMoment('2025-04-03 00:00:00', 'end', context)
  expect(reading).toEqual({
    ...at('2025-04-02T18:30:00Z'),
    warning: 'Ends at the very beginning of 2025-04-03. Leave out the time where that day still counts',
  })
  expect(readMoment('2025-04-03 00:00', 'start', context)).toEqual(at('2025-04-02T18:30:00Z'))
})

test('a day where the clocks change is as long as it is', () => {
  const berlin = { ...context, city: { timeZone: 'Europe/Berlin' } }
  expect(readMoment('29/3/2026', 'start', berlin)).toEqual(at('2026-03-28T23:00:00Z'))
  expect(readMoment('29/3/2026', 'end', berlin)).toEqual(at('2026-03-29T21:59:59.999Z'))
})

test.each([
  ['9', 540],
  ['09:00', 540],
  ['9.30pm', 1290],
  ['9:30 p.m.', 1290],
  ['12am', 0],
  ['12pm', 720],
  ['noon', 720],
  ['24:00', 1440],
  ['midnight', 1440],
  ['13pm', undefined],
  ['0am', undefined],
  ['24:30', undefined],
  ['9:5', undefined],
  ['', undefined],
  ['-1', undefined],
])('the clock %s is minute %s of the day', (text, minutes) => expect(readClock(text)).toBe(minutes))
