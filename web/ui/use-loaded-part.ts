import { useEffect, useEffectEvent, useState } from 'react'

import { loadLaterStyles } from '#web/lib/load-later-styles.ts'

import { showToast } from './toasts.ts'

/**
 * The module of a part of the page, fetched when it is asked for. Where that fails the page stays as it is, for a part that React fetches by
 * itself would take it away: it is said, and `onFailed` forgets that it was asked for. Without `onFailed` nobody has pressed anything, and
 * nothing is said.
 */
export function useLoadedPart<T>(isAsked: boolean, load: () => Promise<T>, onFailed?: () => void): T | undefined {
  const [part, setPart] = useState<T>()
  const isMissing = isAsked && part === undefined
  const fetchPart = useEffectEvent(load)
  const fail = useEffectEvent(() => {
    if (!onFailed) return
    onFailed()
    showToast({ title: 'That could not be loaded', description: 'Please try again.', variant: 'destructive' })
  })
  useEffect(() => {
    if (isMissing)
      Promise.all([fetchPart(), loadLaterStyles()]).then(
        ([loaded]) => setPart(() => loaded),
        () => fail(),
      )
  }, [isMissing])
  return part
}
