import { useRef, useState, type FocusEvent, type FormEvent } from 'react'
import { useNavigate } from 'react-router'

import { cleanPhone, GENDERS } from '#contract/consumer-rules.ts'
import { TEXT } from '#contract/constants.ts'
import { wallTime } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { isAnswer } from '#web/lib/failure-text.ts'
import { focusField, FormField } from '#web/ui/form-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Banner } from '#web/ui/banner.tsx'

import { SubmitButton } from './entrance-frame.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordField } from './password-field.tsx'
import { LOGIN } from './session-paths.ts'
import { useSession } from './session-store.ts'
import {
  checkSignUp,
  FIELDS,
  mendErrors,
  readDraft,
  readSignUpErrors,
  toSignUpBody,
  type SignUpErrors,
  type SignUpField,
} from './sign-up-draft.ts'
import { NO_WORDS, signUp } from './sign-up.ts'

/** The register form. What is wrong is said when it is sent, and goes away as it is mended; a failure keeps every letter. */
export function RegisterForm() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<SignUpErrors>({})
  const [gender, setGender] = useState('Other')
  const error = useSession((session) => session.error)
  const today = wallTime(useNow(), useCity().timeZone).day
  const navigate = useNavigate()
  const showErrors = (found: SignUpErrors) => {
    setErrors(found)
    const first = FIELDS.find((field) => found[field])
    focusField(form.current, first)
    return first !== undefined
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const draft = readDraft(event.currentTarget)
    useSession.setState({ error: null })
    if (useSession.getState().isLoading || showErrors(checkSignUp(draft, today))) return
    const { failure, message } = await signUp(toSignUpBody(draft))
    if (message) await navigate(LOGIN, { state: { notice: message } })
    if (isAnswer(failure)) showErrors(failure.code === 'email_taken' ? { email: failure.message } : readSignUpErrors(failure.fields))
  }
  const mend = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement
    const found = checkSignUp(readDraft(event.currentTarget), today)
    setErrors((before) => mendErrors(before, found, name))
  }
  const isSaid = Object.keys(errors).length > 0
  return (
    <form ref={form} className="form" method="post" onSubmit={(event) => void submit(event)} onInput={mend} noValidate>
      {error && !isSaid && <Failure error={error} />}
      <RegisterFields errors={errors} today={today} gender={gender} setGender={setGender} />
      <SubmitButton busy="Signing up…">Sign Up</SubmitButton>
    </form>
  )
}

/** The server's own words; without any, those that are written for it (#233). */
const Failure = ({ error }: { error: string }) =>
  error === NO_WORDS ? (
    <Banner tone="bad" title={error}>
      Could not create account. Please try again.
    </Banner>
  ) : (
    <Banner tone="bad">{error}</Banner>
  )

type Fields = { errors: SignUpErrors; today: string; gender: string; setGender: (gender: string) => void }

const cleanField = ({ target }: FocusEvent<HTMLInputElement>) => {
  target.value = cleanPhone(target.value)
}

const RegisterFields = ({ errors, today, gender, setGender }: Fields) => {
  const bind = <N extends SignUpField>(name: N) => ({ name, error: errors[name] })
  return (
    <>
      <FormField label="Full name" autoComplete="name" maxLength={TEXT.name} required {...bind('name')} />
      <FormField label="Email" type="email" inputMode="email" autoComplete="username" maxLength={TEXT.email} required {...bind('email')} />
      <FormField label="Phone" type="tel" autoComplete="tel" onBlur={cleanField} required {...bind('phone')} />
      <div className="two-fields">
        <SelectField label="Gender" name="gender" value={gender} options={GENDERS} onChange={setGender} />
        <FormField label="Birthday" type="date" autoComplete="bday" min="1900-01-01" max={today} required {...bind('birthday')} />
      </div>
      <NewPasswordField label="Password" {...bind('password')} />
      <PasswordField label="Confirm password" autoComplete="new-password" required {...bind('confirmation')} />
    </>
  )
}
