import { expect, test } from 'vitest'

import { writeCalendarFile } from './calendar-file.ts'
import { colombo } from './colombo.ts'

const now = Date.parse('2026-11-21T04:30:00Z')
const shop = { name: 'Malu Kade', address: '41 Station Lane, Wellawatte', location: null }
const offer: Parameters<typeof writeCalendarFile>[0] = {
  id: 'o1',
  title: 'Rice & curry, for two',
  startDate: null,
  endDate: '2026-11-24T18:29:59.999Z',
  shop,
}
const write = (change: Partial<typeof offer>) =>
  writeCalendarFile({ ...offer, ...change }, { url: 'https://kade.example/offers/o1', now, city: colombo })

test('an end at the end of a day makes whole days of the city, the last one included', () => {
  const lines = write({})!.split('\r\n')
  expect(lines).toContain('DTSTART;VALUE=DATE:20261121')
  expect(lines).toContain('DTEND;VALUE=DATE:20261125')
  expect(lines).toContain('DTSTAMP:20261121T043000Z')
  expect(lines).toContain('UID:offer-o1@kade.example')
  expect(lines).toContain('URL:https://kade.example/offers/o1')
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
  expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', ''])
})

test('an end within a day is an instant in UTC, and an offer to come begins at its start', () => {
  expect(write({ endDate: '2026-11-24T09:30:00.000Z' })).toMatch(/DTSTART:20261121T043000Z\r\nDTEND:20261124T093000Z\r\n/)
  expect(write({ startDate: '2026-11-22T18:30:00.000Z' })).toContain('DTSTART;VALUE=DATE:20261123\r\n')
  expect(write({ startDate: '2026-11-01T18:30:00.000Z' })).toContain('DTSTART;VALUE=DATE:20261121\r\n')
})

test('an offer without an end is no entry', () => {
  expect(write({ endDate: null })).toBeUndefined()
})

test('what means something in a calendar is escaped', () => {
  const text = write({ title: 'A; B, C\\D\nBEGIN:VEVENT\r\nE' })!
  expect(text).toContain('SUMMARY:A\\; B\\, C\\\\D\\nBEGIN:VEVENT\\nE\\, Malu Kade\r\n')
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
})

test('no line is longer than 75 octets, no character is cut, and unfolding gives the text back', () => {
  const title = `ඇඹුල් තියල් සමඟ මාළු බත් පැකට් එක ${'🍛'.repeat(40)}`
  const text = write({ title })!
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text).not.toContain('\ufffd')
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\\, Malu Kade\r\n`)
})

test('a place is latitude, then longitude', () => {
  const location = { type: 'Point' as const, coordinates: [79.8612, 6.8748] as [number, number] }
  const text = writeCalendarFile({ ...offer, shop: { ...shop, location } }, { url: 'https://kade.example/', now, city: colombo })
  expect(text).toContain('GEO:6.8748;79.8612\r\n')
})
