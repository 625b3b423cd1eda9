import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

import { LOGIN, RESET } from './session-paths.ts'

const loadDialog = () => import('./password-dialog.tsx')

/** The way to a new password (#73). The dialog is fetched when it is asked for, or when a link of a mail leads here (D-25). */
export function ForgotPassword() {
  const [isAsked, setIsAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const token = new URLSearchParams(useLocation().search).get(RESET) ?? undefined
  const isOpen = isAsked || token !== undefined
  // Whoever looks at the address, or is sent it, finds no token there. Only the router remembers it, until the dialog is closed.
  useEffect(() => {
    if (token !== undefined) window.history.replaceState(window.history.state, '', LOGIN)
  }, [token])
  const loaded = useLoadedPart(isOpen, loadDialog, () => setIsAsked(false))
  return (
    <>
      <button ref={button} type="button" className="btn quiet scripted-only forgot" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        Forgot password?
      </button>
      {isOpen && loaded && (
        <loaded.PasswordDialog token={token} onClose={() => setIsAsked(false)} onClosed={() => button.current?.focus()} />
      )}
    </>
  )
}
