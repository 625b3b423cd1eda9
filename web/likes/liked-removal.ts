/** Taking offers and shops out of the lists of what one likes. */
import type { InfiniteData } from '@tanstack/react-query'

import type { TargetType } from '#contract/interaction.ts'
import { LIKE_TEXTS } from '#contract/like-texts.ts'
import type { Page } from '#contract/wire.ts'

import { browserQueries } from '#web/lib/browser.ts'
import { isAppError } from '#web/lib/failure.ts'
import { getSession } from '#web/session/session-store.ts'
import { showToast } from '#web/ui/toasts.ts'

import { withoutLiked } from './liked-pages.ts'
import type { LikeTarget } from './like-target.ts'
import { LIKED_WORDS } from './liked-words.ts'
import { likedKey } from './queries.ts'
import { reasonOf, sendLike, synchronize } from './send-like.ts'
import { forgetWanted, getWanted, keyOf, setWanted } from './wanted-likes.ts'

export type Removable = LikeTarget & { isWithdrawn: boolean }

/** Answers whether it is gone from what `userId` likes, and has said how that went. What is on its way is not asked for twice. */
export async function removeLiked(target: Removable, userId: string): Promise<boolean> {
  if (getWanted(target) !== undefined) return false
  setWanted(target, false)
  try {
    const was = await sendLike(target, userId, false)
    if (getSession().user?.id !== userId) return false
    // What is gone already, from another device for example, is as it was to be (D-26).
    if (was === 'disagreed') await synchronize(target.type, userId)
    else sayRemoved(target, userId)
    return true
  } catch (error) {
    sayFailed(target, error)
    return false
  } finally {
    forgetWanted(target)
  }
}

/** What was withdrawn cannot be liked again. */
function sayRemoved({ isWithdrawn, ...target }: Removable, userId: string) {
  const undo = () => {
    import('./toggle-like.ts').then(
      ({ setLikeOf }) => setLikeOf(userId, target, true),
      () => showToast({ title: 'That could not be undone.', description: 'Please check your connection.', variant: 'destructive' }),
    )
  }
  showToast({
    title: LIKE_TEXTS[target.type].REMOVE,
    description: target.name,
    ...(!isWithdrawn && { action: { label: 'Undo', run: undo } }),
  })
}

function sayFailed(target: LikeTarget, error: unknown) {
  // The session was over: the frame leads to the sign-in page, and back.
  if (isAppError(error) && error.status === 401) return
  // oxlint-disable-next-line no-console -- as written (#246)
  console.error(`The removal of ${keyOf(target)} failed`, error)
  showToast({ title: LIKED_WORDS[target.type].removeFailed, description: reasonOf(error), variant: 'destructive' })
}

/**
 * Takes what is gone out of the list in memory. What is being fetched just now was asked for before, and of many some may not have been
 * loaded: then it is fetched again.
 */
export async function dropLiked(type: TargetType, userId: string, ids: readonly string[]) {
  const queryKey = likedKey(type, userId)
  const isFetching = browserQueries.isFetching({ queryKey }) > 0
  await browserQueries.cancelQueries({ queryKey })
  browserQueries.setQueryData<InfiniteData<Page<{ id: string }>>>(queryKey, (known) => known && withoutLiked(known, new Set(ids)))
  if (isFetching || ids.length > 1) void browserQueries.invalidateQueries({ queryKey })
}
