import { AppError } from '#contract/errors.ts'
import { isUniqueViolation, transact } from '#db/connection.ts'

import { findConsumer, updateConsumer, type ConsumerRow } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { isPassword } from '../passwords/hash-password.ts'
import { refusePassword } from '../passwords/require-same-password.ts'
import { deleteSessions } from '../sessions/data.ts'
import { insertUsedProof } from './data.ts'
import { refuseProof, type ConnectionProof, type Google } from './create-google.ts'
import { removeGoogle } from './remove-google.ts'

/**
 * What connecting begins with, for whoever knows the password: a wrong one is told before anybody is led to Google. Who finds an open browser
 * does not stay; nor has who opens an account with the address of somebody else a way in that outlives them.
 */
export async function beginConnection({ db }: Context, google: Google, consumerId: string, password: string) {
  const consumer = await findConsumer(db, consumerId)
  if (!(await isPassword(password, consumer?.password_hash))) throw refusePassword()
  requireConfirmed(consumer!)
  return google.start({ consumerId, passwordHash: consumer!.password_hash! })
}

/**
 * Connects an account with who its owner is at Google, unless its password has changed since it was given: whoever resets it does so to keep
 * out who knew the old one. The owner is told by mail.
 */
export async function connectGoogle({ db }: Context, mailer: Mailer, consumerId: string, proof: ConnectionProof) {
  try {
    return await transact(db, async (trx) => {
      if (!(await insertUsedProof(trx, proof))) throw refuseProof()
      const consumer = await findConsumer(trx, consumerId, { forUpdate: true })
      if (!consumer) throw new AppError('session_expired')
      if (!proof.isPasswordOf(consumer.password_hash))
        throw new AppError('wrong_password', { message: 'Your password has changed. Please begin again.' })
      requireConfirmed(consumer)
      const isSame = consumer.google_issuer === proof.issuer && consumer.google_subject === proof.subject
      if (!isSame && consumer.google_subject !== null) throw new AppError('email_taken', { message: HAS_OTHER })
      // If it was somebody else, the owner learns of it.
      if (!isSame) await mailer.queue(trx, { kind: 'google-connected', to: consumer.email, name: consumer.name, google: proof.email })
      return (await updateConsumer(trx, consumerId, { google: proof }))!
    })
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause
    throw new AppError('email_taken', { message: IS_TAKEN, cause })
  }
}

/** Disconnects it, and ends every other session: whoever came in by it is out. Somebody without a password would have no way back. */
export const disconnectGoogle = ({ db }: Context, mailer: Mailer, consumerId: string, sessionId: string) =>
  transact(db, async (trx) => {
    const consumer = await findConsumer(trx, consumerId, { forUpdate: true })
    if (!consumer) throw new AppError('session_expired')
    if (consumer.google_subject === null) return consumer
    if (consumer.password_hash === null)
      throw new AppError('forbidden', { message: 'Set a password first: without it you could not sign in any more.' })
    await deleteSessions(trx, consumerId, { except: sessionId })
    return removeGoogle(trx, mailer, consumer)
  })

function requireConfirmed({ email_confirmed_at: confirmed }: ConsumerRow) {
  if (!confirmed) throw new AppError('forbidden', { message: 'Please confirm your e-mail address first.' })
}
const HAS_OTHER = 'Another Google account is connected. Disconnect it first.'
const IS_TAKEN =
  'This Google account is connected to another Kade account. Sign in there with Google first, and disconnect it in Settings, or delete that account.'
