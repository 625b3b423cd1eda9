/** Tells the server that somebody has opened an offer or a shop: once in six hours for each, in this browser (#171, #252). */
import { createClient } from '#contract/client.ts'
import { GUEST_ID } from '#contract/constants.ts'
import type { TargetType } from '#contract/interaction.ts'

import { findStorage } from '#web/lib/find-storage.ts'
import { getSession } from '#web/session/session-store.ts'

import { forgetClick, noteClick } from './click-throttle.ts'
import { describeDevice } from './describe-device.ts'

/** Even a page that is being left sends this, and nobody waits for it. It goes past the browser's client, for no answer to it ends a session (D-02). */
const api = createClient('/api/v1', {
  headers: (): Record<string, string> => {
    const { token } = getSession()
    return token ? { authorization: `Bearer ${token}` } : {}
  },
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
})

export async function recordClick(type: TargetType, id: string) {
  if (!noteClick(findStorage(), `${type}:${id}`, Date.now())) return
  const metadata = describeDevice()
  const userId = getSession().user?.id ?? GUEST_ID
  try {
    await api('POST /interactions', {
      body: { userId, interactionType: `${type}_CLICK`, targetType: type, targetId: id, action: 'ADD', metadata },
    })
  } catch (error) {
    // oxlint-disable-next-line no-console -- as written (#245)
    console.error(`The click of ${type}:${id} could not be recorded`, error)
    forgetClick(findStorage(), `${type}:${id}`)
  }
}
