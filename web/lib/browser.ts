/** The browser's one API client and one query client. Nothing here may be used while a page is rendered on the server. */
import type { Api, CallName } from '#contract/calls.ts'
import { createClient } from '#contract/client.ts'

import { clearSession, getSession, useSession } from '#web/session/session-store.ts'

import { learnServerTime } from './clock.tsx'
import { isAppError } from './failure.ts'
import { createQueryClient } from './query-client.ts'

/** Every answer tells the server's time, and with it how wrong the clock of this device is. */
const fetchAndLearnTime: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  learnServerTime(Date.parse(response.headers.get('date') ?? ''))
  return response
}

/** Whoever is signed in says so with every call (#206). */
const sayWho = (): Record<string, string> => {
  const { token } = getSession()
  return token ? { authorization: `Bearer ${token}` } : {}
}

/** The calls as they are: a 401 is for whoever asked to make sense of. */
export const bareApi = createClient('/api/v1', { fetch: fetchAndLearnTime, headers: sayWho })

/** Their 401 is an answer to what was typed, with words of its own (D-02). */
const OWN_MESSAGE: ReadonlySet<CallName> = new Set(['POST /consumer/signin', 'POST /consumer/signup'])
/** Heard by the frame, which leads to the sign-in page and back. */
export const SESSION_REFUSED = 'session-refused'

export const browserApi: Api = async (name, input, options) => {
  const { token } = getSession()
  try {
    return await bareApi(name, input, options)
  } catch (error) {
    if (!OWN_MESSAGE.has(name)) endRefusedSession(token, error)
    throw error
  }
}

/**
 * A 401 ends the session that the call was made with, and leads to the sign-in page. Of a burst of calls the first does it; those that
 * come late speak of a session that is over already, and must not end the next one.
 */
export function endRefusedSession(token: string | null, error: unknown) {
  if (!isAppError(error) || error.status !== 401 || getSession().token !== token) return
  clearSession(error.message)
  window.dispatchEvent(new Event(SESSION_REFUSED))
}

export const browserQueries = createQueryClient(browserApi)

// What was private to somebody is forgotten with the session, also where another tab ends it.
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) browserQueries.removeQueries({ queryKey: ['consumer'] })
})
