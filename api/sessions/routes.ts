import { AppError } from '#contract/errors.ts'
import { wholeList } from '#contract/wire.ts'
import { isId } from '#db/filters.ts'

import { recordAct } from '../admin/record-audit.ts'
import { presentConsumer } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import type { Attempts } from '../http/count-attempts.ts'
import { networkOf } from '../http/network-of.ts'
import { sessionOf, type ConsumerGuards } from '../http/require-consumer.ts'
import { deleteSessions, listDevices } from './data.ts'
import { describeDevice } from './describe-device.ts'
import { signIn } from './sign-in.ts'
import type { Tokens } from './sign-token.ts'

type Parts = { tokens: Tokens; guards: ConsumerGuards; attempts: Attempts }

export function registerSessions(bind: Bind, context: Context, { tokens, guards: { requireConsumer }, attempts }: Parts) {
  const { db, clock } = context

  bind('POST /consumer/signin', {
    handle: async ({ body }, request) => {
      const { consumer, sessionId } = await recordAct(
        context,
        'sign-in',
        request,
        () =>
          signIn(context, attempts, { ...body, address: networkOf(request!.ip), device: describeDevice(request!.headers['user-agent']) }),
        (done) => ({ consumer: done.consumer.id }),
      )
      const token = await tokens.sign({ consumerId: consumer.id, sessionId })
      return { message: 'Welcome back.', token, user: await presentConsumer(context.db, consumer) }
    },
  })

  bind('POST /consumer/logout', {
    guards: [requireConsumer],
    handle: async (_, request) => {
      const { consumerId, sessionId } = sessionOf(request)
      await deleteSessions(db, consumerId, { only: sessionId })
      return { message: 'Signed out.' }
    },
  })

  bind('GET /consumer/sessions', {
    guards: [requireConsumer],
    handle: async (_, request) => wholeList(await listDevices(db, { ...sessionOf(request), now: clock.now() })),
  })

  bind('DELETE /consumer/sessions', {
    guards: [requireConsumer],
    handle: async (_, request) => {
      await deleteSessions(db, sessionOf(request).consumerId)
      return { message: 'Signed out everywhere.' }
    },
  })

  bind('DELETE /consumer/sessions/{id}', {
    guards: [requireConsumer],
    handle: async ({ params: { id } }, request) => {
      const ended = isId(id) ? await deleteSessions(db, sessionOf(request).consumerId, { only: id }) : 0
      if (ended === 0) throw new AppError('not_found')
      return { message: 'Signed out there.' }
    },
  })
}
