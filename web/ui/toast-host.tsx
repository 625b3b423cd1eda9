import { useEffect, useState, useSyncExternalStore } from 'react'

import { loadLaterStyles } from '#web/lib/load-later-styles.ts'

import type { ToastRegion } from './toast-region.tsx'
import { toasts, type Toast } from './toasts.ts'

const NONE: readonly Toast[] = []

/** The place of the toasts on every page. What draws them is fetched when there is one, or when F8 asks for the region. */
export function ToastHost() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list, () => NONE)
  const [Region, setRegion] = useState<typeof ToastRegion>()
  const [isAskedFor, setIsAskedFor] = useState(false)
  const newest = list[0]?.id
  useEffect(() => {
    if ((newest === undefined && !isAskedFor) || Region) return
    const load = () =>
      void Promise.all([import('./toast-region.tsx'), loadLaterStyles()]).then(
        ([module]) => setRegion(() => module.ToastRegion),
        () => undefined,
      )
    // Without a network there is nothing to draw them with: the next one tries again, and so does a network that is back.
    load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [newest, isAskedFor, Region])
  useEffect(() => {
    if (Region) return
    const ask = (event: KeyboardEvent) => event.key === 'F8' && setIsAskedFor(true)
    document.addEventListener('keydown', ask)
    return () => document.removeEventListener('keydown', ask)
  }, [Region])
  return Region ? <Region list={list} isAskedFor={isAskedFor} /> : null
}
