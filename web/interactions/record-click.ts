/** Tells the server that somebody has opened an offer or a shop: once in six hours for each, in this browser (#171, #252). */
import { createClient } from '#contract/client.ts'
import { GUEST_ID } from '#contract/constants.ts'
import { deviceLabel, platformLabel } from '#contract/device-labels.ts'
import type { TargetType } from '#contract/interaction.ts'

import { getSession } from '#web/session/session-store.ts'

import { forgetClick, noteClick } from './click-throttle.ts'

/** Even a page that is being left sends this, and nobody waits for it. It goes past the browser's client, for no answer to it ends a session (D-02). */
const api = createClient('/api/v1', {
  headers: (): Record<string, string> => {
    const { token } = getSession()
    return token ? { authorization: `Bearer ${token}` } : {}
  },
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
})

export async function recordClick(type: TargetType, id: string) {
  if (!noteClick(localStorageOrNone(), `${type}:${id}`, Date.now())) return
  const { userAgent, maxTouchPoints } = navigator
  const metadata = {
    location: null,
    deviceInfo: deviceLabel(userAgent, maxTouchPoints),
    platform: platformLabel(userAgent, maxTouchPoints),
  }
  const userId = getSession().user?.id ?? GUEST_ID
  try {
    await api('POST /interactions', {
      body: { userId, interactionType: `${type}_CLICK`, targetType: type, targetId: id, action: 'ADD', metadata },
    })
  } catch (error) {
    // oxlint-disable-next-line no-console -- as written (#245)
    console.error(`The click of ${type}:${id} could not be recorded`, error)
    forgetClick(localStorageOrNone(), `${type}:${id}`)
  }
}

function localStorageOrNone() {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
