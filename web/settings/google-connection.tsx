import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { PasswordField } from '#web/session/password-field.tsx'
import { updateUser } from '#web/session/session-store.ts'
import { focusField } from '#web/ui/form-field.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

import { isUnconfirmed } from './confirmation-mail.tsx'

/** Whether one can sign in with Google as well (D-03). */
export function GoogleConnection({ user }: { user: Consumer }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone with it.
  const focusHeading = () => heading.current?.focus()
  return (
    // What has the id "google" would be found under the name of Google's script.
    <section className="panel" aria-labelledby="google-title">
      <h3 id="google-title" ref={heading} tabIndex={-1}>
        Sign in with Google
      </h3>
      {user.googleId ? (
        <Connected user={user} onChanged={focusHeading} />
      ) : isUnconfirmed(user) ? (
        <p className="muted">Once your e-mail address is confirmed, you can connect your Google account and sign in with it.</p>
      ) : (
        <NotConnected user={user} onChanged={focusHeading} />
      )}
    </section>
  )
}

type Props = { user: Consumer; onChanged: () => void }

function Connected({ user, onChanged }: Props) {
  const disconnecting = useMutation({
    networkMode: 'always',
    mutationFn: () => browserApi('DELETE /consumer/google-link'),
    onSuccess: ({ data, message }) => {
      updateUser(data)
      showToast({ title: 'Disconnected', description: message })
      onChanged()
    },
    onError: (error) => {
      if (isAppError(error) && error.status === 401) return
      showToast({
        title: 'Not disconnected',
        description: messageOf(error, 'An error occurred. Please try again.'),
        variant: 'destructive',
      })
    },
  })
  if (!user.hasPassword)
    return (
      <p className="muted">
        Your Google account is connected, and the only way in.{' '}
        <Link className="link" to="/profile?tab=security">
          Set a password
        </Link>{' '}
        to be able to disconnect it.
      </p>
    )
  return (
    <>
      <p className="muted mb-4">Your Google account is connected: you can sign in with it, or with your password.</p>
      <button
        type="button"
        className="btn second"
        aria-disabled={disconnecting.isPending}
        onClick={() => disconnecting.isPending || disconnecting.mutate()}
      >
        {disconnecting.isPending ? 'Disconnecting…' : 'Disconnect Google'}
      </button>
    </>
  )
}

const loadLinking = () => import('./google-linking.tsx')
const WRITE = 'Please enter your password'

/** Connecting asks for the password first: it is a second way into the account. */
function NotConnected({ user, onChanged }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()
  const [password, setPassword] = useState<string>()
  const loaded = useLoadedPart(password !== undefined, loadLinking, () => setPassword(undefined))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('currentPassword') as string
    setProblem(given ? undefined : WRITE)
    if (given) setPassword(given)
    else focusField(form.current, 'currentPassword')
  }
  const end = (error: unknown) => {
    setPassword(undefined)
    setProblem(isAnswer(error) ? error.fields?.['body.currentPassword'] : undefined)
  }
  // The form is back: whoever comes from Google's button goes on in it.
  const wasAsked = useRef(false)
  useEffect(() => {
    const isBack = wasAsked.current && password === undefined
    wasAsked.current = password !== undefined
    if (isBack) focusField(form.current, problem ? 'currentPassword' : 'connect')
  }, [password, problem])
  const isAsking = password !== undefined && loaded !== undefined
  return (
    <>
      <p className="muted mb-4">Connect your Google account, and sign in without typing a password.</p>
      <form ref={form} className="form" aria-label="Connect Google" method="post" onSubmit={submit} noValidate hidden={isAsking}>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField label="Your password" name="currentPassword" autoComplete="current-password" required error={problem} />
        <button name="connect" className="btn second" aria-disabled={password !== undefined}>
          Connect Google
        </button>
      </form>
      {isAsking && <loaded.GoogleLinking password={password} onDone={onChanged} onEnd={end} />}
    </>
  )
}
