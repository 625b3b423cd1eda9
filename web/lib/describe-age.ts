import { DAY, HOUR, MINUTE } from '#contract/time.ts'

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const

/** How long ago that moment was by the clock of this device, in whole units that have passed: `4 minutes ago`; `a moment ago` where no minute has. */
export function describeAge(since: number, now = Date.now()) {
  const age = now - since
  const [unit, name] = UNITS.find(([length]) => age >= length) ?? []
  if (!unit) return 'a moment ago'
  const count = Math.floor(age / unit)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}
