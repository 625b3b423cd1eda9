/**
 * How the session lies in the browser's storage: `auth-storage` in the form of zustand's persist is the truth, `token` and `user` are mirrors
 * that are written with it (D-29).
 */
import type { Consumer } from '#contract/consumer.ts'
import { errors } from '#contract/errors.ts'
import { readTokenId } from '#contract/session-token.ts'

export const SESSION_KEY = 'auth-storage'
/** What has been opened in this browser (web/interactions/click-throttle.ts): it goes with a session, and a guest's stays. */
export const CLICKS_KEY = 'clicks'
const MIRRORS = { token: 'token', user: 'user' } as const
/** Copies of answers (web/lib/browser-cache.ts), and of other editions. Those that belong to one person carry that person's id behind a colon (D-51). */
const CACHE = /^(offers|shops|recommended-offers)-cache(:|$)/
export const PERSONAL_CACHE = /^(offers|shops|recommended-offers)-cache:/

export type StoredSession = {
  user: Consumer | null
  token: string | null
  likedOffers: string[]
  likedShops: string[]
  isAuthenticated: boolean
}

/** What is stored, as far as all of it makes sense together: half a session is none (#144). `error` is what a token deserves to be told that cannot be read. */
export function readSession(storage: Pick<Storage, 'getItem'>): { session: StoredSession | undefined; error: string | null } {
  try {
    const { state } = JSON.parse(storage.getItem(SESSION_KEY) ?? '{}') as { state?: Partial<StoredSession> }
    if (!state?.isAuthenticated || typeof state.token !== 'string' || !isConsumer(state.user)) return { session: undefined, error: null }
    const { user, token } = state
    const id = readTokenId(token)
    if (id !== user.id) return { session: undefined, error: id === undefined ? errors.invalid_token[1] : null }
    const [likedOffers, likedShops] = [listIds(state.likedOffers), listIds(state.likedShops)]
    return { session: { user, token, likedOffers, likedShops, isAuthenticated: true }, error: null }
  } catch {
    return { session: undefined, error: null }
  }
}

/** Keeps a session. Where there is no room, copies of answers give way to it; without any storage it holds until the page is left. */
export function writeSession(storage: Storage | undefined, session: StoredSession) {
  if (!storage) return
  try {
    writeItems(storage, session)
  } catch {
    try {
      removeKeys(storage, CACHE)
      writeItems(storage, session)
    } catch {
      // Half of it is worse than nothing: another tab would read it.
      removeSession(storage)
    }
  }
}

function writeItems(storage: Storage, { user, token, likedOffers, likedShops, isAuthenticated }: StoredSession) {
  storage.setItem(SESSION_KEY, JSON.stringify({ state: { user, token, likedOffers, likedShops, isAuthenticated }, version: 0 }))
  storage.setItem(MIRRORS.token, token ?? '')
  storage.setItem(MIRRORS.user, JSON.stringify(user))
}

/** Takes away all that is somebody's. */
export function removeSession(storage: Storage | undefined) {
  try {
    if (!storage) return
    if (storage.getItem(SESSION_KEY) !== null) storage.removeItem(CLICKS_KEY)
    for (const key of [SESSION_KEY, ...Object.values(MIRRORS)]) storage.removeItem(key)
    removeKeys(storage, PERSONAL_CACHE)
  } catch {
    // Switched off while the page was open: there is nothing then.
  }
}

function removeKeys(storage: Storage, pattern: RegExp) {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '')
  for (const key of keys) if (pattern.test(key)) storage.removeItem(key)
}

/** As much of a shopper as every page relies on. What else is missing comes with the next answer of the server. */
function isConsumer(user: unknown): user is Consumer {
  const { id, name, email } = (user ?? {}) as Partial<Consumer>
  return [id, name, email].every((text) => typeof text === 'string') && id !== ''
}

const listIds = (ids: unknown) => (Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
