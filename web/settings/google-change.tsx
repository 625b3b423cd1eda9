/** Connecting an account with Google, and disconnecting it: fetched by whoever asks for it (google-panel.tsx). */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { GooglePrompt } from '#web/session/google-prompt.tsx'
import { LEFT, PATIENCE, type GoogleProof, type GoogleStart } from '#web/session/google-script.ts'
import { PasswordField } from '#web/session/password-field.tsx'
import { updateUser } from '#web/session/session-store.ts'
import { focusField, takeFocus } from '#web/ui/form-field.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useEscape } from '#web/ui/use-escape.ts'

/** `onEnd` where it came to nothing. */
type Props = { user: Consumer; onDone: () => void; onEnd: () => void }

export const GoogleChange = (props: Props) => (props.user.googleId ? <Disconnecting {...props} /> : <Connecting {...props} />)

/** The password comes first: Google is a second way into the account. Then Google is asked who it is. */
function Connecting({ user, onDone, onEnd }: Props) {
  const [start, setStart] = useState<GoogleStart>()
  /** What changes the account is waited for, and said, even where one has left. */
  const connect = async ({ credential, ticket }: GoogleProof) => {
    try {
      const body = { credential, ticket }
      const { data, message } = await browserApi('POST /consumer/google-connection', { body }, { signal: AbortSignal.timeout(PATIENCE) })
      updateUser(data)
      showToast({ title: 'Connected', description: message })
      onDone()
    } catch (error) {
      sayFailure('Not connected', error)
      onEnd()
    }
  }
  if (!start) return <PasswordForm user={user} onStart={setStart} onEnd={onEnd} />
  return (
    <GooglePrompt
      label="Connect Google"
      doing="Connecting…"
      begin={() => Promise.resolve(start)}
      onProof={connect}
      onEnd={(reason) => {
        if (reason !== LEFT) sayFailure('Not connected', reason)
        onEnd()
      }}
    />
  )
}

const WRITE = 'Please enter your password'

function PasswordForm({ user, onStart, onEnd }: Omit<Props, 'onDone'> & { onStart: (start: GoogleStart) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()
  useEscape(form, onEnd)
  const refuse = (words: string) => {
    setProblem(words)
    focusField(form.current, 'currentPassword')
  }
  const asking = useMutation({
    networkMode: 'always',
    mutationFn: (currentPassword: string) => browserApi('POST /consumer/google-connection/ticket', { body: { currentPassword } }),
    onSuccess: ({ data }) => onStart(data),
    onError: (error) => {
      if (isAnswer(error) && error.code === 'wrong_password') refuse(error.message)
      else sayFailure('Not connected', error)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (asking.isPending) return
    const given = new FormData(event.currentTarget).get('currentPassword') as string
    if (!given) return refuse(WRITE)
    setProblem(undefined)
    asking.mutate(given)
  }
  return (
    <form ref={form} className="form" aria-label="Connect Google" method="post" onSubmit={submit} noValidate>
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="Your password"
        name="currentPassword"
        autoComplete="current-password"
        required
        ref={takeFocus}
        error={problem}
      />
      <button className="btn" aria-disabled={asking.isPending}>
        {asking.isPending ? 'Checking…' : 'Continue'}
      </button>
      <button type="button" className="btn quiet" onClick={onEnd}>
        Cancel
      </button>
    </form>
  )
}

/** What goes with it is said before. */
function Disconnecting({ onDone, onEnd }: Props) {
  const group = useRef<HTMLDivElement>(null)
  const disconnecting = useMutation({
    networkMode: 'always',
    mutationFn: () => browserApi('DELETE /consumer/google-connection'),
    onSuccess: ({ data, message }) => {
      updateUser(data)
      showToast({ title: 'Disconnected', description: message })
      onDone()
    },
    onError: (error) => {
      sayFailure('Not disconnected', error)
      onEnd()
    },
  })
  useEscape(group, () => disconnecting.isPending || onEnd())
  return (
    <div ref={group} className="form" role="group" aria-label="Disconnect Google">
      <p id="google-goes">You are signed out everywhere but here, for somebody may have come in by Google.</p>
      <button
        type="button"
        className="btn"
        ref={takeFocus}
        aria-describedby="google-goes"
        aria-disabled={disconnecting.isPending}
        onClick={() => disconnecting.isPending || disconnecting.mutate()}
      >
        {disconnecting.isPending ? 'Disconnecting…' : 'Disconnect'}
      </button>
      <button type="button" className="btn quiet" onClick={onEnd}>
        Cancel
      </button>
    </div>
  )
}

/** A session that has ended has its own words, on the page to sign in. */
function sayFailure(title: string, error: unknown) {
  if (isAppError(error) && error.status === 401) return
  showToast({ title, description: messageOf(error, 'An error occurred with Google. Please try again.'), variant: 'destructive' })
}
