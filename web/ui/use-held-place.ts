import { useEffect, useRef } from 'react'

/**
 * Keeps a long list where it is when the window is turned, or made wider or narrower: what was a third of the way down the screen is there again.
 * A browser loses the place, for all of a list changes its height. Answers the list's ref.
 */
export function useHeldPlace() {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current!
    let width = element.clientWidth
    /** How far down the list that is: all of its rows are equally high, so the same share of it is the same item at any width. */
    let share = 0
    const note = () => {
      if (element.clientWidth !== width) return
      const { top, height } = element.getBoundingClientRect()
      share = (lineOf() - top) / height
    }
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width) {
        width = element.clientWidth
        const { top, height } = element.getBoundingClientRect()
        if (share > 0 && share < 1) window.scrollBy({ top: top + share * height - lineOf(), behavior: 'instant' })
      }
      note()
    })
    observer.observe(element)
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', note)
    }
  }, [])
  return list
}

const lineOf = () => window.innerHeight / 3
