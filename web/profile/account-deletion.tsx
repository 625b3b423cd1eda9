import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { PasswordField } from '#web/session/password-field.tsx'
import { clearSession } from '#web/session/session-store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'
import { focusField } from '#web/ui/form-field.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { hasNoPassword } from './profile-draft.ts'

/** The end of an account, said before it comes: what goes, what stays (D-24, D-55). */
export function AccountDeletion({ user, level: Heading = 'h2' }: { user: Consumer; level?: 'h2' | 'h3' }) {
  const [isOpen, setIsOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focusPassword = () => focusField(form.current, 'password')
  const isAsked = !hasNoPassword(user)
  const deletion = useDeleteAccount(focusPassword)
  const change = (isWanted: boolean) => {
    if (deletion.isPending) return
    deletion.reset()
    setIsOpen(isWanted)
  }
  return (
    <section className="panel">
      <Heading>Delete account</Heading>
      <p className="muted mb-4">Your profile, likes and interests go, for good.</p>
      <AlertDialog
        trigger={
          <button type="button" className="btn second danger-text">
            Delete Account
          </button>
        }
        title="Delete your account?"
        description="This cannot be undone."
        isOpen={isOpen}
        onOpenChange={change}
        {...(isAsked && { onOpened: focusPassword })}
      >
        <WhatGoes />
        <DeletionForm user={user} form={form} deletion={deletion} />
      </AlertDialog>
    </section>
  )
}

type FormProps = { user: Consumer; form: RefObject<HTMLFormElement | null>; deletion: ReturnType<typeof useDeleteAccount> }

function DeletionForm({ user, form, deletion }: FormProps) {
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const isNeeded = !hasNoPassword(user)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (deletion.isPending) return
    const isLacking = isNeeded && password === ''
    setIsMissing(isLacking)
    if (isLacking) focusField(form.current, 'password')
    else deletion.mutate(password)
  }
  const wrong = isAnswer(deletion.error) && deletion.error.code === 'wrong_password' ? deletion.error.message : undefined
  return (
    <form ref={form} className="form" onSubmit={submit} noValidate>
      {isNeeded && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={isMissing ? 'Please enter your password' : wrong}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {deletion.error && !wrong && <Banner tone="bad">{messageOf(deletion.error, 'An error occurred. Please try again.')}</Banner>}
      <div className="row">
        <CancelButton>Cancel</CancelButton>
        <button className="btn danger" aria-disabled={deletion.isPending}>
          {deletion.isPending ? 'Deleting…' : 'Delete for good'}
        </button>
      </div>
    </form>
  )
}

const WhatGoes = () => (
  <dl className="what-goes">
    <dt>What goes</dt>
    <dd>Your profile and picture, your likes and interests, and every device is signed out.</dd>
    <dt>What stays</dt>
    <dd>What was clicked and liked is still counted, with nothing in it that leads to you, and places to the kilometre at most.</dd>
  </dl>
)

/** Signed out afterwards, and on the first page. A failure leaves everything as it is (#237). */
function useDeleteAccount(onRefused: () => void) {
  const navigate = useNavigate()
  return useMutation({
    networkMode: 'always',
    mutationFn: (password: string) => browserApi('DELETE /consumer/delete-profile', { body: password ? { password } : {} }),
    onSuccess: async () => {
      clearSession()
      await navigate('/', { replace: true })
      showToast({ title: 'Account deleted' })
    },
    onError: onRefused,
  })
}
