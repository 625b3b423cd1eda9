import { DAY, HOUR, MINUTE } from '#contract/time.ts'

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const

/** How long ago something was, in whole units that have passed: `4 minutes ago`; `a moment ago` where no minute has. */
export function describeAge(milliseconds: number) {
  const [unit, name] = UNITS.find(([length]) => milliseconds >= length) ?? []
  if (!unit) return 'a moment ago'
  const count = Math.floor(milliseconds / unit)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}
