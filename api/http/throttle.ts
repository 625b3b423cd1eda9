import { AppError } from '#contract/errors.ts'
import { createLastUsed } from '#db/last-used.ts'

import type { Context } from '../context.ts'

const KEYS = 10_000

type Limit = { limit: number; window: number }

/** Counts for each key up to a limit in a window of time, in this process. */
export function createCounter({ clock, config }: Context, { limit, window }: Limit) {
  const most = limit * config.THROTTLE_FACTOR
  const counters = createLastUsed<string, { count: number; ends: number }>(KEYS)
  function find(key: string) {
    const now = clock.now()
    const known = counters.get(key)
    // A clock that was ahead must lock nobody out for longer than it may.
    if (known && known.ends > now && known.ends <= now + window) return known
    const fresh = { count: 0, ends: now + window }
    counters.set(key, fresh)
    return fresh
  }
  return {
    /** One was counted that should not count. */
    forgive(key: string) {
      const counter = find(key)
      // A window of time may have begun since.
      counter.count = Math.max(0, counter.count - 1)
    },
    /** Whether one more would be too many. */
    isFull: (key: string) => find(key).count >= most,
    /** One more; answers the seconds to wait where it is one too many, else 0. */
    add(key: string): number {
      const counter = find(key)
      counter.count += 1
      return counter.count > most ? Math.ceil((counter.ends - clock.now()) / 1000) : 0
    },
  }
}

/** Allows a key so many calls in a window of time, in this process; the next one throws `too_many_requests` with the time to wait. */
export function createThrottle(context: Context, limit: Limit) {
  const counter = createCounter(context, limit)
  return (key: string) => {
    const retryAfter = counter.add(key)
    if (retryAfter > 0) throw new AppError('too_many_requests', { retryAfter })
  }
}
