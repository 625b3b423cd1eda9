import { Link, useLocation, type LinkProps } from 'react-router'

import { HOME, LANDING } from '#web/session/session-paths.ts'

/** The way home: the front page, which leads on whoever is signed in (D-12). It is the page one is on in both cases. */
export function HomeLink(props: Omit<LinkProps, 'to'>) {
  const { pathname } = useLocation()
  const isHere = pathname === LANDING || pathname === HOME
  return <Link {...props} to="/" {...(isHere && { 'aria-current': 'page' as const })} />
}
