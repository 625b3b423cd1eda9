import type * as z from 'zod'

import type { changePasswordBody, resetPasswordBody } from '#contract/consumer.ts'
import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import type { Context } from '../context.ts'
import { deleteSessions } from '../sessions/data.ts'
import { requireUncommonPassword } from './check-password.ts'
import { deleteMailTokens, findConsumer, takeMailToken, updateConsumer } from '../consumers/data.ts'
import { removeGoogle } from '../google/remove-google.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { hashPassword, isPassword } from './hash-password.ts'
import { requireSamePassword } from './require-same-password.ts'
import { hashLinkToken } from './send-link.ts'

type Change = z.output<typeof changePasswordBody> & { consumerId: string; sessionId: string }

/** A new password for whoever knows the old one. Every other session ends, and links for a reset that are under way (D-24). */
export async function changePassword({ db }: Context, { consumerId, sessionId, currentPassword, newPassword }: Change) {
  const consumer = await findConsumer(db, consumerId)
  if (!(await isPassword(currentPassword, consumer?.password_hash))) throw new AppError('wrong_password')
  requireUncommonPassword(newPassword, 'body.newPassword')
  const passwordHash = await hashPassword(newPassword)
  return transact(db, async (trx) => {
    const same = await requireSamePassword(trx, consumerId, consumer?.password_hash)
    await updateConsumer(trx, consumerId, { password_hash: passwordHash })
    await deleteSessions(trx, consumerId, { except: sessionId })
    await deleteMailTokens(trx, consumerId, 'reset')
    return same
  })
}

/**
 * A new password for whoever has the link of a mail, which is used up by it. Every session ends (D-25), and Google is disconnected: nothing tells
 * whether it is theirs, or of somebody who had the account, or the address, before them.
 */
export async function resetPassword({ db, clock }: Context, mailer: Mailer, { token, newPassword }: z.output<typeof resetPasswordBody>) {
  requireUncommonPassword(newPassword, 'body.newPassword')
  const passwordHash = await hashPassword(newPassword)
  return transact(db, async (trx) => {
    const taken = await takeMailToken(trx, { hash: hashLinkToken(token), purpose: 'reset', now: clock.now() })
    const consumer = taken && (await findConsumer(trx, taken.consumer_id, { forUpdate: true }))
    // The link went to an address that is not the account's any more.
    if (!taken || consumer?.email !== taken.email) throw new AppError('link_expired')
    // Whoever reads the mail has the address.
    const confirmed = consumer.email_confirmed_at ?? new Date(clock.now())
    const reset = (await updateConsumer(trx, consumer.id, { password_hash: passwordHash, email_confirmed_at: confirmed }))!
    await removeGoogle(trx, mailer, reset)
    await deleteSessions(trx, consumer.id)
    await deleteMailTokens(trx, consumer.id, 'reset')
    return { id: consumer.id, wasConnected: reset.google_subject !== null }
  })
}
