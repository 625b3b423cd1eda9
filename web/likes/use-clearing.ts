import { useEffect, useRef, useState } from 'react'

import { describeDevice } from '#web/interactions/describe-device.ts'
import { isAnswer } from '#web/lib/failure-text.ts'
import { isUnavailable } from '#web/lib/failure.ts'
import { getSession } from '#web/session/session-store.ts'

import { sendLike } from './send-like.ts'

/** So many calls are under way at a time: more would only wait for each other. */
const AT_ONCE = 4

type Named = { id: string; title: string }
/** `total` were to go; `done` have been tried so far. */
export type Clearing = { total: number; done: number; failed: number; isRunning: boolean }

/** Unlikes many offers, a few at a time, and counts. `onEnd` hears which are gone, and whether that is as many as were wished for: all of them, or those before it was stopped. */
export function useClearing(userId: string, onEnd: (gone: string[], isAsWished: boolean) => void) {
  const [clearing, setClearing] = useState<Clearing>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const run = async (offers: Named[]) => {
    const { signal } = (stopping.current = new AbortController())
    const gone: string[] = []
    let done = 0
    const show = (isRunning: boolean, failed: number) => setClearing({ total: offers.length, done, failed, isRunning })
    show(true, 0)
    const failures = await clearLiked(offers, userId, signal, (id) => {
      done += 1
      if (id) gone.push(id)
      show(true, 0)
    })
    // oxlint-disable-next-line no-console -- as written (#246)
    if (failures.length > 0) console.error(`The removal of ${offers.length - gone.length} offers failed`, failures[0])
    // Where it was stopped, what was not tried has not failed.
    show(false, failures.length > 0 && !signal.aborted ? offers.length - gone.length : failures.length)
    if (getSession().user?.id === userId) onEnd(gone, failures.length === 0)
  }
  return { clearing, run, stop: () => stopping.current?.abort(), forget: () => setClearing(undefined) }
}

/** Tells of each that has been tried, with its id where it is gone. Answers what went wrong; where the server cannot take more, nothing more is tried. */
async function clearLiked(offers: Named[], userId: string, signal: AbortSignal, tell: (gone?: string) => void): Promise<unknown[]> {
  const waiting = [...offers]
  const failures: unknown[] = []
  // Where somebody is tells nothing of many offers at once, and would be asked for each.
  const metadata = Promise.resolve(describeDevice())
  let isLost = false
  const work = async () => {
    while (!signal.aborted && !isLost && getSession().user?.id === userId) {
      const offer = waiting.shift()
      if (!offer) return
      try {
        await sendLike({ type: 'OFFER', id: offer.id, name: offer.title }, userId, false, metadata)
        tell(offer.id)
      } catch (error) {
        failures.push(error)
        isLost ||= !isAnswer(error) || isUnavailable(error) || error.status === 429
        tell()
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failures
}
