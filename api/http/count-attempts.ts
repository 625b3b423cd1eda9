/**
 * Counts attempts in the database, so that several servers count together and a restart forgets nothing. Kept are hashes of who tried what,
 * until their time is over.
 */
import { createHmac } from 'node:crypto'

import { sql } from 'kysely'

import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'

import type { Context } from '../context.ts'

export type Limit = { name: string; limit: number; window: number }

/** The rules, each once. An address may be a whole office, so its limits are wide; an account from one address is one person. */
export const LIMITS = {
  signInHere: { name: 'sign-in of an account from an address', limit: 10, window: 15 * MINUTE },
  /** While somebody tries an account from everywhere, each address has so few attempts: its owner is never locked out by others. */
  signInUnderAttack: { name: 'the same, of an account under attack', limit: 4, window: 15 * MINUTE },
  signInEverywhere: { name: 'sign-in of an account', limit: 60, window: 60 * MINUTE },
  signInByAddress: { name: 'sign-in from an address', limit: 200, window: 15 * MINUTE },
  signUp: { name: 'sign-up from an address', limit: 30, window: 60 * MINUTE },
  mailToAccount: { name: 'mails asked for to an account', limit: 3, window: 15 * MINUTE },
  mailByAddress: { name: 'mails asked for from an address', limit: 30, window: 60 * MINUTE },
  linkByAddress: { name: 'links of mails followed from an address', limit: 60, window: 15 * MINUTE },
  password: { name: 'the password asked for of somebody signed in', limit: 10, window: 15 * MINUTE },
  google: { name: 'proofs of Google of somebody signed in', limit: 10, window: 15 * MINUTE },
  export: { name: 'exports of an account', limit: 10, window: 60 * MINUTE },
  report: { name: 'reports of an account', limit: 10, window: 60 * MINUTE },
  reportByAddress: { name: 'reports from an address', limit: 12, window: 60 * MINUTE },
  upload: { name: 'pictures of an account', limit: 30, window: 60 * MINUTE },
} as const satisfies Record<string, Limit>

export function createAttempts({ db, clock, config }: Context) {
  const keyOf = ({ name }: Limit, who: string[]) => createHmac('sha256', name).update(who.join('\u0000')).digest('base64url')

  /** One more attempt; answers the seconds to wait where it is one too many, else 0. */
  async function count(limit: Limit, ...who: string[]): Promise<number> {
    const now = new Date(clock.now())
    const ends = new Date(clock.now() + limit.window)
    // A clock that was ahead must lock nobody out for longer than it may.
    const isOver = sql<boolean>`(throttle.ends_at <= ${now} or throttle.ends_at > ${ends})`
    const row = await db
      .insertInto('throttle')
      .values({ key: keyOf(limit, who), count: 1, ends_at: ends })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when ${isOver} then 1 else throttle.count + 1 end`,
          ends_at: sql`case when ${isOver} then ${ends} else throttle.ends_at end`,
        }),
      )
      .returning(['count', 'ends_at'])
      .executeTakeFirstOrThrow()
    return row.count > limit.limit * config.THROTTLE_FACTOR ? Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000)) : 0
  }
  return {
    count,
    /** One more attempt; one too many throws `too_many_requests` with the time to wait. */
    async allow(limit: Limit, ...who: string[]) {
      const wait = await count(limit, ...who)
      if (wait > 0) throw new AppError('too_many_requests', { retryAfter: wait })
    },
    /** It was the right person after all. */
    forget: (limit: Limit, ...who: string[]) => db.deleteFrom('throttle').where('key', '=', keyOf(limit, who)).execute(),
  }
}
export type Attempts = ReturnType<typeof createAttempts>
