import { PAGE_LIMIT, RECOMMENDED } from '#contract/constants.ts'
import { isForeignKeyViolation } from '#db/connection.ts'
import { AppError } from '#contract/errors.ts'
import { isId } from '#db/filters.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { createMineBinder } from '../http/bind-own.ts'
import { readCursor, type CursorKey } from '../http/cursor.ts'
import { toPage, toTotal } from '../http/paging.ts'
import type { ConsumerGuards } from '../http/require-consumer.ts'
import { getTarget } from '../interactions/get-target.ts'
import { currentOffers, revision } from '../offers/data-cards.ts'
import { showPicked } from '../offers/keep-cards.ts'
import { isRunning } from '#db/filters.ts'
import { countDismissedOffers, deleteDismissal, insertDismissal, listDismissedOffers, startOver } from './data.ts'

/** What the first tab of the home screen shows, and what shoppers do not want to see there. */
export function registerRecommendations(bind: Bind, context: Context, { guards }: { guards: ConsumerGuards }) {
  const { db, clock, config } = context
  bind('GET /cluster_recommend/{id}', {
    isPersonal: true,
    handle: async ({ query }) => {
      const picked = await currentOffers(db, [isRunning(clock.now())])
        .select(['offer_id', revision])
        .orderBy('ends_at')
        .limit(RECOMMENDED.limit)
        .execute()
      return (await showPicked(db, picked, config.city, query.near)).map((offer) => ({ ...offer, reason: { kind: 'popular' as const } }))
    },
  })
  registerDismissals(bind, context, guards)
}

const isDismissalKey = ([at, id, ...rest]: CursorKey) =>
  rest.length === 0 && typeof at === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at)) && isId(id)

function registerDismissals(bind: Bind, context: Context, guards: ConsumerGuards) {
  const { db, clock, config } = context
  const bindMine = createMineBinder(bind, guards)
  bindMine('GET /consumer/not-interested', async ({ query }, consumerId) => {
    const cursor = readCursor(query.cursor, isDismissalKey)
    const slice = await listDismissedOffers(db, { consumerId, city: config.city, limit: query.limit ?? PAGE_LIMIT, after: cursor?.key })
    return toPage(slice, cursor ?? toTotal(await countDismissedOffers(db, consumerId)))
  })
  bindMine('POST /consumer/not-interested', async ({ body }, consumerId) => {
    const offerId = body.offerId.toLowerCase()
    await getTarget(context, 'OFFER', offerId)
    await insertDismissal(db, { consumerId, offerId, now: clock.now() }).catch((error: unknown) => {
      // The account, or the offer, went meanwhile.
      throw isForeignKeyViolation(error) ? new AppError('offer_not_found', { cause: error }) : error
    })
    return { message: 'Not recommended to you any more' }
  })
  bindMine('DELETE /consumer/not-interested/{id}', async ({ params }, consumerId) => {
    const offerId = params.id.toLowerCase()
    await getTarget(context, 'OFFER', offerId)
    await deleteDismissal(db, { consumerId, offerId })
    return { message: 'May be recommended to you again' }
  })
  bindMine('DELETE /consumer/recommendations', async (_, consumerId) => {
    await startOver(db, consumerId, clock.now())
    return { message: 'Your recommendations start over' }
  })
}
