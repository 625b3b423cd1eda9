import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

const KEY = 'wanted'

/**
 * A tab that was open during a deploy asks for scripts that are gone. The router then reloads the page on the screen, which brings the
 * new scripts; this brings the visitor to where the click would have led. Once: what fails again is left as the server drew it.
 */
export function useStaleTab() {
  const { location } = useNavigation()
  const wanted = location && location.pathname + location.search
  const latest = useRef(wanted)
  useEffect(() => {
    latest.current = wanted
  }, [wanted])
  useEffect(() => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { from: string; to: string } | null
      sessionStorage.removeItem(KEY)
      if (kept?.from === window.location.href) window.location.assign(new URL(kept.to, window.location.origin))
    } catch {
      // Storage is switched off: one more click does it.
    }
    const note = () => {
      try {
        if (latest.current) sessionStorage.setItem(KEY, JSON.stringify({ from: window.location.href, to: latest.current }))
      } catch {
        // As above.
      }
    }
    window.addEventListener('pagehide', note)
    return () => window.removeEventListener('pagehide', note)
  }, [])
}
