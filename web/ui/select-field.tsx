import { useId } from 'react'

import { Icon } from '#web/ui/icon.tsx'

type Props = { label: string; name: string; value: string; options: readonly string[]; onChange: (value: string) => void }

/** A labelled choice, by the browser's own list. */
export function SelectField({ label, name, value, options, onChange }: Props) {
  const id = useId()
  return (
    <div className="fld">
      <label htmlFor={id}>{label}</label>
      <span className="fld-select">
        <select id={id} name={name} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <Icon name="caret-down" />
      </span>
    </div>
  )
}
