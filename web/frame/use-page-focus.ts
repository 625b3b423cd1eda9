import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Where whoever reads by ear or by keyboard goes on when another page shows: at its beginning, or, on the way back, at the link that led
 * away. Nothing scrolls for it. Answers the ref of the page's main part.
 */
export function usePageFocus() {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    const before = shown.current
    shown.current = pathname
    if (before === pathname || !main.current) return
    const left = isBack ? [...main.current.querySelectorAll('a')].find((link) => link.pathname === before) : undefined
    ;(left ?? main.current).focus({ preventScroll: true })
  }, [pathname, isBack])
  return main
}
