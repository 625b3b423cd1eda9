import { useId, useState, type ComponentProps, type ReactNode } from 'react'

import { describe, FieldError } from '#web/ui/form-field.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'type'> & { label: string; error?: string | undefined; hint?: ReactNode }

/** A password, hidden until one asks to see it: what one can read, one need not type twice in vain. */
export function PasswordField({ label, error, hint, ...input }: Props) {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="fld">
      <label htmlFor={id}>{label}</label>
      <span className="secret">
        <input
          id={id}
          {...describe(id, error, hint ? 'hint' : undefined)}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          type={isShown ? 'text' : 'password'}
        />
        <button type="button" className="scripted-only" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </span>
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}h`} className="hint" aria-live="polite">
          {hint}
        </p>
      )}
    </div>
  )
}
