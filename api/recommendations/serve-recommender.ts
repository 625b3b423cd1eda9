/** The recommender as a server of its own: `/rank/{id}` for the API, whole offers for everyone else, over the same database and by the same tokens. */
import { AppError } from '#contract/errors.ts'
import { recommendationParams, recommendationQuery } from '#contract/recommendation.ts'
import { runRecommender, type RunningRecommender } from '#recommender/run-recommender.ts'

import { registerHealth } from '../health/routes.ts'
import { createBinder } from '../http/bind-call.ts'
import { toFieldErrors } from '../http/failure.ts'
import { openService, type Service, type ServiceParts } from '../http/open-service.ts'
import { createConsumerGuards } from '../http/require-consumer.ts'
import { keepCards } from '../offers/keep-cards.ts'
import { createTokens } from '../sessions/sign-token.ts'
import type { Asked } from './ask-recommender.ts'
import { createRecommendations } from './list-recommendations.ts'
import { bindRecommendations } from './routes.ts'

export type RecommenderServer = Service & { recommender: RunningRecommender }

/** Over an open, migrated database. It listens to nobody yet. */
export function createRecommenderServer(parts: ServiceParts): RecommenderServer {
  const { server, context } = openService(parts)
  const { city } = parts.config
  keepCards(context)
  registerHealth(server, context)
  const recommender = runRecommender({ ...context, city })
  server.addHook('onClose', () => recommender.stop())
  const guards = createConsumerGuards(context, createTokens(context))
  // It is in here: nobody has to be asked, and who asks has a time budget of their own.
  const ask = ({ consumerId, near, signal }: Asked) => recommender.rankFor(consumerId, { near, signal })
  const recommendations = createRecommendations(context, { guards, recommender, ask })
  bindRecommendations(createBinder(server, context).bind, recommendations)
  server.get('/rank/:id', { schema: { hide: true } }, async (request, reply) => {
    const { id } = parse(recommendationParams, request.params, 'params')
    const { city: key, near } = parse(recommendationQuery, request.query, 'query')
    const ends = new AbortController()
    reply.raw.once('close', () => ends.abort())
    const ranked = await recommendations.rankSelf({ id, city: key, near, signal: ends.signal }, request)
    return reply.header('cache-control', 'no-store').send(ranked)
  })
  return { server, context, recommender }
}

function parse<S extends typeof recommendationParams | typeof recommendationQuery>(schema: S, given: unknown, part: string) {
  const result = schema.safeParse(given)
  if (result.success) return result.data as ReturnType<S['parse']>
  throw new AppError('invalid_input', { fields: toFieldErrors(result.error, part) })
}
