import { useLocation } from 'react-router'

import { isEntrance } from '#web/session/session-paths.ts'
import { useSession } from '#web/session/session-store.ts'
import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

import { hasIntent } from './remember-intent.ts'

const loadQuestion = () => import('./like-question.tsx')

/** Asks whoever has just signed in about the like that they came for, where they are back. */
export function IntentHost() {
  const here = useLocation()
  const isIn = useSession((session) => session.isAuthenticated)
  const isAsked = isIn && !isEntrance(here) && hasIntent()
  const loaded = useLoadedPart(isAsked, loadQuestion)
  return isAsked && loaded ? <loaded.LikeQuestion /> : null
}
