/** How long a card fades, and how long those behind it take to close the gap, in milliseconds: tokens.css has them as --fast and --calm. */
const FADE = 120
const SLIDE = 220
const OUT = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

/**
 * Takes a card out of a list: it fades, those behind it close the gap, and whoever was on it goes on at the next, or at the heading behind the
 * last. Nothing moves under `prefers-reduced-motion`.
 */
export async function foldCard(card: HTMLElement | null, takeOut: () => Promise<void>, heading: HTMLElement | null) {
  if (!card) return takeOut()
  const hadFocus = card.contains(document.activeElement)
  const goOn = (hadFocus && (findNext(card) ?? heading)) || undefined
  goOn?.focus({ preventScroll: true })
  card.inert = true
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!isStill) {
    card.animate({ opacity: [1, 0], scale: [1, 0.96] }, { duration: FADE, easing: OUT, fill: 'forwards' })
    await new Promise((resolve) => setTimeout(resolve, FADE))
  }
  const before = isStill ? new Map<Element, DOMRect>() : measureBehind(card)
  // Heard after the page has been drawn without it, and before anybody sees that.
  const observer = new MutationObserver(() => {
    if (card.isConnected) return
    observer.disconnect()
    slide(before)
    goOn?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await takeOut()
}

const removalOf = (card: Element | null) => card?.querySelector<HTMLElement>('.remove') ?? undefined
const siblings = (card: Element, step: 'nextElementSibling' | 'previousElementSibling') => {
  const found: Element[] = []
  for (let other = card[step]; other; other = other[step]) found.push(other)
  return found
}

/** The button of the next card that stays, or else of the one before. */
const findNext = (card: HTMLElement) =>
  [...siblings(card, 'nextElementSibling'), ...siblings(card, 'previousElementSibling')]
    .filter((other) => other instanceof HTMLElement && !other.inert)
    .map(removalOf)
    .find((button) => button !== undefined)

const measureBehind = (card: HTMLElement) =>
  new Map(siblings(card, 'nextElementSibling').map((other) => [other, other.getBoundingClientRect()]))

/** Lets what has been moved come from where it was, as far as it can be seen. */
function slide(before: Map<Element, DOMRect>) {
  for (const [card, was] of before) {
    const is = card.getBoundingClientRect()
    const isSeen = is.top < innerHeight && was.bottom > 0
    const [x, y] = [was.left - is.left, was.top - is.top]
    if (card.isConnected && isSeen && (x !== 0 || y !== 0))
      card.animate({ translate: [`${x}px ${y}px`, '0 0'] }, { duration: SLIDE, easing: OUT })
  }
}
