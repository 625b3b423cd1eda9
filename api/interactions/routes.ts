import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'
import type { Interaction } from '#contract/interaction.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { networkOf } from '../http/network-of.ts'
import type { ConsumerGuards } from '../http/require-consumer.ts'
import type { Likes } from '../likes/change-like.ts'
import { createClicks, type Clicks } from './count-clicks.ts'

/** One door for likes and clicks. Answers the clicks, whose promised work begins when it is told to. */
export function registerInteractions(
  server: FastifyInstance,
  bind: Bind,
  context: Context,
  { guards: { findConsumerId, getConsumerId }, likes }: { guards: ConsumerGuards; likes: Likes },
): Clicks {
  const clicks = createClicks(context)
  server.addHook('onClose', () => clicks.stop())

  bind('POST /interactions', {
    handle: async ({ body }, request) => {
      if (isLike(body)) {
        const { userId, targetType, targetId, action, metadata } = body
        const consumerId = await getConsumerId(request!)
        if (userId.toLowerCase() !== consumerId) throw new AppError('forbidden')
        return { message: await likes.change({ consumerId, type: targetType, targetId, action, metadata }) }
      }
      // A token that is none makes a guest of whoever sends it: a click is never refused for it.
      const consumerId = await findConsumerId(request!)
      const userAgent = request!.headers['user-agent'] ?? ''
      const counts = await clicks.record({ ...body, consumerId, address: networkOf(request!.ip), userAgent })
      return { message: counts ? 'Click recorded' : 'Click recorded earlier' }
    },
  })
  return clicks
}

const isLike = ({ interactionType }: Interaction) => interactionType.endsWith('LIKE')
