import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

import { browserApi } from '#web/lib/browser.ts'
import { getSession, likesMark, updateUser } from '#web/session/session-store.ts'

/** Takes the token of `?confirm=` out of the address before anything else is done with it, and sends it. */
export function useConfirmation() {
  const navigate = useNavigate()
  const confirmation = useMutation({ networkMode: 'always', mutationFn: confirmEmail })
  const { mutate } = confirmation
  useEffect(() => {
    const { searchParams, pathname } = new URL(location.href)
    const token = searchParams.get('confirm')
    if (token === null) return
    history.replaceState(history.state, '', pathname)
    // The router holds an address of its own.
    void navigate(pathname, { replace: true, preventScrollReset: true })
    mutate(token)
  }, [navigate, mutate])
  return confirmation
}

async function confirmEmail(token: string) {
  const { message } = await browserApi('POST /consumer/confirm-email', { body: { token } })
  // Whoever is signed in here sees it in the profile. Where it was another account's address, nothing changes.
  const id = getSession().user?.id
  const mark = likesMark()
  const profile = id === undefined ? undefined : await browserApi('GET /consumer/{id}', { params: { id } }).catch(() => undefined)
  if (profile) updateUser(profile.data, mark)
  return message
}
