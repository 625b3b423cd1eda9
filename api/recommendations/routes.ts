import { PAGE_LIMIT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import { isForeignKeyViolation } from '#db/connection.ts'
import { isId } from '#db/filters.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { createMineBinder } from '../http/bind-own.ts'
import { readCursor, type CursorKey } from '../http/cursor.ts'
import { toPage, toTotal } from '../http/paging.ts'
import type { ConsumerGuards } from '../http/require-consumer.ts'
import { createThrottle } from '../http/throttle.ts'
import { getTarget } from '../interactions/get-target.ts'
import { countDismissedOffers, deleteDismissal, insertDismissal, listDismissedOffers, startOver } from './data.ts'
import type { Recommendations } from './list-recommendations.ts'

/** What the first tab of the home screen shows. The recommender on its own answers it too. */
export const bindRecommendations = (bind: Bind, recommendations: Recommendations) =>
  bind('GET /cluster_recommend/{id}', {
    isPersonal: true,
    handle: ({ params: { id }, query: { city, near } }, request) => recommendations.list({ id, city, near }, request),
  })

/** What one person may say in an hour. */
const PER_CONSUMER = { limit: 2_500, window: HOUR }

const isDismissalKey = ([at, id, ...rest]: CursorKey) =>
  rest.length === 0 && typeof at === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at)) && isId(id)

/** What shoppers do not want recommended, and starting over. */
export function registerDismissals(bind: Bind, context: Context, { guards }: { guards: ConsumerGuards }) {
  const throttle = createThrottle(context, PER_CONSUMER)
  const { db, clock, config } = context
  const bindMine = createMineBinder(bind, guards)
  bindMine('GET /consumer/not-interested', async ({ query }, consumerId) => {
    const cursor = readCursor(query.cursor, isDismissalKey)
    const slice = await listDismissedOffers(db, { consumerId, city: config.city, limit: query.limit ?? PAGE_LIMIT, after: cursor?.key })
    return toPage(slice, cursor ?? toTotal(await countDismissedOffers(db, consumerId)))
  })
  bindMine('POST /consumer/not-interested', async ({ body }, consumerId) => {
    throttle(consumerId)
    const offerId = body.offerId.toLowerCase()
    await getTarget(context, 'OFFER', offerId)
    await insertDismissal(db, { consumerId, offerId, now: clock.now() }).catch((error: unknown) => {
      // The account, or the offer, went meanwhile.
      throw isForeignKeyViolation(error) ? new AppError('offer_not_found', { cause: error }) : error
    })
    return { message: 'Not recommended to you any more' }
  })
  bindMine('DELETE /consumer/not-interested/{id}', async ({ params }, consumerId) => {
    throttle(consumerId)
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
