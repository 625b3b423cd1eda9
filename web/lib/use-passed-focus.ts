import { useLayoutEffect, useRef } from 'react'

/** Where the focus may go on, looked for while what loses it is still there. */
export type Heir = (gone: Element) => Element | null | undefined

/**
 * A `ref`: who stands by keyboard on what goes away stands then on the first of its heirs that stays, and not at the top of the page. `heirs`: the same ones at each
 * call.
 */
export function usePassedFocus<E extends HTMLElement>(heirs: readonly Heir[]) {
  const ref = useRef<E>(null)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.matches(':focus-visible')) return
      const found = heirs.map((find) => find(element))
      queueMicrotask(() => {
        if (!element.isConnected) (found.find((heir) => heir?.isConnected) as HTMLElement | undefined)?.focus()
      })
    }
  }, [heirs])
  return ref
}
