import { Fragment, startTransition, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { LIST_PART, SECTION_PAGES } from '#contract/constants.ts'

import { useAlive } from '#web/lib/use-alive.ts'

/** How high each part of a list and each of its items was when it was last drawn, so that who comes back finds the place that was left. */
const heights = new WeakMap<object, { part: number; items: number[] }>()
/** A part is drawn while it is within this much of the viewport, so that nobody sees it come; and its section well before. */
const MARGIN = { part: '150% 0px', section: '400% 0px' } as const

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
type Page = { data: Item[] }
type PagesProps<P extends Page> = { pages: readonly P[]; children: (page: P, number: number) => ReactNode }

/** A long list, page by page. Far from the viewport a whole section is one empty box: a document of thousands of cards is as light as one of hundreds. */
export const ListPages = <P extends Page>({ pages, children }: PagesProps<P>) =>
  Array.from({ length: Math.ceil(pages.length / SECTION_PAGES) }, (_, index) => {
    const first = index * SECTION_PAGES
    const some = pages.slice(first, first + SECTION_PAGES)
    return (
      <ListSection key={some[0]!.data[0]?.id ?? index} items={some[0]!.data} isFollowed={first + SECTION_PAGES < pages.length}>
        {() => some.map((page, place) => <Fragment key={page.data[0]?.id ?? place}>{children(page, first + place)}</Fragment>)}
      </ListSection>
    )
  })

type SectionProps = { items: Item[]; isFollowed: boolean; children: () => ReactNode }

/**
 * Once another section follows it, the browser leaves it out of its layout where it is off the screen: hundreds of parts would be laid out, and looked
 * for under the pointer, one by one with each step of a scroll. Far away it is one empty box.
 */
function ListSection({ items, isFollowed, children }: SectionProps) {
  const section = useRef<HTMLDivElement>(null)
  /** How high it was when it went far away, with these items. */
  const [away, setAway] = useState<{ items: Item[]; height: number }>()
  useLayoutEffect(() => {
    const element = section.current!
    element.style.contentVisibility = ''
    if (!isFollowed) return
    // Left out at once, it would have no height that the browser remembers, and what follows would jump.
    giveHeight(element, element.getBoundingClientRect().height)
    element.style.contentVisibility = 'auto'
    return watchSections(element, (isNear) => {
      const far = isNear ? undefined : { items, height: element.getBoundingClientRect().height }
      startTransition(() => setAway(far))
    })
  }, [items, isFollowed])
  const isAway = isFollowed && away?.items === items
  return (
    <div ref={section} className="list-section" style={isAway ? { height: away.height } : undefined}>
      {!isAway && children()}
    </div>
  )
}

type Props<T extends Item> = { items: T[]; children: (items: T[]) => ReactNode }

/** One page of a long list, drawn by `children` in small parts. Far from the viewport only their heights are left, so the document stays light however long the list grows. */
export const ListPage = <T extends Item>({ items, children }: Props<T>) =>
  splitItems(items).map((part, index) => (
    <ListPart key={part[0]?.id} items={part} isFirst={index === 0}>
      {children}
    </ListPart>
  ))

/** Of a part that was never drawn: as high as its items count before they are laid out (card.css). */
const UNSEEN = 'unseen'

/** The first part of a page that comes in is drawn with it, the others each by itself when they are near: all at once would hold up whoever scrolls. */
function ListPart<T extends Item>({ items, isFirst, children }: Props<T> & { isFirst: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  const isAlive = useAlive()
  const [height, setHeight] = useState(
    () => heights.get(items)?.part ?? (isAlive && !isFirst && items.length === LIST_PART ? UNSEEN : undefined),
  )
  const isDrawn = height === undefined
  const isNew = useRef(isAlive && !heights.has(items))
  useLayoutEffect(() => {
    if (!isDrawn || !isNew.current) return
    isNew.current = false
    return layOutInTurn(list.current!, isFirst)
  }, [isDrawn, isFirst])
  useLayoutEffect(() => {
    if (isDrawn) return giveHeights(list.current!, heights.get(items)?.items)
    // A list that was replaced as a whole may have put it on the screen: nobody sees it empty.
    if (height === UNSEEN && isOnScreen(list.current!)) setHeight(undefined)
  }, [items, isDrawn, height])
  useLayoutEffect(() => {
    const element = list.current!
    const leave = () => {
      if (element.hasChildNodes()) heights.set(items, measure(element))
    }
    const stop = watchParts(element, (isNear) => {
      if (isNear) return startTransition(() => setHeight(undefined))
      leave()
      setHeight((before) => heights.get(items)?.part ?? before)
    })
    return () => {
      stop()
      leave()
    }
  }, [items])
  return (
    <ul ref={list} className={height === UNSEEN ? 'cards unseen' : 'cards'} style={typeof height === 'number' ? { height } : undefined}>
      {isDrawn && children(items)}
    </ul>
  )
}

/**
 * What is new is laid out at once where it is on the screen, with what is above it, which would move it later, as is the first of a page, which may get
 * the focus; and the rest one by one, each between two frames: all of it, or one together with the frame that paints it, holds up whoever scrolls a slow device.
 */
function layOutInTurn(list: Element, isFirst: boolean) {
  let waiting = [...list.children] as HTMLElement[]
  for (const { style } of waiting) style.contentVisibility = 'hidden'
  const listDue = () => (isOnScreen(list) ? waiting.filter((item) => item.getBoundingClientRect().top < innerHeight) : [])
  const layOut = (items: HTMLElement[]) => {
    waiting = waiting.filter((item) => !items.includes(item))
    for (const { style } of items) style.contentVisibility = ''
    // To say where a part of it is, the browser lays it out, also where it is left out (card.css).
    for (const item of items) item.lastElementChild?.getBoundingClientRect()
  }
  const due = listDue()
  layOut(isFirst && due.length === 0 ? waiting.slice(0, 1) : due)
  let frame = 0
  let turn: ReturnType<typeof setTimeout> | undefined
  const layOutNext = () => {
    if (waiting.length === 0) return
    // Whoever has come here since sees it first.
    const seen = listDue()
    layOut(seen.length > 0 ? seen : waiting.slice(0, 1))
    wait()
  }
  const wait = () => {
    frame = requestAnimationFrame(() => (turn = setTimeout(layOutNext)))
  }
  wait()
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(turn)
    for (const { style } of waiting) style.contentVisibility = ''
  }
}

/** `isNear` is also what holds the focus. */
type Look = (isNear: boolean) => void

/** Tells whenever an element comes near the viewport or leaves it. One observer for all: hundreds would be asked again with every step of a scroll. */
function createWatch(rootMargin: string) {
  const looks = new WeakMap<Element, Look>()
  let observer: IntersectionObserver | undefined
  const open = () =>
    new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) looks.get(target)?.(isIntersecting || target.contains(document.activeElement))
      },
      { rootMargin },
    )
  return (element: Element, look: Look) => {
    const watching = (observer ??= open())
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
}
const watchParts = createWatch(MARGIN.part)
const watchSections = createWatch(MARGIN.section)

function isOnScreen(list: Element) {
  const { top, bottom } = list.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}

const measure = (list: Element) => ({
  part: list.getBoundingClientRect().height,
  items: [...list.children].map((item) => item.getBoundingClientRect().height),
})

/** What is far from the screen is not laid out (card.css): it counts as high as it was, instead of as high as most are. */
function giveHeight(element: HTMLElement, known: number | undefined) {
  if (known) element.style.containIntrinsicBlockSize = `auto ${known}px`
}
function giveHeights(list: Element, known: number[] | undefined) {
  for (const [index, item] of [...list.children].entries()) giveHeight(item as HTMLElement, known?.[index])
}
