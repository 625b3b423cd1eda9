import { LIKE_LIMIT } from '#contract/constants.ts'
import { toPoint } from '#contract/distance.ts'
import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import type { Session } from '../http/require-consumer.ts'
import { listInteractions } from '../interactions/data.ts'
import { listLikedOffers, listLikedShops } from '../likes/data.ts'
import { listDismissals } from '../recommendations/data.ts'
import { listReportsOf } from '../reports/data.ts'
import { listDevices } from '../sessions/data.ts'
import { findConsumer, presentConsumer } from './data.ts'

/** Everything that is known about somebody. */
export async function exportAccount({ db, clock, config }: Context, session: Session) {
  const { consumerId } = session
  const row = await findConsumer(db, consumerId)
  if (!row) throw new AppError('session_expired')
  const now = clock.now()
  const all = { consumerId, q: undefined, limit: LIKE_LIMIT, after: undefined }
  const likedOffers = (await listLikedOffers(db, { ...all, now, city: config.city })).items
  const likedShops = (await listLikedShops(db, all)).items
  return {
    exportedAt: new Date(now).toISOString(),
    profile: { ...(await presentConsumer(db, row)), createdAt: row.created_at.toISOString() },
    devices: await listDevices(db, { ...session, now }),
    likedOffers,
    likedShops,
    interactions: (await listInteractions(db, consumerId)).map((one) => ({
      at: one.at.toISOString(),
      interactionType: one.kind,
      targetId: one.target_id,
      action: one.action,
      metadata: { location: toPoint(one.latitude, one.longitude), deviceInfo: one.device, platform: one.platform },
    })),
    reports: (await listReportsOf(db, consumerId)).map(({ offer_id, reason, at }) => ({ offerId: offer_id, reason, at: at.toISOString() })),
    notInterested: await listDismissals(db, consumerId),
    recommendedFrom: row.recommended_from?.toISOString() ?? null,
  }
}
