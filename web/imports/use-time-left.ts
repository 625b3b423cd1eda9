import { useEffect, useRef, useState } from 'react'

/** So much has to be done before it says anything about the rest. */
const SHARE = 0.02

/** Milliseconds until `done` is `of`, at the pace since this was first drawn; undefined until there is a pace. */
export function useTimeLeft(done: number, of: number): number | undefined {
  const first = useRef<{ at: number; done: number }>(undefined)
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const now = performance.now()
    // What begins anew has a pace of its own.
    if (!first.current || done < first.current.done) first.current = { at: now, done }
    const { at, done: before } = first.current
    const moved = done - before
    setLeft(moved > of * SHARE ? ((now - at) / moved) * (of - done) : undefined)
  }, [done, of])
  return left
}
