import { useEffect, useState, type DragEvent, type RefObject } from 'react'

import { FieldError } from '#web/ui/form-field.tsx'

type Props = { field: RefObject<HTMLInputElement | null>; isMissing: boolean; onChosen: () => void }

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) => dataTransfer?.types.includes('Files') ?? false

/** The field for a file, and a place around it to drop one on. */
export function FileDrop({ field, isMissing, onChosen }: Props) {
  const [isOver, setIsOver] = useState(false)
  /** The one that was taken of several. */
  const [only, setOnly] = useState<string>()
  useStrayFiles()
  const choose = (one?: string) => {
    setOnly(one)
    onChosen()
  }
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    const input = event.currentTarget.querySelector('input')
    if (!file || !input) return
    const chosen = new DataTransfer()
    chosen.items.add(file)
    input.files = chosen.files
    input.focus()
    choose(event.dataTransfer.files.length > 1 ? file.name : undefined)
  }
  return (
    <div className="fld">
      <label htmlFor="csv">CSV file</label>
      <div
        className="file-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          id="csv"
          ref={field}
          name="csv"
          type="file"
          accept=".csv"
          onChange={() => choose()}
          aria-describedby={isMissing ? 'csv-error csv-hint' : 'csv-hint'}
          {...(isMissing && { 'aria-invalid': true })}
        />
        <p className="hint file-drop-hint" aria-hidden>
          or drop it here
        </p>
      </div>
      <div role="status">
        {isMissing && <FieldError id="csv-error">Please select a CSV file.</FieldError>}
        {only !== undefined && <p className="hint">One file at a time: “{only}” was taken, the others were not.</p>}
      </div>
      <TemplateHint />
    </div>
  )
}

const TemplateHint = () => (
  <p id="csv-hint" className="hint">
    <a className="link" href="/import-template.csv" download>
      Download the template
    </a>{' '}
    with every column and an example.
  </p>
)

/** A file that is dropped beside the field would open in place of the page, and take the key with it. */
function useStrayFiles() {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    addEventListener('dragover', ignore)
    addEventListener('drop', ignore)
    return () => {
      removeEventListener('dragover', ignore)
      removeEventListener('drop', ignore)
    }
  }, [])
}
