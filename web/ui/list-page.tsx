import { startTransition, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { LIST_PART } from '#contract/constants.ts'

/** How high each part of a list and each of its items was when it was last drawn, so that who comes back finds the place that was left. */
const heights = new WeakMap<object, { part: number; items: number[] }>()
/** A part is drawn while it is within this much of the viewport, so that nobody sees it come. */
const MARGIN = '150% 0px'

const parts = new WeakMap<object, unknown[][]>()
/** The same parts of the same items each time. */
function splitItems<T>(items: T[]): T[][] {
  let split = parts.get(items) as T[][] | undefined
  if (!split) {
    split = Array.from({ length: Math.ceil(items.length / LIST_PART) }, (_, index) =>
      items.slice(index * LIST_PART, (index + 1) * LIST_PART),
    )
    parts.set(items, split)
  }
  return split
}

type Item = { id: string }
type Props<T extends Item> = { items: T[]; children: (items: T[]) => ReactNode }

/** One page of a long list, drawn by `children` in small parts. Far from the viewport only their heights are left, so the document stays light however long the list grows. */
export const ListPage = <T extends Item>({ items, children }: Props<T>) =>
  splitItems(items).map((part) => (
    <ListPart key={part[0]?.id} items={part}>
      {children}
    </ListPart>
  ))

function ListPart<T extends Item>({ items, children }: Props<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [height, setHeight] = useState(() => heights.get(items)?.part)
  const isDrawn = height === undefined
  useLayoutEffect(() => {
    if (isDrawn) giveHeights(list.current!, heights.get(items)?.items)
  }, [items, isDrawn])
  useLayoutEffect(() => {
    const element = list.current!
    const leave = () => {
      if (element.hasChildNodes()) heights.set(items, measure(element))
    }
    const stop = watchPart(element, ({ isIntersecting }) => {
      if (isIntersecting || element.contains(document.activeElement)) return startTransition(() => setHeight(undefined))
      leave()
      setHeight(heights.get(items)?.part)
    })
    return () => {
      stop()
      leave()
    }
  }, [items])
  return (
    <ul ref={list} className="cards" style={isDrawn ? undefined : { height }}>
      {isDrawn && children(items)}
    </ul>
  )
}

type Look = (entry: IntersectionObserverEntry) => void
const looks = new WeakMap<Element, Look>()
let observer: IntersectionObserver | undefined
/** One observer for all parts: hundreds would be asked again with every step of a scroll. */
const openObserver = () =>
  new IntersectionObserver((entries) => entries.forEach((entry) => looks.get(entry.target)?.(entry)), { rootMargin: MARGIN })

/** Tells whenever a part comes near the viewport or leaves it. */
function watchPart(element: Element, look: Look) {
  const watching = (observer ??= openObserver())
  looks.set(element, look)
  // What held the focus is looked at again once it has lost it.
  const lookAgain = () => {
    watching.unobserve(element)
    watching.observe(element)
  }
  lookAgain()
  element.addEventListener('focusout', lookAgain)
  return () => {
    element.removeEventListener('focusout', lookAgain)
    watching.unobserve(element)
  }
}

const measure = (list: Element) => ({
  part: list.getBoundingClientRect().height,
  items: [...list.children].map((item) => item.getBoundingClientRect().height),
})

/** Items far from the screen are not laid out (card.css): each counts as high as it was, instead of as high as most are. */
function giveHeights(list: Element, known: number[] | undefined) {
  for (const [index, item] of [...list.children].entries())
    if (known?.[index]) (item as HTMLElement).style.containIntrinsicBlockSize = `auto ${known[index]}px`
}
