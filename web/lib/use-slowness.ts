import { createContext, use, useEffect, useState } from 'react'

import { SLOW_AFTER } from '#contract/constants.ts'

/** Whether a page shows itself after it has been waited for as long already (load.ts). */
export const WaitedFor = createContext(false)

/** Whether one has waited for so long by now that it should be said (D-28). */
export function useSlowness(isWaiting: boolean) {
  const isLate = use(WaitedFor)
  const [isSlow, setIsSlow] = useState(isWaiting && isLate)
  if (isSlow && !isWaiting) setIsSlow(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow && isWaiting
}
