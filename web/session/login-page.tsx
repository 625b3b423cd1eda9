import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'react-router'

import { NoIndex, PageHead } from '#web/frame/page-head.tsx'
import { focusField, FormField } from '#web/ui/form-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { EntranceFrame, OtherWays, SubmitButton } from './entrance-frame.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { PasswordField } from './password-field.tsx'
import { useSession } from './session-store.ts'
import { signIn } from './sign-in.ts'

const BOTH = 'Please enter both email and password.'

/** Signing in by e-mail and password (#72 to #76). Where it leads afterwards, the frame knows. */
export default function LoginPage() {
  const { state } = useLocation() as { state: { notice?: string; email?: string } | null }
  return (
    <EntranceFrame title="Sign in" lead="Your liked offers and shops, on every device.">
      <PageHead title="Sign in | Kade" />
      <NoIndex />
      {state?.notice && <Banner tone="good">{state.notice}</Banner>}
      <LoginForm known={state} />
      <ForgotPassword />
      <OtherWays>
        New here?{' '}
        <Link className="link" to="/register">
          Create an account
        </Link>
      </OtherWays>
    </EntranceFrame>
  )
}

/** `known` is who it is, as Google says, and what is left is the password. */
function LoginForm({ known }: { known: { email?: string } | null }) {
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<string[]>([])
  const error = useSession((session) => session.error)
  useEffect(() => {
    if (!known?.email) return
    ;(form.current!['email'] as HTMLInputElement).value = known.email
    // A page that one comes to takes the focus first.
    setTimeout(focusField, 0, form.current, 'password')
  }, [known])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (useSession.getState().isLoading) return
    const { email = '', password = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const empty = [email.trim() ? '' : 'email', password ? '' : 'password'].filter(Boolean)
    setMissing(empty)
    if (empty[0]) return focusField(form.current, empty[0])
    if (await signIn({ email: email.trim(), password })) return
    showToast({ title: 'Login failed', description: useSession.getState().error ?? '', variant: 'destructive' })
    focusField(form.current, 'password')
  }
  const bind = (name: string) => ({ name, required: true, 'aria-invalid': missing.includes(name) || undefined })
  const problem = missing.length > 0 ? BOTH : error
  return (
    // The method keeps a password out of the address, whatever sends the form.
    <form ref={form} className="form" method="post" onSubmit={(event) => void submit(event)} noValidate>
      {problem && <Banner tone="bad">{problem}</Banner>}
      <FormField label="Email" type="email" inputMode="email" autoComplete="username" {...bind('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...bind('password')} />
      <SubmitButton busy="Signing in…">Sign In</SubmitButton>
    </form>
  )
}
