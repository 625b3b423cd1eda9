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
  /** Those that were begun here and have not ended. */
  const glides = useRef(0)

  const show = useCallback(
    (next: number) => {
      const wrapped = (next + count) % count
      setIndex(wrapped)
      glides.current += 1
      track.current?.scrollTo({ left: leftOf(track.current, wrapped), behavior: isStill() ? 'instant' : 'smooth' })
    },
    [track, count],
  )
  useEffect(() => {
    if (count < 2 || isPaused || isLookedAt || isStill()) return
    const timer = setTimeout(() => show(index + 1), CAROUSEL.interval)
    return () => clearTimeout(timer)
  }, [count, index, isPaused, isLookedAt, show])

  /** By finger or by wheel: once the row stands still the dots follow. The end of a glide that another one has followed says nothing. */
  const onScrollEnd = () => {
    const row = track.current
    if (!row) return
    const distances = Array.from({ length: count }, (_, slide) => Math.abs(row.scrollLeft - leftOf(row, slide)))
    const isThere = distances[index]! < 8
    glides.current = isThere ? 0 : Math.max(0, glides.current - 1)
    if (!isThere && glides.current === 0) setIndex(distances.indexOf(Math.min(...distances)))
  }
  const follow = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(follow.current), [])
  /** Where the browser does not say when it stands still (Safari before 26.2). */
  const onScroll = () => {
    clearTimeout(follow.current)
    if (!('onscrollend' in window)) follow.current = setTimeout(onScrollEnd, 150)
  }
  return { index, show, isPaused, setIsPaused, onScroll, onScrollEnd }
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
