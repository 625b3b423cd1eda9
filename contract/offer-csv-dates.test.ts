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
  ['3 April 2025', '2025-04-03'],
  ['3rd of April, 2025', '2025-04-03'],
  ['Apr 3, 2025', '2025-04-03'],
  ['april 3rd 2025', '2025-04-03'],
  ['3-Apr-2025', '2025-04-03'],
  ['Thursday, 3 Apr. 2025', '2025-04-03'],
  ['Thu Apr 03 2025', '2025-04-03'],
  ['2025 April 3', '2025-04-03'],
  ['31st December 2026', '2026-12-31'],
])('the day %s is %s', (text, day) => expect(readDay(text, context)).toEqual({ value: day }))

test.each([
  ['31/02/2025', 'There is no such day as 31/02/2025. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['29/2/2027', 'There is no such day as 29/2/2027. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['0/4/2025', 'There is no such day as 0/4/2025. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['4/13/2025', 'There is no month 13. The day comes first: 13/4/2025'],
  ['13/13/2025', 'There is no month 13. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['2025-13-01', 'There is no month 13. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['3/4/95', 'The year has two digits. Write four, as in 3/4/2025'],
  ['25-04-03', 'The year has two digits. Write four, as in 3/4/2025'],
  ['3 April', 'Names no year. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['31 April 2025', 'There is no such day as 31 April 2025. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['3/4/1025', 'The year 1025 cannot be right. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['12345', 'Is not a date. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['tomorrow', 'Is not a date. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['3/4-2025', 'Is not a date. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
  ['{today}', '{today} is understood in the demo city alone. Write day/month/year, as in 3/4/2025, or 2025-04-03'],
])('the day %s is refused with a reason', (text, reason) => expect(readDay(text, context)).toEqual({ reason }))

test.each([
  ['{today}', '2026-11-24'],
  ['{today+3}', '2026-11-27'],
  ['{today-24}', '2026-10-31'],
])('in the demo city %s is %s', (text, day) => expect(readDay(text, demo)).toEqual({ value: day }))

test.each([
  ['3/4/25', '2025-04-03', 'The year has two digits, and was taken as one of this century'],
  ['3-Apr-25', '2025-04-03', 'The year has two digits, and was taken as one of this century'],
  ['45750', '2025-04-03', "Is a spreadsheet's number of a day, and was taken as one"],
])('the day %s is taken as %s, and told', (text, value, warning) =>
  expect(readDay(text, context)).toEqual({ value, warning, readAs: value }),
)

test.each([
  ['valid till 31/12/2026', '31/12/2026'],
  ['Offer ends on 31 Dec 2026.', '31 Dec 2026'],
  ['until 31st December 2026 only', '31st December 2026'],
])('among words, %j is found and told', (text, readAs) =>
  expect(readMoment(text, 'end', context)).toEqual({
    ...at('2026-12-31T18:29:59.999Z'),
    warning: 'The date was read from among words',
    readAs,
  }),
)

test.each(['until further notice', 'While stocks last', 'No expiry', 'limited time only'])('%j is no end, and told', (text) =>
  expect(readMoment(text, 'end', context)).toEqual({ value: null, warning: 'Names no day, and was taken as no end date', readAs: '-' }),
)
test('an offer that runs already has no start; what is no start is refused there', () => {
  expect(readMoment('Ongoing', 'start', context)).toMatchObject({ value: null, readAs: '-' })
  expect(readMoment('while stocks last', 'start', context)).toHaveProperty('reason')
})

test("a spreadsheet's number with a fraction is a moment", () =>
  expect(readMoment('45750.75', 'end', context)).toMatchObject(at('2025-04-03T12:30:00Z')))

test('in a file that has the month first somewhere, dates that may be either are told; elsewhere they are not', () => {
  const order = { isMonthFirst: false, because: 'Some date of the file, 4/13/2026, has the month first' }
  expect(readDay('3/4/2025', { ...context, order })).toEqual({
    value: '2025-04-03',
    warning: 'May be read day first or month first; read as the day first. Some date of the file, 4/13/2026, has the month first',
    readAs: '2025-04-03',
  })
  for (const text of ['13/4/2025', '4/4/2025', '3 April 2025', '2025-04-03'])
    expect(readDay(text, { ...context, order })).not.toHaveProperty('warning')
})

test('in a file of dates with the month first they are read so', () => {
  const order = { isMonthFirst: true, because: 'Dates such as 4/13/2026 have the month first, and none has the day first' }
  expect(readDay('4/13/2025', { ...context, order })).toEqual({ value: '2025-04-13' })
  expect(readDay('3/4/2025', { ...context, order })).toMatchObject({ value: '2025-03-04', readAs: '2025-03-04' })
  expect(readDay('13/4/2025', { ...context, order })).toEqual({
    reason: 'There is no month 13, and the other dates of the file have the month first. Write 4/13/2025',
  })
  expect(readDay('3 April 2025', { ...context, order })).toEqual({ value: '2025-04-03' })
})

test.each([
  ['31 December', '2026-12-31'],
  ['15 Jan', '2027-01-15'],
  ['Nov 1', '2026-11-01'],
  ['25/12', '2026-12-25'],
  ['till 24 Dec', '2026-12-24'],
])('a moment on %j, without a year, is on the nearest such day, and told', (text, day) =>
  expect(readMoment(text, 'start', context)).toEqual({
    ...at(`${day}T00:00:00+05:30`),
    warning: 'Names no year, and was taken as the nearest such day',
    readAs: day,
  }),
)
test.each(['3.4', '29 Feb', '31 April'])('%j without a year is no day that could be meant', (text) =>
  expect(readMoment(text, 'end', context)).toEqual({ reason: expect.stringContaining('Names no year') }),
)

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
  ['2025-04-03 18:00:00 UTC', '2025-04-03T18:00:00Z'],
  ['3 April 2025 at 6:00 pm', '2025-04-03T12:30:00Z'],
  ['Apr 3, 2025, 6pm', '2025-04-03T12:30:00Z'],
  ['3/4/2025 18.00', '2025-04-03T12:30:00Z'],
  ['Thu Apr 03 2025 18:00:00 GMT+0530 (India Standard Time)', '2025-04-03T12:30:00Z'],
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
  expect(readMoment('until they are gone', 'end', context)).toEqual({
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
