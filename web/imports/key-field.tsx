import type { RefObject } from 'react'

import { FieldError } from '#web/ui/form-field.tsx'

type Props = {
  field: RefObject<HTMLInputElement | null>
  value: string
  onChange: (key: string) => void
  /** It is entered: what it opens can be asked for. */
  onEntered: (key: string) => void
  error: string | undefined
}

const AFTER_PRESS = 300

export const KeyField = ({ field, value, onChange, onEntered, error }: Props) => (
  <div className="fld">
    <label htmlFor="key">Admin key</label>
    <input
      id="key"
      ref={field}
      type="password"
      autoComplete="off"
      value={value}
      onChange={({ target, nativeEvent }) => {
        onChange(target.value)
        // A key that is pasted is whole.
        if (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste') onEntered(target.value)
      }}
      // It enters the key, and sends no file.
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEntered(value)
      }}
      // What comes then moves the page: not below the pointer that has just left this field by pressing something else.
      onBlur={() => setTimeout(() => onEntered(value), AFTER_PRESS)}
      aria-describedby={error ? 'key-error key-hint' : 'key-hint'}
      {...(error && { 'aria-invalid': true })}
    />
    <div role="status">{error && <FieldError id="key-error">{error}</FieldError>}</div>
    <p id="key-hint" className="hint">
      Printed once, when the server first started. It is kept in this page only.
    </p>
  </div>
)
