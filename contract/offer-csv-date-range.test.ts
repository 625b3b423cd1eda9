import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { createCellReader } from './offer-csv-cells.ts'
import { readDates } from './offer-csv-date-range.ts'
import { wallTime } from './time.ts'

const context = { city: colombo, today: '2026-11-24', allowTokens: false }
const dayOf = (at: number | null | undefined) => (typeof at === 'number' ? wallTime(at, colombo.timeZone).day : at)

function read(start: string, end = '') {
  const reader = createCellReader({ start_date: start, end_date: end })
  const { startsAt, endsAt } = readDates(reader, context)
  const { warnings, problems } = reader
  return { days: [dayOf(startsAt), dayOf(endsAt)], warnings, problems }
}

test.each([
  ['1 – 30 November 2026', '2026-11-01', '2026-11-30'],
  ['1-30 Nov 2026', '2026-11-01', '2026-11-30'],
  ['Nov 1-30, 2026', '2026-11-01', '2026-11-30'],
  ['1st to 30th November 2026', '2026-11-01', '2026-11-30'],
  ['1/11/2026 - 30/11/2026', '2026-11-01', '2026-11-30'],
  ['01/11/2026-30/11/2026', '2026-11-01', '2026-11-30'],
  ['1/11 - 30/11/2026', '2026-11-01', '2026-11-30'],
  ['2026-11-01 to 2026-11-30', '2026-11-01', '2026-11-30'],
  ['valid from 1 Nov until 30 Nov', '2026-11-01', '2026-11-30'],
  ['20 Dec - 5 Jan 2027', '2026-12-20', '2027-01-05'],
  ['20 Dec - 5 Jan', '2026-12-20', '2027-01-05'],
])('the cell %j holds the first and the last day, in either column, and is told', (text, start, end) => {
  const reason = 'Two dates stand here, and were taken as the first and the last day'
  const warning = { value: text, reason, readAs: `${start} to ${end}` }
  expect(read(text)).toEqual({ days: [start, end], warnings: [{ column: 'start_date', ...warning }], problems: [] })
  expect(read('', text)).toEqual({ days: [start, end], warnings: [{ column: 'end_date', ...warning }], problems: [] })
})

test('what the other cell says goes before the second date of one', () => {
  expect(read('1 Nov 2026 to 30 Nov 2026', '15/11/2026').days).toEqual(['2026-11-01', '2026-11-15'])
  expect(read('1 Nov 2026 to 30 Nov 2026', '-').days).toEqual(['2026-11-01', null])
  expect(read('1 Nov 2026 to 30 Nov 2026', 'until further notice').days).toEqual(['2026-11-01', null])
})

test.each(['Mon - Fri', '25-04-03', '1 Nov - 10 Nov - 30 Nov', '1 - 30/11/2026', '12 Dec – stocks last', '30/11/2026 - 1/11/2026'])(
  'the cell %j is refused: it does not hold two dates, the first before the last',
  (text) => expect(read(text).problems).toHaveLength(1),
)
