import { TOKEN_RENEWAL } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

import { recordAct } from '../admin/record-audit.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import { networkOf } from '../http/network-of.ts'
import { sessionOf, type ConsumerGuards } from '../http/require-consumer.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import type { Tokens } from '../sessions/sign-token.ts'
import { receivePicture } from '../uploads/receive-picture.ts'
import type { Pictures } from '../uploads/store-pictures.ts'
import { confirmEmail } from './confirm-email.ts'
import { findConsumer, presentConsumer } from './data.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { changePicture } from './change-picture.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { signUp } from './sign-up.ts'
import { updateProfile } from './update-profile.ts'

type Parts = { tokens: Tokens; guards: ConsumerGuards; attempts: Attempts; mailer: Mailer; pictures: Pictures }

export function registerConsumers(bind: Bind, context: Context, parts: Parts) {
  registerProfiles(bind, context, parts)
  const { tokens, attempts, mailer, pictures } = parts
  const { requireConsumer } = parts.guards

  bind('POST /consumer/signup', {
    handle: async ({ body }, request) => {
      await attempts.allow(LIMITS.signUp, networkOf(request!.ip))
      const { consumer, sessionId } = await recordAct(
        context,
        'sign-up',
        request,
        () => signUp(context, mailer, body, describeDevice(request!.headers['user-agent'])),
        (made) => ({ consumer: made.consumer.id }),
      )
      const token = await tokens.sign({ consumerId: consumer.id, sessionId })
      return { message: 'Welcome to Kade.', token, user: await presentConsumer(context.db, consumer) }
    },
  })

  bind('POST /consumer/confirm-email', {
    handle: async ({ body: { token } }, request) => {
      await attempts.allow(LIMITS.linkByAddress, networkOf(request!.ip))
      await confirmEmail(context, token)
      return { message: 'Thank you. Your e-mail address is confirmed.' }
    },
  })

  bind('POST /consumer/send-confirmation', {
    guards: [requireConsumer],
    handle: async (_, request) => {
      await attempts.allow(LIMITS.mailByAddress, networkOf(request!.ip))
      await sendConfirmation(context, parts, sessionOf(request).consumerId)
      return { message: 'A mail with a link is on its way.' }
    },
  })

  bind('GET /consumer/export', {
    guards: [requireConsumer],
    handle: async (_, request) => {
      const session = sessionOf(request)
      await attempts.allow(LIMITS.export, session.consumerId)
      return { data: await exportAccount(context, session) }
    },
  })

  bind('DELETE /consumer/delete-profile', {
    guards: [requireConsumer],
    handle: async ({ body: { password } }, request) => {
      const { consumerId } = sessionOf(request)
      if (password !== undefined) await attempts.allow(LIMITS.password, consumerId)
      await recordAct(context, 'delete-account', request, () => deleteAccount(context, pictures, consumerId, password))
      return { message: 'Your account is deleted.' }
    },
  })
}

/** What somebody sees and changes of themselves. */
function registerProfiles(bind: Bind, context: Context, { tokens, guards, attempts, mailer, pictures }: Parts) {
  const { db, clock } = context
  const { requireConsumer, requireSelf } = guards

  bind('GET /consumer/{id}', {
    guards: [requireConsumer, requireSelf],
    handle: async (_, request) => {
      const session = sessionOf(request)
      const row = await findConsumer(db, session.consumerId)
      if (!row) throw new AppError('session_expired')
      const isOld = clock.now() - session.issuedAt > TOKEN_RENEWAL
      return { data: await presentConsumer(context.db, row), ...(isOld && { token: await tokens.sign(session) }) }
    },
  })

  bind('PUT /consumer/update-profile/{id}', {
    guards: [requireConsumer, requireSelf],
    handle: async ({ body }, request) => {
      const { consumerId } = sessionOf(request)
      if (body.currentPassword !== undefined) await attempts.allow(LIMITS.password, consumerId)
      const { before, after } = await updateProfile(context, mailer, consumerId, body)
      if (before.picture !== after.picture) await pictures.remove(before.picture)
      return { data: await presentConsumer(context.db, after), message: 'Profile updated.' }
    },
  })

  bind('POST /consumer/upload-image/{id}', {
    guards: [requireConsumer, requireSelf],
    handle: async (_, request) => {
      const { consumerId } = sessionOf(request)
      await attempts.allow(LIMITS.upload, consumerId)
      return { data: { imageUrl: await changePicture(context, pictures, consumerId, await receivePicture(request!)) } }
    },
  })
}
