/** When the new items of a long list are laid out. */

/** So long nobody types any more, in milliseconds, before what is below the top of a list is laid out: the next letter brings another list. */
const QUIET = 300

/**
 * What is new is laid out at once where it is on the screen, and the rest one by one, each between two frames: all of it, or one together with the
 * frame that paints it, holds up whoever scrolls a slow device. At the top of a list it waits until nobody types, or until more of it may be seen.
 */
export function layOutInTurn(list: Element, { isTop, isFirstPart }: { isTop: boolean; isFirstPart: boolean }) {
  let waiting = [...list.children] as HTMLElement[]
  // What is hidden takes no focus, and the first of a page may get it.
  for (const { style } of isFirstPart ? waiting.slice(1) : waiting) style.contentVisibility = 'hidden'
  const listSeen = () => (isOnScreen(list) ? waiting.filter(isOnScreen) : [])
  const layOut = (items: HTMLElement[]) => {
    waiting = waiting.filter((item) => !items.includes(item))
    for (const { style } of items) style.contentVisibility = ''
    // To say where a part of it is, the browser lays it out, also where it is left out (card.css).
    for (const item of items) item.lastElementChild?.getBoundingClientRect()
  }
  layOut(listSeen())
  let frame = 0
  let turn: ReturnType<typeof setTimeout> | undefined
  const layOutNext = () => {
    if (waiting.length === 0) return
    // Whoever has come here since sees it first.
    const seen = listSeen()
    layOut(seen.length > 0 ? seen : waiting.slice(0, 1))
    wait()
  }
  const wait = () => {
    frame = requestAnimationFrame(() => (turn = setTimeout(layOutNext)))
  }
  const stopWaiting = () => {
    window.removeEventListener('scroll', begin)
    window.removeEventListener('resize', begin)
  }
  const begin = () => {
    stopWaiting()
    clearTimeout(turn)
    wait()
  }
  if (isTop) {
    turn = setTimeout(begin, QUIET)
    window.addEventListener('scroll', begin, { passive: true })
    window.addEventListener('resize', begin)
  } else wait()
  return () => {
    stopWaiting()
    cancelAnimationFrame(frame)
    clearTimeout(turn)
    for (const { style } of waiting) style.contentVisibility = ''
  }
}

export function isOnScreen(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}
