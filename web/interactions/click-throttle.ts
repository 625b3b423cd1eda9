/** Which offers and shops this browser has told the server about lately: `{ "OFFER:id": instant }` in its storage. */
import { CLICK_INTERVAL } from '#contract/constants.ts'

import { CLICKS_KEY } from '#web/session/stored-session.ts'

type Clicks = Record<string, number>
type Store = Pick<Storage, 'getItem' | 'setItem'> | undefined

/** Notes a click; answers false where there was one less than CLICK_INTERVAL ago. Without storage every click is the first. */
export function noteClick(storage: Store, key: string, now: number): boolean {
  const recent = Object.fromEntries(Object.entries(read(storage)).filter(([, at]) => at <= now && now - at < CLICK_INTERVAL))
  if (recent[key] !== undefined) return false
  write(storage, { ...recent, [key]: now })
  return true
}

/** It did not arrive: the next one is told again. */
export function forgetClick(storage: Store, key: string) {
  const { [key]: _, ...others } = read(storage)
  write(storage, others)
}

function read(storage: Store): Clicks {
  try {
    const clicks: unknown = JSON.parse(storage?.getItem(CLICKS_KEY) ?? '{}')
    if (typeof clicks !== 'object' || clicks === null) return {}
    return Object.fromEntries(Object.entries(clicks).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return {}
  }
}

function write(storage: Store, clicks: Clicks) {
  try {
    storage?.setItem(CLICKS_KEY, JSON.stringify(clicks))
  } catch {
    // No room: the server counts once in six hours by itself.
  }
}
