import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'

/** How high each page of a list was when it was last seen, so that who comes back finds a list as long as it was. */
const heights = new WeakMap<object, number>()
/** A page is drawn while it is within this much of the viewport, so that nobody sees it come. */
const MARGIN = '150% 0px'

/**
 * One page of a long list. Far from the viewport only its height is left, so the document stays light however long the list grows.
 * `of` is the page's data, `children` draws its items.
 */
export function ListPage({ of, children }: { of: object; children: () => ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const [height, setHeight] = useState(() => heights.get(of))
  useEffect(() => {
    const element = list.current!
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)!
        if (entry.isIntersecting || element.contains(document.activeElement)) return startTransition(() => setHeight(undefined))
        const seen = entry.boundingClientRect.height
        heights.set(of, seen)
        setHeight(seen)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return (
    <ul ref={list} className="cards" style={height === undefined ? undefined : { height }}>
      {height === undefined && children()}
    </ul>
  )
}
