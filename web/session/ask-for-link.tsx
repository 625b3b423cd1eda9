import { useRef, useState, type FormEvent } from 'react'

import { browserApi } from '#web/lib/browser.ts'
import { FormField } from '#web/ui/form-field.tsx'
import { Banner } from '#web/ui/banner.tsx'

/** Asks for a mail with a link. What one is told is the same whether there is such an account or not, and even where it failed. */
export function AskForLink({ onSent }: { onSent: () => void }) {
  const field = useRef<HTMLFormElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = new FormData(event.currentTarget).get('email')
    const isEmpty = typeof email !== 'string' || email.trim() === ''
    setIsMissing(isEmpty)
    if (isEmpty) return field.current?.querySelector('input')?.focus()
    if (isBusy) return
    setIsBusy(true)
    await browserApi('POST /consumer/forgot-password', { body: { email: email.trim() } }).catch(() => undefined)
    onSent()
  }
  return (
    <form ref={field} className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      <p className="muted">Tell us the address of your account, and we mail you a link to a new password.</p>
      {isMissing && (
        <Banner tone="bad" title="Email required">
          Please enter your email address.
        </Banner>
      )}
      <FormField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        aria-invalid={isMissing || undefined}
      />
      <button className="btn" aria-disabled={isBusy}>
        {isBusy ? 'Sending…' : 'Send link'}
      </button>
    </form>
  )
}
