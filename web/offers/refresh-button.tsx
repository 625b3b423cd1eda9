import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'

/** Fetches what is on the page anew. The old stays until the new is there, and stays for good if it does not come (D-35). */
export function RefreshButton() {
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const [isLoading, setIsLoading] = useState(false)
  // A disabled button loses the focus; who pressed it by keyboard gets it back.
  useEffect(() => {
    if (isLoading || !hadFocus.current) return
    hadFocus.current = false
    button.current?.focus()
  }, [isLoading])

  const refresh = async () => {
    hadFocus.current = document.activeElement === button.current
    setIsLoading(true)
    try {
      await queries.refetchQueries({ type: 'active' }, { throwOnError: true })
      // What was seen elsewhere is as old as what has just been replaced.
      queries.removeQueries({ type: 'inactive' })
      showToast({ title: 'Data refreshed' })
    } catch {
      showToast({ title: 'Error', description: 'Failed to refresh data. Please try again later.', variant: 'destructive' })
    } finally {
      setIsLoading(false)
    }
  }
  return (
    <button ref={button} type="button" className="tool refresh" aria-label="Refresh" disabled={isLoading} onClick={() => void refresh()}>
      <Icon name="arrow-clockwise" />
    </button>
  )
}
