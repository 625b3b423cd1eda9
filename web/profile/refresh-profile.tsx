import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'
import { likesMark, renewToken, updateUser } from '#web/session/session-store.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Fetches the profile anew: another device may have changed it, or a mail confirmed its address. */
export function RefreshProfile({ user: { id } }: { user: Consumer }) {
  const { isLoading, refresh } = useRefresh(async () => {
    const mark = likesMark()
    const { data, token } = await browserApi('GET /consumer/{id}', { params: { id } })
    updateUser(data, mark)
    if (token) renewToken(token)
  })
  return (
    <button type="button" className="tool refresh" aria-label="Refresh" aria-busy={isLoading} onClick={() => void (isLoading || refresh())}>
      <Icon name="arrow-clockwise" />
    </button>
  )
}
