import type * as z from 'zod'

import { foldEmail } from '#contract/consumer-rules.ts'
import type { profileBody } from '#contract/consumer.ts'
import { AppError } from '#contract/errors.ts'
import { isUniqueViolation, transact } from '#db/connection.ts'

import type { Context } from '../context.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { distinctInterests, findConsumer, updateConsumer, type ConsumerChange, type ConsumerRow } from './data.ts'
import { isPassword } from '../passwords/hash-password.ts'
import { refusePassword, requireSamePassword } from '../passwords/require-same-password.ts'
import { mailLink } from '../passwords/send-link.ts'
import { requirePastBirthday } from './require-birthday.ts'

type Body = z.output<typeof profileBody>

/**
 * Changes what a shopper may change of themselves. A new e-mail address needs the password, is not confirmed any more, and the old one is
 * told (D-52, ASVS 7.5.1). Answers the row before and after.
 */
export async function updateProfile(context: Context, mailer: Mailer, consumerId: string, body: Body) {
  const { db, clock, config } = context
  requirePastBirthday(body.birthday, clock.now(), config.city)
  const before = await findConsumer(db, consumerId)
  if (!before) throw new AppError('session_expired')
  const isOtherEmail = body.email !== undefined && foldEmail(body.email) !== before.email_key
  if (isOtherEmail) await requirePassword(before, body.currentPassword)
  try {
    return await transact(db, async (trx) => {
      if (isOtherEmail) await requireSamePassword(trx, consumerId, before.password_hash, refusePassword)
      const after = await updateConsumer(trx, consumerId, toChange(body, isOtherEmail))
      if (!after) throw new AppError('session_expired')
      if (isOtherEmail) {
        await mailLink(trx, context, mailer, after, { purpose: 'confirm' })
        await mailer.queue(trx, { kind: 'email-changed', to: before.email, name: before.name, newEmail: after.email })
      }
      return { before, after }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('email_taken', { cause: error })
    throw error
  }
}

async function requirePassword(consumer: ConsumerRow, password: string | undefined) {
  if (password !== undefined && (await isPassword(password, consumer.password_hash))) return
  throw refusePassword(password === undefined ? 'Please enter your password to change the e-mail address.' : undefined)
}

/** What is left out stays; a picture is only ever taken away here, for it comes by upload. */
const toChange = (
  { name, email, phone, gender, birthday, imageUrl, interestedTags, interestedCategories }: Body,
  isOtherEmail: boolean,
) => {
  const change: ConsumerChange = {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(gender !== undefined && { gender }),
    ...(birthday !== undefined && { birthday }),
    ...((imageUrl === null || imageUrl === '') && { picture: null }),
    ...(interestedTags && { interested_tags: distinctInterests(interestedTags) }),
    ...(interestedCategories && { interested_categories: distinctInterests(interestedCategories) }),
    ...(isOtherEmail && { email_confirmed_at: null }),
  }
  return change
}
