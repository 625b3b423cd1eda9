import { useEffect } from 'react'
import { preinit } from 'react-dom'
import { useLocation } from 'react-router'

import later from '#web/styles/later.css?url'

/** Pages that strangers come to first. */
const COMES_FIRST = /^\/($|offers\/|shops\/)/

/**
 * What pages wear besides: where strangers come to first it would stand between them and the first picture, so it is fetched once the page
 * is alive, before anybody can press what needs it. React draws no page that names it before it is there.
 */
export function LaterStyles() {
  const { pathname } = useLocation()
  useEffect(() => preinit(later, { as: 'style' }), [])
  return COMES_FIRST.test(pathname) ? null : <link rel="stylesheet" href={later} precedence="default" />
}
