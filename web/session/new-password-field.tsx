import { useState } from 'react'

import { passwordStrength } from '#contract/consumer-rules.ts'

import { describeStrength } from '#web/profile/password-draft.ts'

import { PasswordField } from './password-field.tsx'

type Props = { label: string; name: string; error: string | undefined }

/** A password that is being made up, with a hint how hard it is to guess (D-37). */
export function NewPasswordField(props: Props) {
  const [password, setPassword] = useState('')
  const strength = password === '' ? undefined : passwordStrength(password)
  return (
    <PasswordField
      {...props}
      required
      autoComplete="new-password"
      onInput={(event) => setPassword(event.currentTarget.value)}
      hint={
        <>
          {strength !== undefined && <span className={`strength s${strength}`} aria-hidden="true" />}
          {describeStrength(password)}
        </>
      }
    />
  )
}
