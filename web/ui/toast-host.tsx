import { useEffect, useState, useSyncExternalStore } from 'react'

import type { ToastRegion } from './toast-region.tsx'
import { toasts, type Toast } from './toasts.ts'

const NONE: readonly Toast[] = []

/** The place of the toasts on every page. What draws them is fetched when there is one, or when F8 asks for the region. */
export function ToastHost() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list, () => NONE)
  const [Region, setRegion] = useState<typeof ToastRegion>()
  const [isAskedFor, setIsAskedFor] = useState(false)
  const isWanted = list.length > 0 || isAskedFor
  useEffect(() => {
    if (!isWanted || Region) return
    // Without a network there is nothing to draw them with. The page says what matters in its own place too.
    import('./toast-region.tsx').then(
      (module) => setRegion(() => module.ToastRegion),
      () => undefined,
    )
  }, [isWanted, Region])
  useEffect(() => {
    if (Region) return
    const ask = (event: KeyboardEvent) => event.key === 'F8' && setIsAskedFor(true)
    document.addEventListener('keydown', ask)
    return () => document.removeEventListener('keydown', ask)
  }, [Region])
  return Region ? <Region list={list} isAskedFor={isAskedFor} /> : null
}
