import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Where lists were left, by the step of the history: how wide they were, and how far down the line was. */
const left = new Map<string, { width: number; share: number }>()

/**
 * Keeps a long list where it is when the window is turned, or made wider or narrower, also while one was on another page: what was a third of the way
 * down the screen is there again. A browser loses the place, for all of a list changes its height. Answers the list's ref.
 */
export function useHeldPlace() {
  const { key } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current!
    /** `share`: how far down the list the line is. All of its rows are equally high, so the same share of it is the same item at any width. */
    let { width, share } = left.get(key) ?? { width: element.clientWidth, share: 0 }
    const note = () => {
      if (element.clientWidth !== width) return
      const { top, height } = element.getBoundingClientRect()
      share = (lineOf() - top) / height
      left.set(key, { width, share })
    }
    const observer = new ResizeObserver(() => {
      // It is told as well that the list has gone.
      if (!element.isConnected) return
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
  }, [key])
  return list
}

const lineOf = () => window.innerHeight / 3
