import { useRef, useState, type FormEvent, type ReactNode } from 'react'

import { FileDrop } from './file-drop.tsx'

type Props = {
  hasKey: boolean
  onKeyMissing: () => void
  isBusy: boolean
  onCheck: (file: File) => void
  /** In one step. */
  onUpload: (file: File, isStrict: boolean) => void
  /** What to know before another file is checked. */
  hint?: string | undefined
  children: ReactNode
}

/** A file, and the two ways to import it: looking first, or not. */
export function ImportForm({ hasKey, onKeyMissing, isBusy, onCheck, onUpload, hint, children }: Props) {
  const [isFileMissing, setIsFileMissing] = useState(false)
  const fileField = useRef<HTMLInputElement>(null)
  const withFile = (act: (file: File) => void) => {
    const file = fileField.current?.files?.[0]
    setIsFileMissing(!file)
    if (!hasKey) onKeyMissing()
    else if (!file) fileField.current?.focus()
    else if (!isBusy) act(file)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    withFile(onCheck)
  }
  const upload = (form: HTMLFormElement | null) => form && withFile((file) => onUpload(file, new FormData(form).has('strict')))
  // Before the script has come, Enter does nothing: a form of this method goes nowhere by itself.
  return (
    <form className="form" method="dialog" onSubmit={submit} noValidate>
      {children}
      <FileDrop field={fileField} isMissing={isFileMissing} onChosen={() => setIsFileMissing(false)} />
      <div className="grid gap-2">
        <button className="btn" aria-disabled={isBusy}>
          Check the file
        </button>
        <p className="hint">{hint ?? 'Shows what would change. Nothing is imported before you say so.'}</p>
      </div>
      <fieldset className="without-looking">
        <legend>Import without looking</legend>
        <label className="check">
          <input type="checkbox" name="strict" />
          <span>All rows or none: one bad row refuses the whole file</span>
        </label>
        <button type="button" className="btn second" aria-disabled={isBusy} onClick={(event) => upload(event.currentTarget.form)}>
          Upload
        </button>
      </fieldset>
    </form>
  )
}
