import { foldEmail } from '#contract/consumer-rules.ts'
import { transact } from '#db/connection.ts'

import { recordAct } from '../admin/record-audit.ts'
import { findConsumerByEmail } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import { networkOf } from '../http/network-of.ts'
import { sessionOf, type ConsumerGuards } from '../http/require-consumer.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { changePassword, resetPassword } from './change-password.ts'
import { mailLink } from './send-link.ts'

type Parts = { guards: ConsumerGuards; attempts: Attempts; mailer: Mailer }

export function registerPasswords(bind: Bind, context: Context, { guards: { requireConsumer }, attempts, mailer }: Parts) {
  const { db } = context

  bind('PUT /consumer/change-password', {
    guards: [requireConsumer],
    handle: async ({ body }, request) => {
      const session = sessionOf(request)
      await attempts.allow(LIMITS.password, session.consumerId)
      const act = () => changePassword(context, { ...session, ...body })
      const { google_email_key: google } = await recordAct(context, 'change-password', request, act)
      const stays = google === null ? '' : ` Google stays connected, with ${google}.`
      return { message: `You are signed out everywhere else.${stays}` }
    },
  })

  bind('POST /consumer/forgot-password', {
    handle: async ({ body: { email } }, request) => {
      await attempts.allow(LIMITS.mailByAddress, networkOf(request!.ip))
      // Whether there is such an account neither shows nor takes longer: the mail is written after the answer.
      if ((await attempts.count(LIMITS.mailToAccount, foldEmail(email))) === 0) void mailReset(email)
      return { message: 'If there is an account with this address, a mail with a link is on its way.' }
    },
  })

  async function mailReset(email: string) {
    try {
      const consumer = await findConsumerByEmail(db, email)
      if (consumer) await transact(db, (trx) => mailLink(trx, context, mailer, consumer, { purpose: 'reset' }))
    } catch (error) {
      context.log.error({ err: error }, 'a mail for a new password could not be queued')
    }
  }

  bind('POST /consumer/reset-password', {
    handle: async ({ body }, request) => {
      await attempts.allow(LIMITS.linkByAddress, networkOf(request!.ip))
      const { wasConnected } = await recordAct(
        context,
        'reset-password',
        request,
        () => resetPassword(context, mailer, body),
        (done) => ({ consumer: done.id }),
      )
      const gone = wasConnected ? ' Google is disconnected. Connect it again in Settings.' : ''
      return { message: `You are signed out everywhere. Sign in with the new password now.${gone}` }
    },
  })
}
