import type * as z from 'zod'

import { SESSION_LIFE } from '#contract/constants.ts'
import type { signUpBody } from '#contract/consumer.ts'
import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import type { Context } from '../context.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { insertSession } from '../sessions/data.ts'
import { requireUncommonPassword } from '../passwords/check-password.ts'
import { insertConsumer } from './data.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { mailLink } from '../passwords/send-link.ts'
import { requirePastBirthday } from './require-birthday.ts'

/** Opens an account with its first session and its welcome mail, or nothing of it. */
export async function signUp(context: Context, mailer: Mailer, body: z.output<typeof signUpBody>, device: string) {
  const { db, clock, newId, config } = context
  requireUncommonPassword(body.password, 'body.password')
  requirePastBirthday(body.birthday, clock.now(), config.city)
  const { password, ...facts } = body
  const passwordHash = await hashPassword(password)
  const now = clock.now()
  return transact(db, async (trx) => {
    const consumer = await insertConsumer(trx, { id: newId(), ...facts, password_hash: passwordHash, now })
    if (!consumer) throw new AppError('email_taken')
    const sessionId = newId()
    await insertSession(trx, { id: sessionId, consumerId: consumer.id, device, now, expires: now + SESSION_LIFE })
    await mailLink(trx, context, mailer, consumer, { purpose: 'confirm', isWelcome: true })
    return { consumer, sessionId }
  })
}
