import { useState } from 'react'

import { showToast } from '#web/ui/toasts.ts'

/** Fetches anew by `fetch`, and says how it went; nothing where it answers `false`, for it was broken off. What is on the screen stays until the new is there, and for good if it does not come (D-35). */
export function useRefresh(fetch: () => Promise<unknown>) {
  const [isLoading, setIsLoading] = useState(false)
  const refresh = async () => {
    setIsLoading(true)
    try {
      if ((await fetch()) !== false) showToast({ title: 'Data refreshed' })
    } catch {
      showToast({ title: 'Error', description: 'Failed to refresh data. Please try again later.', variant: 'destructive' })
    } finally {
      setIsLoading(false)
    }
  }
  return { isLoading, refresh }
}
