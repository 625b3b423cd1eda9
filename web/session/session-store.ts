/**
 * Who is signed in, in this browser: one small store that outlives the page. The server knows nothing of it and renders every page as for
 * a guest (D-58); so does the first drawing in the browser (`useSession` answers nobody until then), and right after it the session is there.
 *
 * Queries of what is private to somebody have keys that begin with 'consumer'; they are forgotten when the session ends (web/lib/browser.ts).
 */
import { create } from 'zustand'

import type { Consumer } from '#contract/consumer.ts'

import { findStorage } from '#web/lib/find-storage.ts'

import { readSession, removeSession, SESSION_KEY, writeSession, type StoredSession } from './stored-session.ts'

/** `isLoading` and `error` speak of a sign-in that is under way, or why there is no session any more; they are not stored. */
export type SessionState = StoredSession & { isLoading: boolean; error: string | null }

const NOBODY: SessionState = {
  user: null,
  token: null,
  likedOffers: [],
  likedShops: [],
  isAuthenticated: false,
  isLoading: false,
  error: null,
}

/** `useSession((session) => session.user)`. Its state is changed by the functions below. */
export const useSession = create<SessionState>(() => NOBODY)
export const getSession = useSession.getState
export const isSignedIn = () => getSession().isAuthenticated

/** Somebody has signed in. */
export function setSession({ token, user }: { token: string; user: Consumer }) {
  keep({ token, user, ...likesOf(user), isAuthenticated: true, isLoading: false, error: null })
}

let changesOfLikes = 0
/** Stands for the likes as they are noted here now. Taken before a profile is asked for, it tells `updateUser` whether they have changed since. */
export const likesMark = () => changesOfLikes

/**
 * The server has told how the profile is now. Of nobody, and of somebody else than is signed in, there is nothing to note; nor of its likes
 * where newer ones have been noted since it was asked for, at `mark`.
 */
export function updateUser(user: Consumer, mark = changesOfLikes) {
  if (getSession().user?.id === user.id) keep({ user, ...(mark === changesOfLikes && likesOf(user)) })
}

/** What a server in the field may leave out is as it was, for the same person. */
function likesOf({ id, likedOffers, likedShops }: Consumer): Pick<StoredSession, 'likedOffers' | 'likedShops'> {
  const before = getSession().user?.id === id ? getSession() : NOBODY
  return { likedOffers: likedOffers ?? before.likedOffers, likedShops: likedShops ?? before.likedShops }
}

/** The server has taken a like, or its taking back: the list here changes after it, never before (#158). */
export function noteLike(list: 'likedOffers' | 'likedShops', id: string, isLiked: boolean) {
  if (!isSignedIn()) return
  changesOfLikes += 1
  // Another tab may have noted something a moment ago.
  const storage = findStorage()
  const stored = storage && readSession(storage).session
  const known = stored?.user?.id === getSession().user?.id ? stored : undefined
  const others = (known ?? getSession())[list].filter((other) => other !== id)
  keep({ [list]: isLiked ? [id, ...others] : others })
}

/** The same session under a fresh token. */
export function renewToken(token: string) {
  if (isSignedIn()) keep({ token })
}

/**
 * Nobody is signed in any more. `error` says why, where it was not wished for, and then the frame leads away from a private page; without
 * it whoever calls this does.
 */
export function clearSession(error: string | null = null) {
  removeSession(findStorage())
  useSession.setState({ ...NOBODY, error })
}

function keep(change: Partial<SessionState>) {
  useSession.setState((before) => withOneList({ ...before, ...change }))
  writeSession(findStorage(), getSession())
}

/** Likes stand in the lists of the session, and nothing asks `user` for them. Of that only the shops are kept as well, as written (#160). */
function withOneList<T extends StoredSession>(session: T): T {
  const { user, likedShops } = session
  if (!user || (user.likedShops === likedShops && user.likedOffers === undefined)) return session
  const { likedOffers: _, ...others } = user
  return { ...session, user: { ...others, likedShops } as Consumer }
}

/** Takes over what is stored: by this browser earlier, or by another tab just now. Where there is no storage, the page's own session is the only one. */
function adopt() {
  const storage = findStorage()
  if (!storage) return undefined
  const { session, error } = readSession(storage)
  const wasIn = document.documentElement.dataset['session'] === 'consumer'
  changesOfLikes += 1
  useSession.setState(
    session ? { ...withOneList(session), error: null } : { ...NOBODY, error: error ?? (wasIn ? 'You have been signed out.' : null) },
  )
  return session
}

if (typeof window !== 'undefined') {
  // The page's style picks by this mark what is for guests; before the first drawing the page's own script has set it.
  useSession.subscribe(({ isAuthenticated }) => {
    document.documentElement.dataset['session'] = isAuthenticated ? 'consumer' : 'guest'
  })
  // Remains of a session that is none go away (#141).
  if (!adopt()) removeSession(findStorage())
  window.addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) adopt()
  })
  // A page that the browser has held still, and brings back, has heard of nothing.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) adopt()
  })
}
