import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { loadLaterStyles } from '#web/lib/load-later-styles.ts'
import later from '#web/styles/later.css?url'

/** Pages that strangers come to first. */
const COMES_FIRST = /^\/($|offers\/|shops\/)/

/**
 * What pages wear besides: where strangers come to first it would stand between them and the first picture, so it is fetched once the page
 * is alive. A page that names it is not drawn before it is there.
 */
export function LaterStyles() {
  const { pathname } = useLocation()
  useEffect(() => void loadLaterStyles().catch(() => undefined), [])
  return COMES_FIRST.test(pathname) ? null : <link rel="stylesheet" href={later} precedence="default" />
}
