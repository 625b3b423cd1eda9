import { useState } from 'react'

import { takeFocus } from '#web/ui/form-field.tsx'
import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

const loadSignIn = () => import('./google-sign-in.tsx')

/** "Sign in with Google" (#74). All that it takes, ours and Google's, is fetched when it is pressed and not before (D-29). */
export function GoogleButton() {
  const [isAsked, setIsAsked] = useState<boolean>()
  const end = () => setIsAsked(false)
  const loaded = useLoadedPart(isAsked === true, loadSignIn, end)
  return isAsked && loaded ? (
    <loaded.GoogleSignIn onEnd={end} />
  ) : (
    // What was pressed has given way to Google's own; whoever comes back from there goes on here.
    <button
      type="button"
      className="btn second google scripted-only"
      ref={isAsked === false ? takeFocus : null}
      onClick={() => setIsAsked(true)}
    >
      Sign in with Google
    </button>
  )
}
