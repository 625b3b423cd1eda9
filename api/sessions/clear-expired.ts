import { HOUR } from '#contract/time.ts'

import type { Context } from '../context.ts'
import { deleteExpired } from './data.ts'

/** Takes away, now and every hour, what has ended: it is worth nothing and only in the way. */
export function clearExpired({ db, clock, log }: Context) {
  const clear = () =>
    deleteExpired(db, clock.now()).catch((error: unknown) => log.error({ err: error }, 'expired sessions could not be cleared'))
  void clear()
  setInterval(() => void clear(), HOUR).unref()
}
