import { lazy, useState } from 'react'
import { useNavigate } from 'react-router'

import { rememberPath } from '#web/session/return-path.ts'
import { LOGIN } from '#web/session/session-paths.ts'
import { isSignedIn, useSession } from '#web/session/session-store.ts'
import { showToast } from '#web/ui/toasts.ts'

import { isLikedIn, type LikeTarget } from './like-target.ts'
import { rememberIntent } from './remember-intent.ts'
import { keyOf, useWantedLikes } from './wanted-likes.ts'

/** How a guest is asked to sign in: by a toast where there are many, by a question on a page that is about one (D-33). */
export type GuestWay = 'toast' | 'question'

/** A like as a button needs it. `isLiked` is what the server has said; `wanted` what the shopper has asked for since, while it is on its way. */
export function useLike(target: LikeTarget, guestWay: GuestWay) {
  const isLiked = useSession((session) => isLikedIn(session, target))
  const wanted = useWantedLikes((likes) => likes[keyOf(target)])
  const [isAsking, setIsAsking] = useState(false)
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
  const question = isAsking && <SignInQuestion description={why} onClose={() => setIsAsking(false)} onSignIn={goToLogin} />
  return { isLiked, wanted, toggle, question }
}

const SignInQuestion = lazy(() => import('./sign-in-question.tsx').then(({ SignInQuestion: question }) => ({ default: question })))

/** What it takes to like is fetched with the first press. */
const toggleLater = (target: LikeTarget) =>
  import('./toggle-like.ts').then(
    ({ toggleLike }) => toggleLike(target),
    () =>
      showToast({
        title: target.type === 'OFFER' ? 'Could not update liked offers.' : 'Could not update liked shops.',
        description: 'Please check your connection.',
        variant: 'destructive',
      }),
  )
