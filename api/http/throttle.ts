import { LRUCache } from 'lru-cache'

import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'

const KEYS = 10_000

/** Allows a key so many calls in a window of time, in this process; the next one throws `too_many_requests` with the time to wait. */
export function createThrottle({ clock, config }: Context, { limit, window }: { limit: number; window: number }) {
  const counters = new LRUCache<string, { count: number; ends: number }>({ max: KEYS })
  return (key: string) => {
    const now = clock.now()
    let counter = counters.get(key)
    // A clock that was ahead must lock nobody out for longer than it may.
    if (!counter || counter.ends <= now || counter.ends > now + window) counters.set(key, (counter = { count: 0, ends: now + window }))
    counter.count += 1
    if (counter.count > limit * config.THROTTLE_FACTOR)
      throw new AppError('too_many_requests', { retryAfter: Math.ceil((counter.ends - now) / 1000) })
  }
}
