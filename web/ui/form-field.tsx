import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

import { Icon } from '#web/ui/icon.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { label: string; error?: string | undefined; hint?: string }

/** A labelled field; what is wrong with it and what helps are read out with it. */
export function FormField({ label, error, hint, ...input }: Props) {
  const id = useId()
  return (
    <div className="fld">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...describe(id, error, hint)} {...input} />
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}h`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** What ties a field to the words below it. */
export const describe = (id: string, error: string | undefined, hint?: string) => ({
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby': [error && `${id}e`, hint && `${id}h`].filter(Boolean).join(' ') || undefined,
})

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="err">
    <Icon name="warning" />
    {children}
  </p>
)

/** Puts the focus into a field by its name, where it is drawn. */
export function focusField(form: HTMLFormElement | null, name: string | undefined) {
  const field = name === undefined ? undefined : form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** Puts the focus into the first field, as they are drawn, of those that are named. */
export function focusFirst(form: HTMLFormElement | null, names: string[]) {
  const field = [...(form?.elements ?? [])].find((element) => names.includes(element.getAttribute('name') ?? ''))
  if (field instanceof HTMLElement) field.focus()
}

/** As a `ref`: what has just been drawn, in the place of what was pressed, takes the focus. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()
