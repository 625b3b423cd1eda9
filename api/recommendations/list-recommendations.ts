/**
 * The recommended list: ids from the recommender, facts by one look-up, rules, view. Whoever cannot be answered personally, and whoever is
 * nobody here, gets what is popular in the city; the page stands whatever the recommender does.
 */
import { AppError } from '#contract/errors.ts'
import { distanceTo } from '#contract/distance.ts'
import { isOfferLive } from '#contract/offer-rules.ts'
import type { RankedOffers, RecommendedOffer } from '#contract/recommendation.ts'
import { MINUTE } from '#contract/time.ts'
import type { Position } from '#contract/wire.ts'
import type { Recommender } from '#recommender/recommend.ts'
import type { FastifyRequest } from 'fastify'

import type { Context } from '../context.ts'
import type { ConsumerGuards } from '../http/require-consumer.ts'
import { networkOf } from '../http/network-of.ts'
import { createThrottle } from '../http/throttle.ts'
import { readCards } from '../offers/keep-cards.ts'
import type { Asker } from './ask-recommender.ts'
import { listDismissedIds } from './data.ts'

/** Each answer of their own takes some milliseconds of a processor: more often nobody looks. */
const PER_CONSUMER = { limit: 240, window: MINUTE }
/** Guests share what they are shown, and many of them an address. */
const PER_NETWORK = { limit: 1_200, window: MINUTE }

type Question = { id: string; near: Position | undefined; city: string | undefined; signal?: AbortSignal }
export type RecommendationParts = { guards: ConsumerGuards; recommender: Recommender; ask: Asker }

export function createRecommendations(context: Context, { guards, recommender, ask }: RecommendationParts) {
  const { db, clock, config, log } = context
  const throttle = createThrottle(context, PER_CONSUMER)
  const throttleGuests = createThrottle(context, PER_NETWORK)

  /** The id asked for, where it is whoever asks; undefined for everyone else, also with a stale token (D-50). */
  async function findSelf(id: string, request: FastifyRequest | undefined): Promise<string | undefined> {
    if (!request?.headers.authorization) return undefined
    const consumerId = await guards.findConsumerId(request)
    return consumerId !== undefined && consumerId === id.toLowerCase() ? consumerId : undefined
  }

  async function rank({ id, near }: Question, request: FastifyRequest | undefined): Promise<RankedOffers> {
    const consumerId = await findSelf(id, request)
    if (consumerId !== undefined) return rankOwn(consumerId, { near }, request!)
    if (request) throttleGuests(networkOf(request.ip))
    return recommender.rankPopular({ near })
  }

  async function rankOwn(consumerId: string, { near, signal }: Pick<Question, 'near' | 'signal'>, request: FastifyRequest) {
    throttle(consumerId)
    try {
      return await ask({ consumerId, authorization: request.headers.authorization!, near, signal })
    } catch (error) {
      // It goes to nobody.
      if (signal?.aborted) return []
      log.debug({ err: error }, 'what is popular is shown instead of a personal list')
      const hidden = new Set(await listDismissedIds(db, consumerId))
      return (await recommender.rankPopular()).filter(({ offerId }) => !hidden.has(offerId))
    }
  }

  /** What runs at this moment alone, in the order of its rank. */
  async function present(ranked: RankedOffers, near: Position | undefined): Promise<RecommendedOffer[]> {
    const ids = ranked.map(({ offerId }) => offerId)
    const cards = new Map((await readCards(db, ids, config.city)).map((card) => [card.offer._id, card]))
    const now = clock.now()
    return ranked.flatMap(({ offerId, reason }) => {
      const card = cards.get(offerId)
      if (!card || card.isWithdrawn || !isOfferLive(card.offer, now)) return []
      return [{ ...card.offer, ...distanceTo(near, card.latitude, card.longitude), reason }]
    })
  }

  const isServed = (city: string | undefined) => city === undefined || city.toLowerCase() === config.city.key
  return {
    /** For whoever the token says, and for nobody else: who asks on behalf of a shopper wants to know that this is not theirs. */
    async rankSelf({ id, city, near, signal }: Question, request: FastifyRequest): Promise<RankedOffers> {
      if (!isServed(city)) return []
      const consumerId = await findSelf(id, request)
      if (consumerId === undefined) throw new AppError('unauthorized')
      return rankOwn(consumerId, { near, ...(signal && { signal }) }, request)
    },
    list: async (question: Question, request: FastifyRequest | undefined) =>
      isServed(question.city) ? present(await rank(question, request), question.near) : [],
  }
}
export type Recommendations = ReturnType<typeof createRecommendations>
