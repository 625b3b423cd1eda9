import { AppError } from '#contract/errors.ts'
import { isUniqueViolation, transact } from '#db/connection.ts'

import { findConsumer, updateConsumer } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { isPassword } from '../passwords/hash-password.ts'
import { requireSamePassword } from '../passwords/require-same-password.ts'
import { deleteSessions } from '../sessions/data.ts'
import { insertUsedProof } from './data.ts'
import { refuseProof, type Proof } from './verify-proof.ts'

/**
 * Connects an account with who its owner is at Google. It takes the password, so that who finds an open browser does not stay; and a confirmed
 * address, so that who opens an account with the address of somebody else has no way in that outlives them. The owner is told by mail.
 */
export async function connectGoogle(context: Context, mailer: Mailer, consumerId: string, proof: Proof, password: string) {
  const { db } = context
  const compared = (await findConsumer(db, consumerId))?.password_hash
  if (!(await isPassword(password, compared))) throw wrongPassword()
  try {
    return await transact(db, async (trx) => {
      if (!(await insertUsedProof(trx, proof))) throw refuseProof()
      const consumer = await requireSamePassword(trx, consumerId, compared, wrongPassword)
      if (!consumer.email_confirmed_at) throw new AppError('forbidden', { message: 'Please confirm your e-mail address first.' })
      const isOther = consumer.google_subject !== null && consumer.google_subject !== proof.subject
      if (isOther) throw new AppError('email_taken', { message: 'Another Google account is connected. Disconnect it first.' })
      // If it was somebody else, the owner learns of it.
      await mailer.queue(trx, { kind: 'google-connected', to: consumer.email, name: consumer.name, google: proof.email })
      return (await updateConsumer(trx, consumerId, { google: proof }))!
    })
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause
    throw new AppError('email_taken', { message: 'This Google account is connected to another account.', cause })
  }
}

/**
 * Connects it no more, and ends every other session: whoever came in by it is out. Somebody without a password would have no way back.
 */
export const disconnectGoogle = ({ db }: Context, consumerId: string, sessionId: string) =>
  transact(db, async (trx) => {
    const consumer = await findConsumer(trx, consumerId, { forUpdate: true })
    if (!consumer) throw new AppError('session_expired')
    if (consumer.password_hash === null)
      throw new AppError('forbidden', { message: 'Set a password first: without it you could not sign in any more.' })
    await deleteSessions(trx, consumerId, { except: sessionId })
    return (await updateConsumer(trx, consumerId, { google: null }))!
  })

const WRONG = 'The current password is not right.'
const wrongPassword = () => new AppError('wrong_password', { message: WRONG, fields: { 'body.currentPassword': WRONG } })
