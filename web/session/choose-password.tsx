import { useRef, useState, type FormEvent } from 'react'

import { FIELD_TEXTS, passwordProblem } from '#contract/consumer-rules.ts'

import { browserApi } from '#web/lib/browser.ts'
import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { focusField } from '#web/ui/form-field.tsx'
import { Banner } from '#web/ui/banner.tsx'

import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import { clearSession } from './session-store.ts'

type Problems = { password?: string; confirmation?: string; failure?: string; isExpired?: boolean }
type Props = { token: string; onDone: (message: string) => void; onExpired: () => void }

/** Sets a new password with the token of a mail (D-25). That ends every session, this browser's too. */
export function ChoosePassword({ token, onDone, onExpired }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setIsBusy] = useState(false)
  const show = (found: Problems) => {
    setProblems(found)
    focusField(form.current, found.password ? 'password' : found.confirmation ? 'confirmation' : undefined)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password = '', confirmation = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const tooShort = passwordProblem(password)
    if (tooShort) return show({ password: tooShort })
    if (password !== confirmation) return show({ confirmation: FIELD_TEXTS.passwordsDiffer })
    if (isBusy) return
    setIsBusy(true)
    try {
      const { message } = await browserApi('POST /consumer/reset-password', { body: { token, newPassword: password } })
      clearSession()
      onDone(message)
    } catch (error) {
      setIsBusy(false)
      const refused = isAnswer(error) ? error.fields?.['body.newPassword'] : undefined
      if (refused) return show({ password: refused })
      show({
        failure: messageOf(error, 'An error occurred. Please try again.'),
        isExpired: isAnswer(error) && error.code === 'link_expired',
      })
    }
  }
  return (
    <form ref={form} className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      {problems.failure && <Banner tone="bad">{problems.failure}</Banner>}
      <NewPasswordField label="New password" name="password" error={problems.password} />
      <PasswordField label="Confirm password" name="confirmation" autoComplete="new-password" required error={problems.confirmation} />
      <button className="btn" aria-disabled={isBusy}>
        {isBusy ? 'Saving…' : 'Set password'}
      </button>
      {problems.isExpired && (
        <button type="button" className="btn second" onClick={onExpired}>
          Ask for a new link
        </button>
      )}
    </form>
  )
}
