/** The dialog behind "Forgot password?": ask for a link, hear that it is on its way, or choose a new password with it. By Radix, loaded when it opens. */
import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { Icon } from '#web/ui/icon.tsx'

import { AskForLink } from './ask-for-link.tsx'
import { ChoosePassword } from './choose-password.tsx'
import { LOGIN } from './session-paths.ts'

type Props = { token: string | undefined; onClose: () => void; onClosed: () => void }
type View = 'ask' | 'sent' | 'choose' | 'done'
const TITLES: Record<View, string> = {
  ask: 'Forgot password',
  sent: 'Check your mail',
  choose: 'Choose a new password',
  done: 'Your password is changed',
}

const SENT = 'If there is an account with this address, a mail with a link is on its way. The link works once, and for 30 minutes.'

export function PasswordDialog({ token, onClose, onClosed }: Props) {
  const navigate = useNavigate()
  const close = () => {
    onClose()
    // The router forgets the token, too.
    if (token !== undefined) void navigate(LOGIN, { replace: true })
  }
  const [done, setDone] = useState('')
  const [view, setView] = useState<View>(token === undefined ? 'ask' : 'choose')
  const finish = (message: string) => {
    setDone(message)
    setView('done')
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || close()}>
      <Dialog.Portal>
        {/* Radix's own ground would lock scrolling by a style element, as in ui/dialog.tsx. */}
        <div className="question-ground">
          <Dialog.Content
            className="question"
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              onClosed()
            }}
          >
            <div className="question-head">
              <Dialog.Title>{TITLES[view]}</Dialog.Title>
              <Dialog.Close className="icon-btn" aria-label="Close">
                <Icon name="x" />
              </Dialog.Close>
            </div>
            {view === 'ask' && <AskForLink onSent={() => setView('sent')} />}
            {view === 'sent' && <Outcome text={SENT} action="Back to sign in" onClose={close} />}
            {view === 'choose' && <ChoosePassword token={token ?? ''} onDone={finish} onExpired={() => setView('ask')} />}
            {view === 'done' && <Outcome text={done} action="Sign in" onClose={close} />}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The form is gone, and what came of it is read out: the one button that is left has the focus. */
function Outcome({ text, action, onClose }: { text: string; action: string; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      <p role="status">{text}</p>
      <button ref={button} type="button" className="btn" onClick={onClose}>
        {action}
      </button>
    </>
  )
}
