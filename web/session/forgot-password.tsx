import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { showToast } from '#web/ui/toasts.ts'

import type { PasswordDialog } from './password-dialog.tsx'
import { LOGIN, RESET } from './session-paths.ts'

/** The way to a new password (#73). The dialog is fetched when it is asked for, or when a link of a mail leads here (D-25). */
export function ForgotPassword() {
  const [isAsked, setIsAsked] = useState(false)
  const [Dialog, setDialog] = useState<typeof PasswordDialog>()
  const button = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const token = new URLSearchParams(useLocation().search).get(RESET) ?? undefined
  const isOpen = isAsked || token !== undefined
  // Whoever looks at the address, or is sent it, finds no token there. Only the router remembers it, until the dialog is closed.
  useEffect(() => {
    if (token !== undefined) window.history.replaceState(window.history.state, '', LOGIN)
  }, [token])
  useEffect(() => {
    if (!isOpen || Dialog) return
    import('./password-dialog.tsx').then(
      (module) => setDialog(() => module.PasswordDialog),
      () => {
        setIsAsked(false)
        showToast({ title: 'That could not be loaded', description: 'Please try again.', variant: 'destructive' })
      },
    )
  }, [isOpen, Dialog])
  const close = () => {
    setIsAsked(false)
    if (token !== undefined) void navigate(LOGIN, { replace: true })
  }
  return (
    <>
      <button ref={button} type="button" className="btn quiet scripted-only forgot" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        Forgot password?
      </button>
      {isOpen && Dialog && <Dialog token={token} onClose={close} onClosed={() => button.current?.focus()} />}
    </>
  )
}
