/** Telling the server of a like, or of its taking back, and noting here what it has taken: for the hearts, and for the lists of what one likes. */
import { GEOLOCATION } from '#contract/constants.ts'
import type { InteractionMetadata, TargetType } from '#contract/interaction.ts'

import { browserApi, browserQueries } from '#web/lib/browser.ts'
import { isAnswer } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { describeDevice } from '#web/interactions/describe-device.ts'
import { getSession, likesMark, noteLike, updateUser } from '#web/session/session-store.ts'
import { showToast } from '#web/ui/toasts.ts'

import { SESSION_LISTS, type LikeTarget } from './like-target.ts'
import { LIKED_WORDS } from './liked-words.ts'
import { likedKey } from './queries.ts'

/** A call that got no answer is made once more after this long, in milliseconds. */
const RETRY_AFTER = 1_000
/** The longest that a like waits for the browser to say where it is. */
const LOCATE_FOR = 1_000

/**
 * Makes the call, and notes what is so now. It is 'disagreed' where it has been so already: another device was faster, and the server knows
 * better than this browser. Throws where it failed.
 */
export async function sendLike(
  target: LikeTarget,
  userId: string,
  isWanted: boolean,
  metadata = describeWhere(),
): Promise<'done' | 'disagreed'> {
  const result = await call(target, userId, isWanted, await metadata)
  if (getSession().user?.id === userId) await note(target, userId, isWanted)
  return result
}

/** Once more where no answer came, and then what is so already is what was meant (D-26). */
async function call({ type, id }: LikeTarget, userId: string, isWanted: boolean, metadata: InteractionMetadata) {
  const body = {
    userId,
    interactionType: `${type}_LIKE` as const,
    targetType: type,
    targetId: id,
    action: isWanted ? ('ADD' as const) : ('REMOVE' as const),
    metadata,
  }
  for (let isRetry = false; ; isRetry = true) {
    try {
      await browserApi('POST /interactions', { body })
      return 'done'
    } catch (error) {
      if (isConflict(error)) return isRetry ? 'done' : 'disagreed'
      if (isRetry || isAnswer(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
      if (getSession().user?.id !== userId) throw error
    }
  }
}

/** Servers in the field say it in words alone. */
const isConflict = (error: unknown) => isAppError(error) && /already liked|not found in liked (shops|offers)/i.test(error.message)

/** With a shop the profile is asked for anew, as written (#160); should that fail, the like stands all the same. */
async function note({ type, id }: LikeTarget, userId: string, isThere: boolean) {
  noteLike(SESSION_LISTS[type], id, isThere)
  // Fetched anew when it is next looked at: what one has just liked does not vanish under the finger.
  void browserQueries.invalidateQueries({ queryKey: ['consumer', 'recommended-offers'], refetchType: 'none' })
  if (type === 'SHOP') await refreshProfile(userId)
}

/** After another device was faster: the likes of the server are those that count, and it is said. */
export async function synchronize(type: TargetType, userId: string) {
  if (getSession().user?.id !== userId) return
  // With a shop it has just been done.
  if (type === 'OFFER') await refreshProfile(userId)
  void browserQueries.invalidateQueries({ queryKey: likedKey(type, userId) })
  showToast({ title: LIKED_WORDS[type].synchronized })
}

/** Likes that come with the profile are the server's own. Should it not answer, what was noted stands. */
async function refreshProfile(id: string) {
  const mark = likesMark()
  const answer = await browserApi('GET /consumer/{id}', { params: { id } }).catch(() => undefined)
  if (answer) updateUser(answer.data, mark)
}

/** What is said of a failure behind its title. */
export const reasonOf = (error: unknown) =>
  isAnswer(error) && error.code !== 'internal_error' ? error.message : 'Please check your connection.'

const describeWhere = async (): Promise<InteractionMetadata> => ({ ...describeDevice(), location: await locate() })

/** Where the browser is, if it says so at once (#227). Whoever is still thinking about the question likes without a place. */
function locate(): Promise<InteractionMetadata['location']> {
  return new Promise((resolve) => {
    const give = () => resolve(null)
    setTimeout(give, LOCATE_FOR)
    if (!('geolocation' in navigator)) return give()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ type: 'Point', coordinates: [coords.longitude, coords.latitude] }),
      give,
      GEOLOCATION,
    )
  })
}
