import { Fragment, startTransition, useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'

import { LIST_PART, SECTION_PAGES } from '#contract/constants.ts'

import { useAlive } from '#web/lib/use-alive.ts'

import { isOnScreen, layOutInTurn } from './lay-out-in-turn.ts'
import { useHeldPlace } from './use-held-place.ts'

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
type Page<T> = { data: T[] }
/** Whether an item has still a place in its list. */
type IsShown<T> = (item: T) => boolean
type PagesProps<T, P> = { pages: readonly P[]; isShown?: IsShown<T>; children: (page: P, number: number) => ReactNode }
const ALL = () => true

/**
 * A long list, page by page. Far from the viewport a whole section is one empty box: a document of thousands of cards is as light as one of hundreds.
 * Cards are equally high (card.css), so a box is as high as what it stands for by the number of its items alone.
 */
export function ListPages<T extends Item, P extends Page<T>>({ pages, isShown = ALL, children }: PagesProps<T, P>) {
  const list = useHeldPlace()
  return (
    <div ref={list}>
      {Array.from({ length: Math.ceil(pages.length / SECTION_PAGES) }, (_, index) => {
        const first = index * SECTION_PAGES
        const some = pages.slice(first, first + SECTION_PAGES)
        return (
          <ListSection
            key={some[0]!.data[0]?.id ?? index}
            count={some.reduce((sum, { data }) => sum + data.filter(isShown).length, 0)}
            isFollowed={first + SECTION_PAGES < pages.length}
          >
            {() => some.map((page, place) => <Fragment key={page.data[0]?.id ?? place}>{children(page, first + place)}</Fragment>)}
          </ListSection>
        )
      })}
    </div>
  )
}

type SectionProps = { count: number; isFollowed: boolean; children: () => ReactNode }

/**
 * Once another section follows it, the browser leaves it out of its layout where it is off the screen: hundreds of parts would be laid out, and looked
 * for under the pointer, one by one with each step of a scroll. Far away it is one empty box.
 */
function ListSection({ count, isFollowed, children }: SectionProps) {
  const section = useRef<HTMLDivElement>(null)
  const [isFar, setIsFar] = useState(false)
  useEffect(() => {
    if (isFollowed) return watchSections(section.current!, (isNear) => setIsFar(!isNear))
  }, [isFollowed])
  const isAway = isFollowed && isFar
  const kind = isAway ? 'away' : isFollowed ? 'followed' : undefined
  return (
    <div ref={section} className={kind ? `list-section ${kind}` : 'list-section'} style={kind && asHighAs(count)}>
      {!isAway && children()}
    </div>
  )
}

type Props<T extends Item> = { items: T[]; isTop: boolean; isShown?: IsShown<T>; children: (items: T[]) => ReactNode }

/**
 * One page of a long list, `isTop` the first of it, drawn by `children` in small parts. Far from the viewport only their heights are left, so the
 * document stays light however long the list grows.
 */
export const ListPage = <T extends Item>({ items, isTop, isShown = ALL, children }: Props<T>) =>
  splitItems(items).map((part, index) => (
    <ListPart key={part[0]?.id} items={part} isTop={isTop && index === 0} isFirstPart={index === 0} isShown={isShown}>
      {children}
    </ListPart>
  ))

/** What has been drawn before: who comes back to it finds the place that was left, and what is far from it stays away. */
const drawnBefore = new WeakSet<object>()

/**
 * The first part of a page that comes in is drawn with it, the others each by itself when they are near: all at once would hold up whoever scrolls.
 * The top of a list is drawn with it however often, for there one types: drawn once it is known to be on the screen, it would hold up a key.
 */
function ListPart<T extends Item>({ items, isTop, isFirstPart, isShown, children }: Required<Props<T>> & { isFirstPart: boolean }) {
  const shown = items.filter(isShown)
  const list = useRef<HTMLUListElement>(null)
  const isAlive = useAlive()
  const wasDrawn = useRef(false)
  // Only of a full one is known how high it is at any number of columns; there is one that is not in a list, its last.
  const isFull = items.length === LIST_PART
  const [isDrawn, setIsDrawn] = useState(() => !isAlive || !isFull || isTop || (isFirstPart && !drawnBefore.has(items)))
  useLayoutEffect(() => {
    if (!isDrawn) return
    const isNew = isAlive && !wasDrawn.current && !drawnBefore.has(items)
    wasDrawn.current = true
    drawnBefore.add(items)
    if (isNew) return layOutInTurn(list.current!, { isTop, isFirstPart })
  }, [items, isAlive, isDrawn, isTop, isFirstPart])
  useLayoutEffect(() => {
    // A list that was replaced as a whole may have put it on the screen: nobody sees it empty.
    if (!isDrawn && isOnScreen(list.current!)) setIsDrawn(true)
  }, [isDrawn])
  useEffect(() => {
    if (!isFull) return
    return watchParts(list.current!, setIsDrawn)
  }, [isFull])
  return (
    <ul ref={list} className={isDrawn ? 'cards' : 'cards away'} style={isDrawn ? undefined : asHighAs(shown.length)}>
      {isDrawn && children(shown)}
    </ul>
  )
}

/** As high as so many items (card.css). */
const asHighAs = (count: number) => ({ '--items': count }) as CSSProperties

/** `isNear` is also what is held by the focus. */
type Look = (isNear: boolean) => void
/** What comes near comes in between what fingers do; but where somebody jumped to nobody waits. */
function tell(look: Look, isNear: boolean, { top, bottom }: DOMRectReadOnly) {
  if (isNear && top < innerHeight && bottom > 0) look(true)
  else startTransition(() => look(isNear))
}

/** Tells whenever an element comes near the viewport or leaves it. One observer for all: hundreds would be asked again with every step of a scroll. */
function createWatch(rootMargin: string, listHeld: (focused: Element) => Element[]) {
  const looks = new WeakMap<Element, Look>()
  let observer: IntersectionObserver | undefined
  const open = () =>
    new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          const look = looks.get(target)
          if (look) tell(look, isIntersecting || isHeld(target), boundingClientRect)
        }
      },
      { rootMargin },
    )
  const isHeld = (element: Element) => listHeld(element).some((other) => other.contains(document.activeElement))
  return (element: Element, look: Look) => {
    const watching = (observer ??= open())
    looks.set(element, look)
    watching.observe(element)
    // What the focus held is looked at again once it has gone.
    const lookAgain = () => {
      for (const held of listHeld(element).filter((other) => looks.has(other))) {
        watching.unobserve(held)
        watching.observe(held)
      }
    }
    element.addEventListener('focusout', lookAgain)
    return () => {
      element.removeEventListener('focusout', lookAgain)
      watching.unobserve(element)
      looks.delete(element)
    }
  }
}
/** A part that has the focus holds those beside it as well: Tab leads there. */
const watchParts = createWatch(MARGIN.part, (part) =>
  [part.previousElementSibling, part, part.nextElementSibling].filter((near) => near !== null),
)
const watchSections = createWatch(MARGIN.section, (section) => [section])
