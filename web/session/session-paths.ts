/** Which pages ask for a session, and where somebody is led who has one or has none. The page's first script goes by the same (web/frame/first-script.ts). */

/** Where a guest begins, and where somebody who is signed in does (#9, #23, #24). */
export const HOME = '/home'
export const LANDING = '/'
export const LOGIN = '/login'
/** Pages that are for somebody signed in (#12 to #15). */
export const PRIVATE = /^\/(home|profile|favorite-shops|liked-offers)\/?$/
/** Pages by which one signs in. A link of a mail works for somebody signed in as well: it carries `reset`. */
export const ENTRANCE = /^\/(login|register)\/?$/
export const RESET = 'reset'

export const isLanding = ({ pathname }: { pathname: string }) => pathname === LANDING
export const isPrivate = ({ pathname }: { pathname: string }) => PRIVATE.test(pathname)
export const isEntrance = ({ pathname, search }: { pathname: string; search: string }) =>
  ENTRANCE.test(pathname) && !new URLSearchParams(search).has(RESET)
