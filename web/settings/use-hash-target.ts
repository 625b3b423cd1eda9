import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** What an address points at may only be drawn once the session is known: then it is gone to, as the browser would have. */
export function useHashTarget(isKnown: boolean) {
  const { hash } = useLocation()
  useEffect(() => {
    if (!isKnown || hash.length < 2) return
    const target = document.getElementById(hash.slice(1))
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [isKnown, hash])
}
