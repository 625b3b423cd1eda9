import { useState } from 'react'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { renewToken, updateUser } from '#web/session/session-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'

/** Fetches the profile anew: another device may have changed it, or a mail confirmed its address. */
export function RefreshProfile({ user: { id } }: { user: Consumer }) {
  const [isLoading, setIsLoading] = useState(false)
  const refresh = async () => {
    if (isLoading) return
    setIsLoading(true)
    try {
      const { data, token } = await browserApi('GET /consumer/{id}', { params: { id } })
      updateUser(data)
      if (token) renewToken(token)
      showToast({ title: 'Data refreshed' })
    } catch {
      showToast({ title: 'Error', description: 'Failed to refresh data. Please try again later.', variant: 'destructive' })
    } finally {
      setIsLoading(false)
    }
  }
  return (
    <button type="button" className="tool refresh" aria-label="Refresh" aria-busy={isLoading} onClick={() => void refresh()}>
      <Icon name="arrow-clockwise" />
    </button>
  )
}
