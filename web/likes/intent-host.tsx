import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'

import { isEntrance } from '#web/session/session-paths.ts'
import { useSession } from '#web/session/session-store.ts'

import { hasIntent } from './remember-intent.ts'

const LikeQuestion = lazy(() => import('./like-question.tsx').then(({ LikeQuestion: question }) => ({ default: question })))

/** Asks whoever has just signed in about the like that they came for, where they are back. */
export function IntentHost() {
  const here = useLocation()
  const isIn = useSession((session) => session.isAuthenticated)
  if (!isIn || isEntrance(here) || !hasIntent()) return null
  return (
    <Suspense>
      <LikeQuestion />
    </Suspense>
  )
}
