/**
 * What time it is, for labels. The page begins with the moment at which the server rendered it, so that the browser draws the same
 * words; after that it goes by the server's clock, minute by minute, however wrong the clock of the device is.
 */
import { createContext, use, useEffect, useState, type ReactNode } from 'react'

import { MINUTE } from '#contract/time.ts'

let ahead = 0

/** Takes note of what the server's clock showed just now, in milliseconds since 1970. */
export function learnServerTime(instant: number) {
  if (Number.isFinite(instant)) ahead = instant - Date.now()
}

const NowContext = createContext(0)

export function NowProvider({ start, children }: { start: number; children: ReactNode }) {
  const [now, setNow] = useState(start)
  useEffect(() => {
    learnServerTime(start)
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const current = Date.now() + ahead
      setNow(current)
      timer = setTimeout(tick, MINUTE - (current % MINUTE))
    }
    timer = setTimeout(tick, MINUTE - (start % MINUTE))
    return () => clearTimeout(timer)
  }, [start])
  return <NowContext value={now}>{children}</NowContext>
}

/** Now, in milliseconds since 1970. A component that asks is drawn again each minute. */
export const useNow = () => use(NowContext)
