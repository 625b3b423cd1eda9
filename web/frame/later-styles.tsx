import { useEffect } from 'react'
import { useLocation } from 'react-router'

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

let loading: Promise<void> | undefined

/** Resolves once they are worn: a dialog or a toast waits for it. Rejects where they cannot be fetched; the next one tries again. */
export function loadLaterStyles(): Promise<void> {
  if (!loading && document.querySelector(`link[rel=stylesheet][href="${later}"]`)) loading = Promise.resolve()
  loading ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = later
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      loading = undefined
      reject(new Error(later))
    }
    document.head.append(link)
  })
  return loading
}
