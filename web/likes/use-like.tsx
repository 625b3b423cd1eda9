import { useState } from 'react'
import { useNavigate } from 'react-router'

import { rememberPath } from '#web/session/return-path.ts'
import { LOGIN } from '#web/session/session-paths.ts'
import { isSignedIn, useSession } from '#web/session/session-store.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

import { isLikedIn, UPDATE_FAILED, type LikeTarget } from './like-target.ts'
import { rememberIntent } from './remember-intent.ts'
import { keyOf, useWantedLikes } from './wanted-likes.ts'

/** How a guest is asked to sign in: by a toast where there are many, by a question on a page that is about one (D-33). */
export type GuestWay = 'toast' | 'question'

/** A like as a button needs it. `isLiked` is what the server has said; `isBusy` while what the shopper has asked for since is on its way. */
export function useLike(target: LikeTarget, guestWay: GuestWay) {
  const isLiked = useSession((session) => isLikedIn(session, target))
  const isBusy = useWantedLikes((likes) => likes[keyOf(target)] !== undefined)
  const [isAsking, setIsAsking] = useState(false)
  const stopAsking = () => setIsAsking(false)
  const loaded = useLoadedPart(isAsking, loadQuestion, stopAsking)
  const navigate = useNavigate()
  const goToLogin = () => {
    rememberPath(window.location)
    rememberIntent(target)
    void navigate(LOGIN)
  }
  const toggle = () => {
    if (isSignedIn()) void toggleLater(target)
    else if (guestWay === 'question') setIsAsking(true)
    else
      showToast({
        title: 'Authentication required',
        icon: 'user',
        description: target.type === 'OFFER' ? 'Please log in to like offers' : 'Please log in to like shops',
        action: { label: 'Log in', run: goToLogin },
      })
  }
  const why = `Sign in to keep ${target.name} among your liked ${target.type === 'OFFER' ? 'offers' : 'shops'}. You come back to this page.`
  const question = isAsking && loaded && <loaded.SignInQuestion description={why} onClose={stopAsking} onSignIn={goToLogin} />
  return { isLiked, isBusy, toggle, question }
}

const loadQuestion = () => import('#web/session/sign-in-question.tsx')

/** What it takes to like is fetched with the first press. By then another tab may have signed out. */
const toggleLater = (target: LikeTarget) =>
  import('./toggle-like.ts').then(
    ({ toggleLike }) => (isSignedIn() ? toggleLike(target) : undefined),
    () =>
      showToast({
        title: UPDATE_FAILED[target.type],
        description: 'Please check your connection.',
        variant: 'destructive',
      }),
  )
