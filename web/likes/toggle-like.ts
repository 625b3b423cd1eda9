/**
 * Liking and unliking, as fast as fingers are: the last intention wins, one call at a time for each offer or shop. Loaded with the first press.
 */
import { GEOLOCATION } from '#contract/constants.ts'
import { deviceLabel, platformLabel } from '#contract/device-labels.ts'
import type { Action, InteractionMetadata } from '#contract/interaction.ts'
import { LIKE_TEXTS } from '#contract/like-texts.ts'

import { browserApi, browserQueries } from '#web/lib/browser.ts'
import { isAnswer } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { offerQuery } from '#web/offers/queries.ts'
import { getSession, noteLike, updateUser } from '#web/session/session-store.ts'
import { showToast } from '#web/ui/toasts.ts'

import { isLikedIn, LISTS, type LikeTarget } from './like-target.ts'
import { rememberIntent } from './remember-intent.ts'
import { forgetWanted, getWanted, keyOf, setWanted } from './wanted-likes.ts'

const running = new Set<string>()
/** A call that got no answer is made once more after this long, in milliseconds. */
const RETRY_AFTER = 1_000
/** The longest that a like waits for the browser to say where it is. */
const LOCATE_FOR = 1_000

const isLiked = (target: LikeTarget) => isLikedIn(getSession(), target)

/**
 * Turns a like round. Of somebody who is not signed in, an offer's does nothing and a shop's fails (#159, #160): whoever draws the button asks
 * guests to sign in instead.
 */
export async function toggleLike(target: LikeTarget): Promise<void> {
  const { user } = getSession()
  if (!user) {
    if (target.type === 'SHOP') throw new Error('User not authenticated')
    return
  }
  setWanted(target, !(getWanted(target) ?? isLiked(target)))
  if (running.has(keyOf(target))) return
  running.add(keyOf(target))
  try {
    await settle(target, user.id)
  } finally {
    running.delete(keyOf(target))
    forgetWanted(target)
  }
}

/** Calls until what is there is what is wanted. */
async function settle(target: LikeTarget, userId: string) {
  const before = isLiked(target)
  let isThere = before
  while (getWanted(target) !== isThere && getSession().user?.id === userId) {
    const isWanted = getWanted(target)!
    try {
      if ((await send(target, userId, isWanted ? 'ADD' : 'REMOVE')) === 'disagreed') return
      isThere = isWanted
      await note(target, userId, isThere)
    } catch (error) {
      return fail(target, isWanted, error)
    }
  }
  if (isThere !== before && getSession().user?.id === userId) say(target, isThere)
}

/** Makes the call; once more where no answer came, and then a like that is there already is the one that was meant (D-26). */
async function send(target: LikeTarget, userId: string, action: Action): Promise<'done' | 'disagreed'> {
  const body = {
    userId,
    interactionType: `${target.type}_LIKE` as const,
    targetType: target.type,
    targetId: target.id,
    action,
    metadata: await describe(),
  }
  let isRetry = false
  for (;;) {
    try {
      await browserApi('POST /interactions', { body })
      return 'done'
    } catch (error) {
      if (isConflict(error)) {
        if (isRetry) return 'done'
        await synchronize(target, userId)
        return 'disagreed'
      }
      if (isRetry || isAnswer(error)) throw error
      isRetry = true
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
    }
  }
}

/** The server knows better than this browser: another device was faster. Servers in the field say it in words alone. */
const isConflict = (error: unknown) => isAppError(error) && /already liked|not found in liked (shops|offers)/i.test(error.message)

async function synchronize({ type }: LikeTarget, userId: string) {
  await fetchProfile(userId)
  void forgetLists(type)
  showToast({
    title:
      type === 'OFFER'
        ? 'Offer status updated – Your liked offers have been synchronized'
        : 'Shop status updated – Your liked shops have been synchronized',
  })
}

const fetchProfile = async (id: string) => updateUser((await browserApi('GET /consumer/{id}', { params: { id } })).data)

/** Notes what the server has taken. With a shop the profile is asked for anew, as written (#160); should that fail, the like stands all the same. */
async function note({ type, id }: LikeTarget, userId: string, isThere: boolean) {
  if (getSession().user?.id !== userId) return
  noteLike(LISTS[type], id, isThere)
  void forgetLists(type)
  // Fetched anew when it is next looked at: what one has just liked does not vanish under the finger.
  void browserQueries.invalidateQueries({ queryKey: ['consumer', 'recommended-offers'], refetchType: 'none' })
  if (type === 'SHOP') await fetchProfile(userId).catch(() => undefined)
  // What is liked can be read without a network (D-43).
  else if (isThere) void browserQueries.prefetchQuery(offerQuery(id))
}

const forgetLists = (type: LikeTarget['type']) =>
  browserQueries.invalidateQueries({ queryKey: ['consumer', type === 'OFFER' ? 'liked-offers' : 'liked-shops'] })

function say(target: LikeTarget, isThere: boolean) {
  showToast({
    title: LIKE_TEXTS[target.type][isThere ? 'ADD' : 'REMOVE'],
    icon: isThere ? 'heart-fill' : 'heart',
    action: { label: 'Undo', run: () => void toggleLike(target) },
  })
}

function fail(target: LikeTarget, isWanted: boolean, error: unknown) {
  // The session was over: the frame leads to the sign-in page, and back, where it is asked for once more.
  if (isAppError(error) && error.status === 401) return isWanted && rememberIntent(target)
  // oxlint-disable-next-line no-console -- as written (#245)
  console.error(`The ${isWanted ? 'like' : 'unlike'} of ${keyOf(target)} failed`, error)
  const said = isAnswer(error) && error.code !== 'internal_error' ? error.message : 'Please check your connection.'
  showToast({
    title: target.type === 'OFFER' ? 'Could not update liked offers.' : 'Could not update liked shops.',
    description: said,
    variant: 'destructive',
    action: { label: 'Try again', run: () => void toggleLike(target) },
  })
}

async function describe(): Promise<InteractionMetadata> {
  const { userAgent, maxTouchPoints } = navigator
  return {
    location: await locate(),
    deviceInfo: deviceLabel(userAgent, maxTouchPoints),
    platform: platformLabel(userAgent, maxTouchPoints),
  }
}

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
