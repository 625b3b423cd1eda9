import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

import { CAROUSEL } from '#contract/constants.ts'

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * A row that is scrolled sideways, and moves on by itself every five seconds until somebody looks closer: the pointer is over it, focus is
 * in it, or the button says so. Under reduced motion it stands still, and jumps when asked (D-31).
 */
export function useCarousel(track: RefObject<HTMLUListElement | null>, count: number, isLookedAt: boolean) {
  const [index, setIndex] = useState(0)
  const [isPaused, setIsPaused] = useState(false)

  const show = useCallback(
    (next: number) => {
      const wrapped = (next + count) % count
      setIndex(wrapped)
      track.current?.scrollTo({ left: leftOf(track.current, wrapped), behavior: isStill() ? 'instant' : 'smooth' })
    },
    [track, count],
  )
  useEffect(() => {
    if (count < 2 || isPaused || isLookedAt || isStill()) return
    const timer = setTimeout(() => show(index + 1), CAROUSEL.interval)
    return () => clearTimeout(timer)
  }, [count, index, isPaused, isLookedAt, show])

  /** By finger or by wheel: the dots follow. */
  const follow = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(follow.current), [])
  const onScroll = () => {
    clearTimeout(follow.current)
    follow.current = setTimeout(() => {
      const row = track.current
      if (!row || Math.abs(row.scrollLeft - leftOf(row, index)) < 8) return
      const distances = Array.from({ length: count }, (_, slide) => Math.abs(row.scrollLeft - leftOf(row, slide)))
      setIndex(distances.indexOf(Math.min(...distances)))
    }, 150)
  }
  return { index, show, isPaused, setIsPaused, onScroll }
}

/** Whether the pointer is over a part of the page, or focus is in it. */
export function useIsLookedAt(part: RefObject<HTMLElement | null>) {
  const [isOver, setIsOver] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  useEffect(() => {
    const element = part.current
    if (!element) return
    const stop = new AbortController()
    const on = (name: keyof HTMLElementEventMap, run: () => void) => element.addEventListener(name, run, { signal: stop.signal })
    on('pointerenter', () => setIsOver(true))
    on('pointerleave', () => setIsOver(false))
    on('focusin', () => setHasFocus(true))
    on('focusout', () => setHasFocus(false))
    return () => stop.abort()
  }, [part])
  return isOver || hasFocus
}

/** How far the row has to be scrolled for a slide to stand at its beginning, or as near to it as it goes. */
function leftOf(row: HTMLElement, slide: number) {
  const first = row.children[0] as HTMLElement
  const item = row.children[slide] as HTMLElement
  return Math.min(item.offsetLeft - first.offsetLeft, row.scrollWidth - row.clientWidth)
}
