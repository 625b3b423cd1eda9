import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Goes to what an address points at, as the browser would have; what belongs to somebody is only drawn once the session is known. */
export function useHashTarget(isSessionKnown: boolean) {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash.length < 2 ? null : document.getElementById(hash.slice(1))
    if (!target && !isSessionKnown) return
    target?.scrollIntoView()
    // The frame gives the focus to a page that one comes to; then it goes on from there.
    const timer = setTimeout(() => target?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [isSessionKnown, hash])
}
