import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { forgetKept } from '#web/lib/browser-cache.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Fetches what is on the page anew, and then forgets what was kept before (#166, D-35). */
export function RefreshButton() {
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const { isLoading, refresh } = useRefresh(async () => {
    const begun = Date.now()
    const shown = queries.getQueryCache().findAll({ type: 'active' })
    await queries.refetchQueries({ type: 'active' }, { throwOnError: true })
    // Who goes elsewhere meanwhile has refreshed nothing.
    if (shown.some(({ state }) => state.dataUpdatedAt < begun)) return false
    // What was seen elsewhere is as old as what has just been replaced.
    queries.removeQueries({ type: 'inactive' })
    forgetKept(begun)
    return true
  })
  // A disabled button loses the focus; who pressed it by keyboard gets it back.
  useEffect(() => {
    if (isLoading || !hadFocus.current) return
    hadFocus.current = false
    button.current?.focus()
  }, [isLoading])

  const press = () => {
    hadFocus.current = document.activeElement === button.current
    void refresh()
  }
  return (
    <button ref={button} type="button" className="tool refresh" aria-label="Refresh" disabled={isLoading} onClick={press}>
      <Icon name="arrow-clockwise" />
    </button>
  )
}
