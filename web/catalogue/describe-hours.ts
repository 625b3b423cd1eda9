/** What was understood of hours while they are written, by the reader of files. */
import { readHours, readSpecialHours } from '#contract/offer-csv-hours.ts'
import { writeHours, writeSpecialHours } from '#contract/offer-csv-write-cells.ts'
import { formatDay, WEEKDAYS } from '#contract/time.ts'

type Understood = { text: string; isUnderstood: boolean }

const toWords = (cell: string) =>
  cell
    .replaceAll('; ', ', ')
    .replace(/\b(sun|mon|tue|wed|thu|fri|sat)\b/g, (day) => day[0]!.toUpperCase() + day.slice(1))
    .replace(/(?<=[a-z\d])-(?=[A-Z\d])/g, '–')

/** `Mon–Fri 09:00–17:00, Sun closed. Not known: Sat`; undefined where nothing is written. */
export function describeWeek(cell: string): Understood | undefined {
  if (cell.trim() === '') return undefined
  const reading = readHours(cell)
  if ('reason' in reading) return { text: reading.reason, isUnderstood: false }
  const unknown = WEEKDAYS.filter((day) => !reading.value[day]).map((day) => day[0]!.toUpperCase() + day.slice(1, 3))
  const missing = unknown.length > 0 ? `. Not known: ${unknown.join(', ')}` : ''
  return { text: toWords(writeHours(reading.value)) + missing, isUnderstood: true }
}

export function describeSpecialDays(cell: string, today: string, timeZone: string): Understood | undefined {
  if (cell.trim() === '') return undefined
  const reading = readSpecialHours(cell, { today, city: { timeZone }, allowTokens: false })
  if ('reason' in reading) return { text: reading.reason, isUnderstood: false }
  const text = reading.value.map((day) =>
    toWords(writeSpecialHours([day])).replace(day.day.replaceAll('-', '–'), formatDay(day.day, { year: true })),
  )
  return { text: text.join(', '), isUnderstood: true }
}
