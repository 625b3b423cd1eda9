/**
 * Liking and unliking, as fast as fingers are: the last intention wins, one call at a time for each offer or shop. Loaded with the first press.
 */
import { LIKE_TEXTS } from '#contract/like-texts.ts'

import { browserQueries } from '#web/lib/browser.ts'
import { isAppError } from '#web/lib/failure.ts'
import { offerDetailQuery } from '#web/offers/queries.ts'
import { getSession } from '#web/session/session-store.ts'
import { showToast } from '#web/ui/toasts.ts'

import { isLikedIn, UPDATE_FAILED, type LikeTarget } from './like-target.ts'
import { likedKey } from './queries.ts'
import { rememberIntent } from './remember-intent.ts'
import { reasonOf, sendLike, synchronize } from './send-like.ts'
import { forgetWanted, getWanted, keyOf, setWanted } from './wanted-likes.ts'

const running = new Set<string>()

const isLiked = (target: LikeTarget) => isLikedIn(getSession(), target)
const isHere = (userId: string) => getSession().user?.id === userId

/** Turns a like round. */
export const toggleLike = (target: LikeTarget) => setLike(target, !(getWanted(target) ?? isLiked(target)))

/**
 * Likes, or likes no more. Of somebody who is not signed in, an offer's does nothing and a shop's fails (#159, #160): whoever draws the button
 * asks guests to sign in instead.
 */
export async function setLike(target: LikeTarget, isWanted: boolean): Promise<void> {
  const { user } = getSession()
  if (!user) {
    if (target.type === 'SHOP') throw new Error('User not authenticated')
    return
  }
  setWanted(target, isWanted)
  const key = `${user.id} ${keyOf(target)}`
  if (running.has(key)) return
  running.add(key)
  try {
    await settle(target, user.id)
  } finally {
    running.delete(key)
    if (isHere(user.id)) forgetWanted(target)
  }
}

/** The same for `userId` alone: a toast may outlive the session that it speaks of, and then there is nothing to be done. */
export const setLikeOf = async (userId: string, target: LikeTarget, isWanted: boolean) => {
  if (isHere(userId)) await setLike(target, isWanted)
}

/** Calls until what is there is what is wanted. */
async function settle(target: LikeTarget, userId: string) {
  let before = isLiked(target)
  let isThere = before
  for (;;) {
    const isWanted = getWanted(target)
    if (isWanted === undefined || isWanted === isThere || !isHere(userId)) break
    try {
      if ((await sendLike(target, userId, isWanted)) === 'disagreed') {
        await synchronize(target.type, userId)
        before = isWanted
      }
    } catch (error) {
      return fail(target, isWanted, userId, error)
    }
    isThere = isWanted
    if (isHere(userId)) refresh(target, userId, isThere)
  }
  if (isThere !== before && isHere(userId)) say(target, userId, isThere)
}

function refresh({ type, id }: LikeTarget, userId: string, isThere: boolean) {
  void browserQueries.invalidateQueries({ queryKey: likedKey(type, userId) })
  // What is liked can be read without a network (D-43).
  if (type === 'OFFER' && isThere) void browserQueries.prefetchQuery(offerDetailQuery(id))
}

function say(target: LikeTarget, userId: string, isThere: boolean) {
  showToast({
    title: LIKE_TEXTS[target.type][isThere ? 'ADD' : 'REMOVE'],
    description: target.name,
    icon: isThere ? 'heart-fill' : 'heart',
    action: { label: 'Undo', run: () => void setLikeOf(userId, target, !isThere) },
  })
}

function fail(target: LikeTarget, isWanted: boolean, userId: string, error: unknown) {
  // Somebody else is here by now, or nobody: they have asked for nothing.
  if (!isHere(userId) && getSession().user) return
  // The session was over: the frame leads to the sign-in page, and back, where it is asked for once more.
  if (isAppError(error) && error.status === 401) return isWanted && rememberIntent(target)
  // oxlint-disable-next-line no-console -- as written (#245)
  console.error(`The ${isWanted ? 'like' : 'unlike'} of ${keyOf(target)} failed`, error)
  showToast({
    title: UPDATE_FAILED[target.type],
    description: reasonOf(error),
    variant: 'destructive',
    action: { label: 'Try again', run: () => void setLikeOf(userId, target, isWanted) },
  })
}
