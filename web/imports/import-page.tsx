import { useRef, useState, type FormEvent } from 'react'

import { PageHead } from '#web/frame/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { DemoRemoval } from './demo-removal.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportReportView } from './import-report.tsx'
import { useImport } from './use-import.ts'

/** Not for search engines, and linked from nowhere (#6). */
export const headers = () => ({ 'x-robots-tag': 'noindex' })

/** Imports a file of offers. The admin key lives in this page alone, and is gone with it (D-04). */
export default function ImportPage() {
  const [key, setKey] = useState('')
  const { upload, removal, progress } = useImport()
  const outcome = upload.data
  return (
    <div className="wrap pb-14">
      <PageHead title="Import offers | Kade" />
      <meta name="robots" content="noindex" />
      <h1 className="pt-8 pb-6 text-2xl">Import offers</h1>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid content-start gap-4">
          <UploadForm
            keyText={key}
            setKey={setKey}
            isBusy={upload.isPending}
            onUpload={(file, isStrict) => upload.mutate({ file, key, isStrict })}
          />
          <div role="status" className="grid gap-4">
            {upload.isPending && <Progress share={progress} />}
          </div>
        </div>
        <div className="grid content-start gap-4">
          {outcome && <Banner tone={outcome.isGood ? 'good' : 'bad'}>{outcome.message}</Banner>}
          {outcome?.report && <ImportReportView report={outcome.report} />}
          {outcome?.report?.demoIsPresent && outcome.isGood && <DemoRemoval removal={removal} onRemove={() => removal.mutate({ key })} />}
        </div>
      </div>
      <ImportColumns />
    </div>
  )
}

type FormProps = { keyText: string; setKey: (key: string) => void; isBusy: boolean; onUpload: (file: File, isStrict: boolean) => void }

function UploadForm({ keyText, setKey, isBusy, onUpload }: FormProps) {
  const [missing, setMissing] = useState<'key' | 'file'>()
  const keyField = useRef<HTMLInputElement>(null)
  const fileField = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = fileField.current?.files?.[0]
    const isStrict = new FormData(event.currentTarget).has('strict')
    const lacking = !file ? 'file' : !keyText ? 'key' : undefined
    setMissing(lacking)
    if (lacking) (lacking === 'file' ? fileField : keyField).current?.focus()
    else if (file && !isBusy) onUpload(file, isStrict)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="fld">
        <label htmlFor="key">Admin key</label>
        <input
          id="key"
          ref={keyField}
          type="password"
          autoComplete="off"
          value={keyText}
          onChange={(event) => setKey(event.target.value)}
          aria-describedby="key-hint"
          {...(missing === 'key' && { 'aria-invalid': true })}
        />
        {missing === 'key' && <FieldError>Please enter the admin key.</FieldError>}
        <p id="key-hint" className="hint">
          Printed once, when the server first started. It is kept in this page only.
        </p>
      </div>
      <div className="fld">
        <label htmlFor="csv">CSV file</label>
        <input id="csv" ref={fileField} name="csv" type="file" accept=".csv" {...(missing === 'file' && { 'aria-invalid': true })} />
        {missing === 'file' && <FieldError>Please select a CSV file.</FieldError>}
        <p className="hint">
          <a className="link" href="/import-template.csv" download>
            Download the template
          </a>{' '}
          with every column and an example.
        </p>
      </div>
      <label className="check">
        <input type="checkbox" name="strict" />
        <span>All rows or none: one bad row refuses the whole file</span>
      </label>
      <button className="btn" aria-disabled={isBusy}>
        Upload
      </button>
    </form>
  )
}

const FieldError = ({ children }: { children: string }) => (
  <p className="err" role="alert">
    <Icon name="warning" />
    {children}
  </p>
)

const Progress = ({ share }: { share: number }) => (
  <div className="grid gap-2">
    <progress className="progress" aria-label="Sent" value={share} />
    <p className="spin">
      {share < 1 ? `Sending, ${Math.round(share * 100)}%` : 'Sent. The server reads the rows; nothing shows before all are read.'}
    </p>
  </div>
)
