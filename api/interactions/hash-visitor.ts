/**
 * Names for visitors that last as long as a click must be remembered, and lead back to nobody: a hash with a secret of the day. Yesterday's
 * is honoured for as long as a click of yesterday may still count against one of today, and then thrown away (D-45).
 */
import { createHmac, randomBytes } from 'node:crypto'

import { CLICK_INTERVAL } from '#contract/constants.ts'
import { DAY } from '#contract/time.ts'

import type { Context } from '../context.ts'
import { findOrInsertSalt } from './data.ts'

export const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

export function createVisitorNames({ db, clock }: Context) {
  const salts = new Map<string, Promise<string>>()
  const getSalt = (day: string) => {
    let salt = salts.get(day)
    if (!salt) {
      salt = findOrInsertSalt(db, day, randomBytes(32).toString('base64url'))
      salts.set(day, salt)
      // A database that is away now is asked again.
      salt.catch(() => salts.delete(day))
      for (const known of salts.keys()) if (known < dayOf(clock.now() - DAY)) salts.delete(known)
    }
    return salt
  }
  const nameOn = async (day: string, who: string) =>
    createHmac('sha256', await getSalt(day))
      .update(who)
      .digest('base64url')

  /** Today's name of somebody, and yesterday's while that is honoured. */
  return async (who: string) => {
    const now = clock.now()
    const yesterday = dayOf(now - CLICK_INTERVAL)
    const isHonoured = yesterday !== dayOf(now)
    return { visitor: await nameOn(dayOf(now), who), before: isHonoured ? await nameOn(yesterday, who) : undefined }
  }
}
