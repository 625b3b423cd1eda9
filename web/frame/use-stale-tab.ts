import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

import { isPlainPress } from '#web/lib/is-plain-press.ts'

const KEY = 'wanted'

/** The link of ours that a plain click follows in this tab. */
function linkOf(event: MouseEvent) {
  const { target } = event
  if (!isPlainPress(event) || !(target instanceof Element)) return undefined
  const link = target.closest<HTMLAnchorElement>('a[href]')
  return link && link.origin === window.location.origin && !link.target && !link.download ? link.href : undefined
}

/**
 * A tab that was open during a deploy asks for scripts that are gone. The router then reloads the page on the screen, which brings the
 * new scripts; this brings the visitor to where the click would have led. Once: what fails again is left as the server drew it. The click
 * itself is heard, for the reload may come before anything is drawn that knows of it.
 */
export function useStaleTab() {
  const { key } = useLocation()
  const shown = useRef(key)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    // The click has led somewhere.
    if (shown.current !== key) wanted.current = undefined
    shown.current = key
  }, [key])
  useEffect(() => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { from: string; to: string } | null
      sessionStorage.removeItem(KEY)
      if (kept?.from === window.location.href) window.location.assign(kept.to)
    } catch {
      // Storage is switched off: one more click does it.
    }
    const hear = (event: MouseEvent) => {
      wanted.current = linkOf(event)
    }
    const note = () => {
      try {
        if (wanted.current) sessionStorage.setItem(KEY, JSON.stringify({ from: window.location.href, to: wanted.current }))
      } catch {
        // As above.
      }
    }
    document.addEventListener('click', hear, { capture: true })
    window.addEventListener('pagehide', note)
    return () => {
      document.removeEventListener('click', hear, { capture: true })
      window.removeEventListener('pagehide', note)
    }
  }, [])
}
