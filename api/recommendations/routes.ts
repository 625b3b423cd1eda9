import { RECOMMENDED } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { rankOffers } from '#contract/recommendation-rules.ts'
import { wholeList } from '#contract/wire.ts'

import { findConsumer, presentConsumer } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { sessionOf, type ConsumerGuards } from '../http/require-consumer.ts'
import { showPicked } from '../offers/keep-cards.ts'
import { pickCandidates } from './data.ts'

/** What the first tab of the home screen shows. */
export function registerRecommendations(bind: Bind, { db, clock, config }: Context, { guards }: { guards: ConsumerGuards }) {
  bind('GET /consumer/recommended-offers', {
    guards: [guards.requireConsumer],
    handle: async (_, request) => {
      const row = await findConsumer(db, sessionOf(request).consumerId)
      if (!row) throw new AppError('session_expired')
      const taste = await presentConsumer(db, row)
      const picked = await pickCandidates(db, { categories: taste.interestedCategories, likedShops: taste.likedShops, now: clock.now() })
      return wholeList(rankOffers(await showPicked(db, picked, config.city), taste, RECOMMENDED.limit))
    },
  })
}
