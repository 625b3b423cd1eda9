import { useEffect, useRef, useState } from 'react'

/** How long after a letter a draft is expected to be committed, in milliseconds: time for a frame that shows the letter. */
const EXPECT_REST = 40

/**
 * What is being typed into a field whose value lives elsewhere (in the address). The draft is committed once typing rests for `delay`
 * milliseconds, or at once by `flush`; `expect` hears of it before. Both get it without the space around it, which stays in the field. A
 * value that changes without us (Back, "Clear all filters") replaces the draft.
 */
export function useDraft(value: string, commit: (draft: string) => void, delay: number, expect?: (draft: string) => void) {
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  // What was committed and has not come back yet. On a busy device one value returns only after the next was typed; it is no news then.
  const underway = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A timer that was set some renders ago must speak to the state of now.
  const latest = useRef({ commit, expect })
  useEffect(() => {
    latest.current = { commit, expect }
  })
  useEffect(() => {
    const place = underway.current.lastIndexOf(value)
    if (place >= 0) {
      underway.current = underway.current.slice(place + 1)
      return
    }
    if (value === sent.current) return
    underway.current = []
    sent.current = value
    clearTimeout(timer.current)
    setDraft(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const flush = (text: string) => {
    const next = text.trim()
    clearTimeout(timer.current)
    if (next === sent.current) return
    sent.current = next
    underway.current.push(next)
    latest.current.commit(next)
  }
  const type = (next: string) => {
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = setTimeout(() => flush(next), delay - EXPECT_REST)
      latest.current.expect?.(next.trim())
    }, EXPECT_REST)
  }
  return { draft, type, flush: () => flush(draft) }
}
