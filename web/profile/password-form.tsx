import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { NewPasswordField } from '#web/session/new-password-field.tsx'
import { PasswordField as PasswordInput } from '#web/session/password-field.tsx'
import { devicesKey } from '#web/settings/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FieldError, focusField } from '#web/ui/form-field.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { findPasswordProblem, type PasswordDraft, type PasswordField, type PasswordProblem } from './password-draft.ts'

/** A new password for whoever knows the old one (#182 to #184, #234). */
export function PasswordForm({ user }: { user: Consumer }) {
  const form = useRef<HTMLFormElement>(null)
  const [turn, setTurn] = useState(0)
  const [problem, setProblem] = useState<PasswordProblem>()
  const change = useChangePassword(user)
  const show = (found: PasswordProblem | undefined) => {
    setProblem(found)
    focusField(form.current, found?.fields[0])
    if (found?.title) showToast({ title: found.title, description: found.text, variant: 'destructive' })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending) return
    const { currentPassword, newPassword, confirmation } = Object.fromEntries(new FormData(event.currentTarget)) as PasswordDraft
    const found = findPasswordProblem({ currentPassword, newPassword, confirmation })
    show(found)
    change.reset()
    if (found) return
    const onSuccess = () => setTurn(turn + 1)
    change.mutate({ currentPassword, newPassword }, { onSuccess, onError: (error) => show(problemOf(error)) })
  }
  return (
    <form ref={form} className="form" aria-label="Change password" method="post" onSubmit={submit} noValidate>
      {/* For whoever keeps passwords: it tells which account this one is of. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordFields key={turn} problem={problem} />
      <PasswordFailure problem={problem} error={change.error} />
      <button className="btn" aria-disabled={change.isPending}>
        {change.isPending ? 'Changing…' : 'Change Password'}
      </button>
    </form>
  )
}

/** Empty again once a password is changed. */
function PasswordFields({ problem }: { problem: PasswordProblem | undefined }) {
  const bind = (name: PasswordField) => ({
    name,
    error: problem?.fields.length === 1 && problem.fields[0] === name ? textOf(problem) : undefined,
    ...(problem?.fields.includes(name) && { 'aria-invalid': true }),
  })
  return (
    <div className="form">
      <PasswordInput label="Current password" autoComplete="current-password" required {...bind('currentPassword')} />
      <NewPasswordField label="New password" {...bind('newPassword')} />
      <PasswordInput label="Confirm new password" autoComplete="new-password" required {...bind('confirmation')} />
    </div>
  )
}

/** What belongs to several fields, or to none. */
const PasswordFailure = ({ problem, error }: { problem: PasswordProblem | undefined; error: unknown }) => (
  <>
    {problem && problem.fields.length !== 1 && (
      <div className="fld" role="alert">
        <FieldError id="password-problem">{problem.text}</FieldError>
      </div>
    )}
    {Boolean(error) && !problemOf(error) && <Banner tone="bad">{messageOf(error, 'An error occurred. Please try again.')}</Banner>}
  </>
)

/** The toast says it in the written words; beside the field it stands for as long as it is so. */
const textOf = ({ title, text }: PasswordProblem) => (title ? `${title}.` : text)

/** What a server has against single fields. */
function problemOf(error: unknown): PasswordProblem | undefined {
  if (!isAnswer(error)) return undefined
  if (error.code === 'wrong_password') return { text: error.message, fields: ['currentPassword'] }
  const text = error.fields?.['body.newPassword']
  return text === undefined ? undefined : { text, fields: ['newPassword'] }
}

function useChangePassword({ id }: Consumer) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { currentPassword: string; newPassword: string }) => browserApi('PUT /consumer/change-password', { body }),
    onSuccess: ({ message }) => {
      showToast({ title: 'Password changed', description: message })
      void queries.invalidateQueries({ queryKey: devicesKey(id) })
    },
  })
}
