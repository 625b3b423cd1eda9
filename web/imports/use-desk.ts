import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { isAppError } from '#web/lib/failure.ts'

import { importQuery, importsQuery, type Operator } from './queries.ts'
import { useCheck } from './use-check.ts'
import { useDrafts } from './use-drafts.ts'

/** The import that the page shows: the one that was begun or chosen here, else the one that runs or waits, whoever began it. */
export function useDesk(operator: Operator) {
  const [shownId, setShownId] = useState<string>()
  /** The last file that was sent, which the browser still holds, and the import that it became. */
  const [sent, setSent] = useState<{ id: string; file: File }>()
  const drafts = useDrafts()
  /** How often somebody has asked to see one here. What comes by itself takes nobody away from where they are. */
  const [asked, setAsked] = useState(0)
  /** One that was begun here and runs: what it comes to is asked for with it. */
  const [followed, setFollowed] = useState<string>()
  const list = useInfiniteQuery(importsQuery(operator))
  const open = list.data?.pages[0]?.data.find(({ state }) => state === 'running' || state === 'checked')
  // From here on it is followed to its end.
  if (shownId === undefined && open) setShownId(open.id)
  const show = (id: string) => {
    setShownId(id)
    setAsked((times) => times + 1)
  }
  const detail = useQuery(importQuery(operator, shownId))
  if (followed !== undefined && detail.data?.id === followed && detail.data.state !== 'running') {
    setFollowed(undefined)
    setAsked((times) => times + 1)
  }
  const follow = (id: string) => {
    setFollowed(id)
    show(id)
  }
  const check = useCheck((id, file) => {
    if (sent && isSameFile(sent.file, file)) drafts.carry(sent.id, id)
    setSent({ id, file })
    follow(id)
  })
  const keyError = [list.error, detail.error, check.error].find((error) => isAppError(error) && error.code === 'admin_key_required')
  return {
    shownId,
    show,
    follow,
    asked,
    detail,
    check,
    /** The file that was sent for what is shown. */
    file: sent?.id === shownId ? sent?.file : undefined,
    drafts,
    isBusy: check.send.isPending || open?.state === 'running' || detail.data?.state === 'running',
    isWaiting: open?.state === 'checked' || detail.data?.state === 'checked',
    keyError: keyError?.message,
  }
}

/** Also where it was chosen once more. */
const isSameFile = (one: File, other: File) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
