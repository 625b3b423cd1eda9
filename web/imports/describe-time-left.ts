import { MINUTE, SECOND } from '#contract/time.ts'

/** How long something still takes, no more exact than it can be known. */
export function describeTimeLeft(milliseconds: number) {
  if (milliseconds < 5 * SECOND) return 'a few seconds left'
  if (milliseconds < 55 * SECOND) return `about ${Math.ceil(milliseconds / (5 * SECOND)) * 5} seconds left`
  const minutes = Math.max(1, Math.round(milliseconds / MINUTE))
  return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
}
