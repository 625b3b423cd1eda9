/** Weekdays and hours that an offer holds for, in words. */
import { formatWeekday, WEEKDAYS, type Weekday } from './time.ts'

const MONDAY_FIRST = [...WEEKDAYS.slice(1), WEEKDAYS[0]]
const sortWeekdays = (weekdays: readonly Weekday[]) => MONDAY_FIRST.filter((weekday) => weekdays.includes(weekday))

/** Whether it is more than one day, not all of them, and none is left out between the first and the last of a week that begins on Monday. */
export function isRunOfDays(weekdays: readonly Weekday[]) {
  const days = sortWeekdays(weekdays)
  const span = MONDAY_FIRST.indexOf(days.at(-1)!) - MONDAY_FIRST.indexOf(days[0]!) + 1
  return days.length > 1 && days.length < WEEKDAYS.length && span === days.length
}

/** `weekdays`, `weekends`, `Mon to Thu`, `Tue and Thu`, long `Tuesday and Thursday`; nothing for every day. */
export function weekdaysText(weekdays: readonly Weekday[], style: 'short' | 'long' = 'short') {
  const names = sortWeekdays(weekdays).map((weekday) => formatWeekday(weekday, style))
  const [first, last] = [names[0], names.at(-1)]
  if (names.length === 0 || names.length === WEEKDAYS.length) return ''
  if (names.length === 1) return names[0]!
  const isRun = isRunOfDays(weekdays)
  if (isRun && weekdays.includes('monday') && weekdays.includes('friday') && names.length === 5) return 'weekdays'
  if (isRun && !weekdays.includes('friday') && weekdays.includes('sunday')) return 'weekends'
  if (isRun && names.length > 2) return `${first} to ${last}`
  return `${names.slice(0, -1).join(', ')} and ${last}`
}

/** `from 11:00 to 15:00`; `before 16:00` where it begins no later than the shop `opens`, and `after 18:00` where it ends at midnight. */
export function hoursText({ from, to }: { from: string; to: string }, opens = '00:00') {
  if (to === '00:00') return `after ${from}`
  return from <= opens && from < to ? `before ${to}` : `from ${from} to ${to}`
}
