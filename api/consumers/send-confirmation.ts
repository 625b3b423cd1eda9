import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import type { Context } from '../context.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { mailLink } from '../passwords/send-link.ts'
import { findConsumer } from './data.ts'

type Parts = { attempts: Attempts; mailer: Mailer }

/**
 * Sends the mail that confirms an address once more; links of earlier ones end. Mails to one mailbox are counted together, whatever they are
 * for: an address that is not confirmed may be that of somebody who never came here.
 */
export async function sendConfirmation(context: Context, { attempts, mailer }: Parts, consumerId: string) {
  const { email_key: mailbox } = await getUnconfirmed(context.db, consumerId)
  await attempts.allow(LIMITS.mailToAccount, mailbox)
  await transact(context.db, async (trx) => {
    // As it is by now: it may have been confirmed meanwhile.
    const consumer = await getUnconfirmed(trx, consumerId, { forUpdate: true })
    await mailLink(trx, context, mailer, consumer, { purpose: 'confirm' })
  })
}

async function getUnconfirmed(...which: Parameters<typeof findConsumer>) {
  const consumer = await findConsumer(...which)
  if (!consumer) throw new AppError('session_expired')
  if (consumer.email_confirmed_at) throw new AppError('email_confirmed')
  return consumer
}
