import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'

import { PageHead } from '#web/frame/page-head.tsx'
import { ReportedOffers } from '#web/reports/reported-offers.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { DemoRemoval } from './demo-removal.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportReportView } from './import-report.tsx'
import { useImport } from './use-import.ts'

/** Not for search engines, and linked from nowhere (#6). */
export const headers = () => ({ 'x-robots-tag': 'noindex' })

/** Imports a file of offers, and shows those that did not work. The admin key lives in this page alone, and is gone with it (D-04). */
export default function ImportPage() {
  const [key, setKey] = useState('')
  const [isKeyMissing, setIsKeyMissing] = useState(false)
  const keyField = useRef<HTMLInputElement>(null)
  const askForKey = () => {
    setIsKeyMissing(true)
    keyField.current?.focus()
  }
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
            hasKey={key !== ''}
            onKeyMissing={askForKey}
            isBusy={upload.isPending}
            onUpload={(file, isStrict) => upload.mutate({ file, key, isStrict })}
          >
            <KeyField field={keyField} value={key} onChange={setKey} isMissing={isKeyMissing && key === ''} />
          </UploadForm>
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
      <ReportedOffers keyText={key} onKeyMissing={askForKey} />
      <ImportColumns />
    </div>
  )
}

type FormProps = {
  hasKey: boolean
  onKeyMissing: () => void
  isBusy: boolean
  onUpload: (file: File, isStrict: boolean) => void
  children: ReactNode
}

function UploadForm({ hasKey, onKeyMissing, isBusy, onUpload, children }: FormProps) {
  const [isFileMissing, setIsFileMissing] = useState(false)
  const fileField = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = fileField.current?.files?.[0]
    const isStrict = new FormData(event.currentTarget).has('strict')
    setIsFileMissing(!file)
    if (!file) fileField.current?.focus()
    else if (!hasKey) onKeyMissing()
    else if (!isBusy) onUpload(file, isStrict)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      {children}
      <div className="fld">
        <label htmlFor="csv">CSV file</label>
        <input id="csv" ref={fileField} name="csv" type="file" accept=".csv" {...(isFileMissing && { 'aria-invalid': true })} />
        {isFileMissing && <FieldError>Please select a CSV file.</FieldError>}
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

type KeyProps = { field: RefObject<HTMLInputElement | null>; value: string; onChange: (key: string) => void; isMissing: boolean }

const KeyField = ({ field, value, onChange, isMissing }: KeyProps) => (
  <div className="fld">
    <label htmlFor="key">Admin key</label>
    <input
      id="key"
      ref={field}
      type="password"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-describedby="key-hint"
      {...(isMissing && { 'aria-invalid': true })}
    />
    {isMissing && <FieldError>Please enter the admin key.</FieldError>}
    <p id="key-hint" className="hint">
      Printed once, when the server first started. It is kept in this page only.
    </p>
  </div>
)

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
