import type { NavigateFunction } from 'react-router'

import { createClient } from '#contract/client.ts'

import { forgetIntent } from '#web/likes/remember-intent.ts'

import { forgetPath } from './return-path.ts'
import { clearSession, getSession } from './session-store.ts'

/**
 * Signs out here (D-01, D-27): first everything in this browser is gone, then the page leads to `to`, and Back shows nothing private. The
 * server is told as well; the browser does not wait for it, and where it cannot be reached the session ends by itself.
 */
export async function logOut(navigate: NavigateFunction, to: '/' | '/login') {
  const { token } = getSession()
  clearSession()
  forgetIntent()
  if (token) void endSession(token)
  await navigate(to, { replace: true })
  forgetPath()
}

/** Even a page that is being left sends this. */
const endSession = (token: string) =>
  createClient('/api/v1', {
    headers: () => ({ authorization: `Bearer ${token}` }),
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  })('POST /consumer/logout').catch(() => undefined)
