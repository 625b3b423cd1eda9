import { useRef, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'

import type { Consumer } from '#contract/consumer.ts'

import { takeFocus } from '#web/ui/form-field.tsx'
import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

import { isUnconfirmed } from './confirmation-mail.tsx'

const loadChange = () => import('./google-change.tsx')

/** Whether one can sign in with Google as well (D-03). What it takes to change that is fetched when it is asked for. */
export function GooglePanel({ user }: { user: Consumer }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsked, setIsAsked] = useState<boolean>()
  const end = () => setIsAsked(false)
  const loaded = useLoadedPart(isAsked === true, loadChange, end)
  const isSetUp = useRouteLoaderData<{ hasGoogle: boolean }>('root')?.hasGoogle
  const isConnected = Boolean(user.googleId)
  if (!isSetUp && !isConnected) return null
  return (
    // What has the id "google" would be found under the name of Google's script.
    <section className="panel" aria-labelledby="google-title">
      <h3 id="google-title" ref={heading} tabIndex={-1}>
        Sign in with Google
      </h3>
      <p className="muted mb-4 break-words">
        <State user={user} />
      </p>
      {isAsked && loaded ? (
        <loaded.GoogleChange
          user={user}
          onEnd={end}
          onDone={() => {
            setIsAsked(undefined)
            heading.current?.focus()
          }}
        />
      ) : (
        (isConnected ? user.hasPassword : !isUnconfirmed(user)) && (
          // Whoever turns back goes on where they began.
          <button type="button" className="btn second" ref={isAsked === false ? takeFocus : null} onClick={() => setIsAsked(true)}>
            {isConnected ? 'Disconnect Google' : 'Connect Google'}
          </button>
        )
      )}
    </section>
  )
}

const State = ({ user }: { user: Consumer }) =>
  !user.googleId ? (
    isUnconfirmed(user) ? (
      'Once your e-mail address is confirmed, you can connect your Google account and sign in with it.'
    ) : (
      'Connect your Google account, and sign in without typing a password.'
    )
  ) : user.hasPassword ? (
    <>
      Your Google account {user.googleEmail} is connected: you can sign in with it, or with your password. If it is not yours, disconnect
      it.
    </>
  ) : (
    <>
      Your Google account {user.googleEmail} is connected, and the only way in.{' '}
      <Link className="link" to="/profile?tab=security">
        Set a password
      </Link>{' '}
      to be able to disconnect it.
    </>
  )
