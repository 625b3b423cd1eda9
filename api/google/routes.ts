import { AppError } from '#contract/errors.ts'

import { recordAct } from '../admin/record-audit.ts'
import { presentConsumer } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { LIMITS, type Attempts } from '../http/count-attempts.ts'
import { networkOf } from '../http/network-of.ts'
import { sessionOf, type ConsumerGuards } from '../http/require-consumer.ts'
import type { Mailer } from '../mail/queue-mail.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import type { Tokens } from '../sessions/sign-token.ts'
import { createGoogle, type Google } from './create-google.ts'
import { beginConnection, connectGoogle, disconnectGoogle } from './connect-google.ts'
import { signInWithGoogle } from './sign-in.ts'

const NOT_PROVEN = 'Google has not said that it is you. Please try again.'
/** A proof that is none says nothing of the session, which a 401 would end (D-02). */
const keepSession = (error: unknown) => {
  const isProof = error instanceof AppError && error.code === 'wrong_credentials'
  throw isProof ? new AppError('forbidden', { message: NOT_PROVEN, cause: error }) : error
}

type Parts = { tokens: Tokens; guards: ConsumerGuards; attempts: Attempts; mailer: Mailer }

export function registerGoogle(bind: Bind, context: Context, parts: Parts) {
  const google = createGoogle(context, parts.tokens)
  registerSignIn(bind, context, google, parts)
  registerConnection(bind, context, google, parts)
}

function registerSignIn(bind: Bind, context: Context, google: Google, { tokens, attempts }: Parts) {
  bind('GET /consumer/google-signin', { isPersonal: true, handle: async () => ({ data: await google.start() }) })

  bind('POST /consumer/google-signin', {
    handle: async ({ body }, request) => {
      google.requireClient()
      const address = networkOf(request!.ip)
      await attempts.allow(LIMITS.signInByAddress, address)
      const { consumer, sessionId, isNew } = await recordAct(
        context,
        'google-sign-in',
        request,
        async () => {
          const visit = { name: body.name, address, device: describeDevice(request!.headers['user-agent']) }
          return signInWithGoogle(context, attempts, await google.verifySignIn(body), visit)
        },
        (done) => ({ consumer: done.consumer.id }),
      )
      const token = await tokens.sign({ consumerId: consumer.id, sessionId })
      const message = isNew ? `A Kade account has been opened for you, with ${consumer.email}.` : 'Welcome.'
      return { message, token, user: await presentConsumer(context.db, consumer), isNew }
    },
  })
}

function registerConnection(bind: Bind, context: Context, google: Google, { guards: { requireConsumer }, attempts, mailer }: Parts) {
  const { db } = context

  bind('POST /consumer/google-connection/ticket', {
    guards: [requireConsumer],
    handle: async ({ body }, request) => {
      google.requireClient()
      const { consumerId } = sessionOf(request)
      await attempts.allow(LIMITS.password, consumerId)
      return {
        data: await recordAct(context, 'google-ticket', request, () => beginConnection(context, google, consumerId, body.currentPassword)),
      }
    },
  })

  bind('POST /consumer/google-connection', {
    guards: [requireConsumer],
    handle: async ({ body }, request) => {
      google.requireClient()
      const { consumerId } = sessionOf(request)
      await attempts.allow(LIMITS.google, consumerId)
      const consumer = await recordAct(context, 'google-connect', request, () =>
        google
          .verifyConnection(body, consumerId)
          .then((proof) => connectGoogle(context, mailer, consumerId, proof))
          .catch(keepSession),
      )
      return { data: await presentConsumer(db, consumer), message: 'Google is connected. You can sign in with it from now on.' }
    },
  })

  bind('DELETE /consumer/google-connection', {
    guards: [requireConsumer],
    handle: async (_, request) => {
      const { consumerId, sessionId } = sessionOf(request)
      const consumer = await recordAct(context, 'google-disconnect', request, () =>
        disconnectGoogle(context, mailer, consumerId, sessionId),
      )
      return { data: await presentConsumer(db, consumer), message: 'Google is disconnected. Your password signs you in.' }
    },
  })
}
