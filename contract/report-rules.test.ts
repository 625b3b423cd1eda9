import { expect, test } from 'vitest'

import { reportedLabel } from './report-rules.ts'

const city = { timeZone: 'Asia/Colombo' }
const now = Date.parse('2026-11-22T04:30:00.000Z')

test("the page says on which day of the city it was last reported, and the year where it is not this one's", () => {
  expect(reportedLabel('2026-11-20T18:29:00.000Z', now, city)).toBe('Reported not working, last on 20 Nov')
  expect(reportedLabel('2026-11-20T18:30:00.000Z', now, city)).toBe('Reported not working, last on 21 Nov')
  expect(reportedLabel('2025-12-31T18:29:00.000Z', now, city)).toBe('Reported not working, last on 31 Dec 2025')
  expect(reportedLabel('2025-12-31T18:30:00.000Z', now, city)).toBe('Reported not working, last on 1 Jan')
})
