import { LIKE_LIMIT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { NO_METADATA, type Action, type InteractionMetadata, type TargetType } from '#contract/interaction.ts'
import { LIKE_TEXTS } from '#contract/like-texts.ts'
import { HOUR } from '#contract/time.ts'
import { isForeignKeyViolation, transact, type Trx } from '#db/connection.ts'
import { isId } from '#db/filters.ts'

import { findConsumer } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import { createThrottle } from '../http/throttle.ts'
import { insertInteraction } from '../interactions/data.ts'
import { getTarget, TARGET_ERRORS } from '../interactions/get-target.ts'
import { deleteLike, insertLike, isLiked } from './data.ts'

export type LikeChange = {
  consumerId: string
  type: TargetType
  targetId: string
  action: Action
  metadata?: InteractionMetadata
}

/** What one person may change in an hour: emptying two full lists, and then some. Each change leaves a line for good. */
const PER_CONSUMER = { limit: 2_500, window: HOUR }

export function createLikes(context: Context) {
  const throttle = createThrottle(context, PER_CONSUMER)
  return {
    change(like: LikeChange) {
      throttle(like.consumerId)
      return changeLike(context, like)
    },
  }
}
export type Likes = ReturnType<typeof createLikes>

/**
 * Likes an offer or a shop, or likes it no more, and notes it among the interactions: both or neither. What is as it should be already is
 * refused and changes nothing (D-26). Answers the words for it.
 */
async function changeLike(context: Context, { consumerId, type, action, metadata = NO_METADATA, ...given }: LikeChange) {
  const { db, clock } = context
  const targetId = given.targetId.toLowerCase()
  const like = { type, consumerId, targetId, now: clock.now() }
  if (action === 'ADD') {
    const { isWithdrawn } = await getTarget(context, type, targetId)
    // Whoever likes it already keeps it.
    if (isWithdrawn) throw new AppError(TARGET_ERRORS[type].withdrawn)
  } else if (!isId(targetId)) throw notLiked(type)
  try {
    await transact(db, async (trx) => {
      // One change of somebody's likes after the other: the limit holds, and whoever is refused is told why.
      if (!(await findConsumer(trx, consumerId, { forUpdate: true }))) throw new AppError('session_expired')
      if (action === 'ADD') await add(trx, like)
      else if (!(await deleteLike(trx, like))) throw notLiked(type)
      await insertInteraction(trx, { consumerId, kind: `${type}_LIKE`, targetId, action, metadata, now: like.now })
    })
  } catch (error) {
    // The target went between the look and the like.
    if (isForeignKeyViolation(error)) throw new AppError(TARGET_ERRORS[type].missing, { cause: error })
    throw error
  }
  return LIKE_TEXTS[type][action]
}

async function add(trx: Trx, like: Parameters<typeof insertLike>[1]) {
  if (await insertLike(trx, like)) return
  if (await isLiked(trx, like)) throw new AppError('already_liked', { message: LIKE_TEXTS[like.type].already })
  const things = like.type === 'OFFER' ? 'offers' : 'shops'
  throw new AppError('too_many_likes', { message: `You like ${LIKE_LIMIT} ${things}. Remove one first.` })
}

const notLiked = (type: TargetType) => new AppError('not_liked', { message: LIKE_TEXTS[type].missing })
