/**
 * Names for visitors that last as long as a click must be remembered, and lead back to nobody: a hash with a secret of the day. Yesterday's
 * is honoured for as long as a click of earlier may still count against one of today, and then thrown away (D-45).
 */
import { createHmac, randomBytes } from 'node:crypto'

import { CLICK_INTERVAL } from '#contract/constants.ts'

import type { Context } from '../context.ts'
import { findOrInsertSalt } from './data.ts'

/** The day of an instant, in UTC: YYYY-MM-DD. */
export const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** Answers the names of whoever comes. */
export function createVisitorNames({ db, clock }: Context) {
  const salts = new Map<string, Promise<string>>()
  const getSalt = (day: string) => {
    let salt = salts.get(day)
    if (!salt) {
      salt = findOrInsertSalt(db, day, randomBytes(32).toString('base64url'))
      salts.set(day, salt)
      // A database that is away now is asked again.
      salt.catch(() => salts.delete(day))
    }
    return salt
  }
  const nameOn = async (day: string, who: string) =>
    createHmac('sha256', await getSalt(day))
      .update(who)
      .digest('base64url')

  /** Today's name of somebody, and earlier's while that is honoured. */
  return async (who: string) => {
    const now = clock.now()
    const earlier = dayOf(now - CLICK_INTERVAL)
    for (const day of salts.keys()) if (day < earlier) salts.delete(day)
    const isHonoured = earlier !== dayOf(now)
    return { visitor: await nameOn(dayOf(now), who), before: isHonoured ? await nameOn(earlier, who) : undefined }
  }
}
