import { useLayoutEffect, useRef } from 'react'

/** Where the focus may go on, looked for while what loses it is still there. */
export type Heirs = readonly ((gone: Element) => Element | null | undefined)[]

/** From a row that goes to the button of the next, or of the one before it. */
export const TO_NEXT_ROW: Heirs = [
  (gone) => gone.closest('li')?.nextElementSibling?.querySelector('button'),
  (gone) => gone.closest('li')?.previousElementSibling?.querySelector('button'),
]

/**
 * A `ref`: when what has the focus goes away, the first of its heirs that stays gets it, instead of the top of the page. The page stands still: somebody may
 * have scrolled on. `heirs` is a constant, for the effect depends on it.
 */
export function usePassedFocus<E extends HTMLElement>(heirs: Heirs) {
  const ref = useRef<E>(null)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element || document.activeElement !== element) return
      const { parentElement } = element
      const found = heirs.map((find) => find(element))
      queueMicrotask(() => {
        if (element.isConnected) return
        const heir = found.find((one) => one?.isConnected) as HTMLElement | undefined
        heir?.focus({ preventScroll: true })
        // A row may be wider than its window.
        if (heir?.parentElement === parentElement) heir?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      })
    }
  }, [heirs])
  return ref
}
