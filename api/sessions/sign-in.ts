import { SESSION_LIFE } from '#contract/constants.ts'
import { foldEmail } from '#contract/consumer-rules.ts'
import { AppError } from '#contract/errors.ts'

import { findConsumerByEmail } from '../consumers/data.ts'
import { isPassword } from '../passwords/hash-password.ts'
import type { Context } from '../context.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import { insertSessionByPassword } from './data.ts'

type Attempt = { email: string; password: string; address: string; device: string }

/**
 * Signs somebody in. An unknown account takes as long, and is answered the same, as a wrong password. Attempts are counted for the account
 * from this address, so that nobody locks somebody else out; an account that is tried from everywhere leaves each address fewer.
 */
export async function signIn({ db, clock, newId }: Context, attempts: Attempts, { email, password, address, device }: Attempt) {
  const account = foldEmail(email)
  await attempts.allow(LIMITS.signInByAddress, address)
  const isUnderAttack = (await attempts.count(LIMITS.signInEverywhere, account)) > 0
  const limit = isUnderAttack ? LIMITS.signInUnderAttack : LIMITS.signInHere
  await attempts.allow(limit, account, address)
  const consumer = await findConsumerByEmail(db, email)
  if (!(await isPassword(password, consumer?.password_hash)) || !consumer) throw new AppError('wrong_credentials')
  await attempts.forget(limit, account, address)
  const [sessionId, now] = [newId(), clock.now()]
  const session = { id: sessionId, consumerId: consumer.id, device, now, expires: now + SESSION_LIFE }
  // The password may have been changed, or the account deleted, while it was compared.
  if (!(await insertSessionByPassword(db, session, consumer.password_hash!))) throw new AppError('wrong_credentials')
  return { consumer, sessionId }
}
