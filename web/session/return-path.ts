/**
 * Where somebody was, or wanted to be, when they went to sign in (#21). Kept for the tab, so that the address of the sign-in page stays
 * plain and nobody can write a way into a link.
 */
import { ENTRANCE, HOME, LANDING } from './session-paths.ts'

export const RETURN_KEY = 'return-path'

let remembered: string | undefined

export function rememberPath({ pathname, search, hash = '' }: { pathname: string; search: string; hash?: string }) {
  if (ENTRANCE.test(pathname)) return
  remembered = pathname + search + hash
  try {
    sessionStorage.setItem(RETURN_KEY, remembered)
  } catch {
    // Storage is switched off: this page remembers it by itself.
  }
}

/** The way back, once: `HOME` where there is none, or where it is the front page itself. */
export function takeReturnPath() {
  const path = remembered ?? readKept()
  forgetPath()
  return path && path !== LANDING && /^\/(?![/\\])/.test(path) ? path : HOME
}

export function forgetPath() {
  remembered = undefined
  try {
    sessionStorage.removeItem(RETURN_KEY)
  } catch {
    // As above.
  }
}

function readKept() {
  try {
    return sessionStorage.getItem(RETURN_KEY)
  } catch {
    return null
  }
}
