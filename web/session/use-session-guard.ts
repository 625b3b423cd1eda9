import { useEffect, useRef } from 'react'
import { redirect, useLocation, useNavigate } from 'react-router'

import { SESSION_REFUSED } from '#web/lib/browser.ts'
import { forgetIntent } from '#web/likes/remember-intent.ts'

import { forgetPath, rememberPath, takeReturnPath } from './return-path.ts'
import { HOME, isEntrance, isLanding, isPrivate, LOGIN } from './session-paths.ts'
import { isSignedIn, useSession } from './session-store.ts'

/** Asked before each page that one walks to: nothing of it is loaded or drawn for somebody who may not see it (#21, #24). */
export function guardPages(request: Request) {
  const url = new URL(request.url)
  if (isSignedIn() && isEntrance(url)) throw redirect(takeReturnPath())
  if (isSignedIn() && isLanding(url)) throw redirect(HOME + url.search + url.hash)
  if (isSignedIn() || !isPrivate(url)) return
  rememberPath(url)
  throw redirect(LOGIN)
}

/**
 * Leads on when the session begins or ends while a page is open: by signing in, by a 401, or in another tab. Who signs out by themselves
 * is led by whoever does it for them, and leaves no `error`.
 */
export function useSessionGuard() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isIn = useSession((session) => session.isAuthenticated)
  const error = useSession((session) => session.error)
  const shown = useRef({ pathname, search })
  useEffect(() => {
    const { token, error: problem } = useSession.getState()
    // A guest has nothing to check. Without a network the session holds (D-36).
    if (token ?? problem)
      import('./check-session.ts').then(
        ({ checkSession }) => checkSession(),
        () => undefined,
      )
  }, [])
  useEffect(() => {
    const here = { pathname, search, hash }
    // The way back, and what was said about the last try, end with the pages that they are for.
    if (isEntrance(shown.current) && !isEntrance(here)) {
      forgetPath()
      // Who leaves as a guest has let go of what they came for.
      if (!isSignedIn()) forgetIntent()
      useSession.setState({ error: null })
    }
    shown.current = here
    // The first drawing in the browser is that of a guest, whoever is signed in.
    if (isIn !== isSignedIn()) return
    if (isIn && isEntrance(here)) void navigate(takeReturnPath(), { replace: true })
    else if (isIn && isLanding(here)) void navigate(HOME + search + hash, { replace: true })
    else if (!isIn && error !== null && isPrivate(here)) {
      rememberPath(here)
      void navigate(LOGIN, { replace: true })
    }
  }, [isIn, error, pathname, search, hash, navigate])
  useEffect(() => {
    const leadToLogin = () => {
      const here = { pathname, search, hash }
      if (isEntrance(here) || isPrivate(here)) return
      rememberPath(here)
      void navigate(LOGIN)
    }
    window.addEventListener(SESSION_REFUSED, leadToLogin)
    return () => window.removeEventListener(SESSION_REFUSED, leadToLogin)
  }, [pathname, search, hash, navigate])
}
