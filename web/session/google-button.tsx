import { useEffect, useRef, useState } from 'react'

import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

import logo from './google.svg?url'

const loadEntrance = () => import('./google-entrance.tsx')

/** "Sign in with Google" (#74). All that it takes, ours and Google's, is fetched when it is pressed and not before (D-29). */
export function GoogleButton() {
  const [isAsked, setIsAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasAsked = useRef(false)
  // What was pressed has given way to Google's own; whoever comes back from there goes on here.
  useEffect(() => {
    if (wasAsked.current && !isAsked) button.current?.focus()
    wasAsked.current = isAsked
  }, [isAsked])
  const loaded = useLoadedPart(isAsked, loadEntrance, () => setIsAsked(false))
  if (isAsked && loaded) return <loaded.GoogleEntrance onEnd={() => setIsAsked(false)} />
  return (
    <button ref={button} type="button" className="btn second scripted-only" aria-disabled={isAsked} onClick={() => setIsAsked(true)}>
      <img src={logo} alt="" width="18" height="18" />
      Sign in with Google
    </button>
  )
}
