import { useEffect, useRef, useState } from 'react'

import { moveSearchBar } from '#contract/search-bar.ts'

/** Lets the search bar slip away on the way down the list (#70). Answers the bar's ref, and whether it is hidden. */
export function useHidingBar() {
  const bar = useRef<HTMLFormElement>(null)
  const [isHidden, setIsHidden] = useState(false)
  useEffect(() => {
    let state = { anchor: window.scrollY, isHidden: false }
    const move = () => {
      const hasFocus = bar.current?.contains(document.activeElement) === true
      state = moveSearchBar(state, { y: window.scrollY, viewportHeight: window.innerHeight, hasFocus })
      setIsHidden(state.isHidden)
    }
    const element = bar.current
    window.addEventListener('scroll', move, { passive: true })
    element?.addEventListener('focusin', move)
    return () => {
      window.removeEventListener('scroll', move)
      element?.removeEventListener('focusin', move)
    }
  }, [])
  return { bar, isHidden }
}
