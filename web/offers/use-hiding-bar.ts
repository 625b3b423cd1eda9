import { useLayoutEffect, useRef, useState } from 'react'

import { moveSearchBar } from '#contract/search-bar.ts'

/** Lets the search bar slip away on the way down the list (#70). Answers the bar's ref, and whether it is hidden. */
export function useHidingBar() {
  const bar = useRef<HTMLFormElement>(null)
  const [isHidden, setIsHidden] = useState(false)
  // It ends with the element: what scrolls as a page is left is none of its business.
  useLayoutEffect(() => {
    const element = bar.current!
    let state = { anchor: window.scrollY, isHidden: false }
    const move = () => {
      const isHeld = element.contains(document.activeElement) || !isPassed(element)
      state = moveSearchBar(state, { y: window.scrollY, viewportHeight: window.innerHeight, isHeld })
      setIsHidden(state.isHidden)
    }
    window.addEventListener('scroll', move, { passive: true })
    element.addEventListener('focusin', move)
    return () => {
      window.removeEventListener('scroll', move)
      element.removeEventListener('focusin', move)
    }
  }, [])
  return { bar, isHidden }
}

/** Whether what follows the bar has moved up beneath the whole of it: before that its place is still in sight, and would be an empty one. */
const isPassed = (bar: Element) => bar.nextElementSibling!.getBoundingClientRect().top < parseFloat(getComputedStyle(bar).top) + 1
