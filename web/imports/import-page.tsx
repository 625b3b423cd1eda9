import { useEffect, useRef, useState } from 'react'

import { CatalogueDesk } from '#web/catalogue/catalogue-desk.tsx'
import { PageHead } from '#web/frame/page-head.tsx'
import { messageOf } from '#web/lib/failure-text.ts'
import { ReportedOffers } from '#web/reports/reported-offers.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { LoadFailed } from '#web/ui/load-state.tsx'

import { DemoRemoval } from './demo-removal.tsx'
import { goOnAt } from './go-on-at.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportDetails } from './import-details.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportList } from './import-list.tsx'
import { ImportPanel } from './import-panel.tsx'
import { SendProgress } from './import-progress.tsx'
import { KeyField } from './key-field.tsx'
import { PictureState } from './picture-state.tsx'
import type { Operator } from './queries.ts'
import { ImportReportView } from './row-notes.tsx'
import { describeSendFailure } from './send-file.ts'
import { useDesk } from './use-desk.ts'
import { useImport } from './use-import.ts'

/** Not for search engines, and linked from nowhere (#6). */
export const headers = () => ({ 'x-robots-tag': 'noindex' })

/**
 * Imports files of offers, tells of earlier imports, and of offers that did not work. The admin key lives in this page alone, and is gone
 * with it (D-04).
 */
export default function ImportPage() {
  const { key, setKey, operator, enter, isMissing, ask, field } = useKey()
  const desk = useDesk(operator)
  const { upload, sent, check, importNow, show, follow } = useSending(desk, () => enter(key))
  const again = desk.file
  const outcome = upload.isPending ? undefined : upload.data
  return (
    <div className="wrap pb-14">
      <PageHead title="Import offers | Kade" />
      <meta name="robots" content="noindex" />
      <h1 className="pt-8 pb-6 text-2xl">Import offers</h1>
      <div className="import-desk">
        <ImportForm
          hasKey={key !== ''}
          onKeyMissing={ask}
          isBusy={desk.isBusy || upload.isPending}
          onCheck={check}
          onUpload={importNow}
          hint={
            desk.isWaiting
              ? 'The file that waits for your decision is set aside by the next one. It can be checked again, with what was corrected in it.'
              : undefined
          }
        >
          <KeyField
            field={field}
            value={key}
            onChange={setKey}
            onEntered={enter}
            error={isMissing && key === '' ? 'Please enter the admin key.' : key === operator.key ? desk.keyError : undefined}
          />
        </ImportForm>
        <div className="grid content-start gap-4">
          <div role="status" className="grid gap-4">
            {upload.isPending && sent && <SendProgress sent={sent} />}
            {desk.check.send.isPending && desk.check.sent && <SendProgress sent={desk.check.sent} onCancel={desk.check.cancel} />}
          </div>
          {outcome ? (
            <OneStepOutcome outcome={outcome} keyText={operator.key} />
          ) : (
            <DeskState desk={desk} operator={operator} onAgain={again && (() => check(again))} />
          )}
        </div>
      </div>
      {!outcome && <DeskDetails desk={desk} operator={operator} />}
      <ImportList operator={operator} shownId={desk.shownId} onShow={show} onBegun={follow} onKeyMissing={ask} />
      <CatalogueDesk keyText={key} onKeyMissing={ask} />
      <ReportedOffers keyText={key} onKeyMissing={ask} />
      <PictureState keyText={key} onKeyMissing={ask} />
      <ImportColumns />
    </div>
  )
}

/** The key as it is typed, and as it was entered last: only that is asked with. */
function useKey() {
  const [key, setKey] = useState('')
  const [operator, setOperator] = useState<Operator>({ key: '', attempt: 0 })
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = (whole: string) => {
    if (whole === operator.key) return operator
    const next = { key: whole, attempt: operator.attempt + 1 }
    setOperator(next)
    return next
  }
  const ask = () => {
    setIsMissing(true)
    field.current?.focus()
  }
  return { key, setKey, operator, enter, isMissing, ask, field }
}

type Desk = ReturnType<typeof useDesk>

/** The two ways to send a file. What the one has come to goes when the other is sent, or something else is shown. */
function useSending(desk: Desk, enter: () => Operator) {
  const { upload, sent } = useImport()
  const check = (file: File) => {
    upload.reset()
    desk.check.send.mutate({ file, operator: enter() })
  }
  const importNow = (file: File, isStrict: boolean) => {
    desk.check.send.reset()
    upload.mutate({ file, key: enter().key, isStrict })
  }
  /** In the place of what a one-step import has come to. */
  const insteadOfUpload = (act: (id: string) => void) => (id: string) => {
    upload.reset()
    act(id)
  }
  return { upload, sent, check, importNow, show: insteadOfUpload(desk.show), follow: insteadOfUpload(desk.follow) }
}

function DeskState({ desk, operator, onAgain }: { desk: Desk; operator: Operator; onAgain: (() => void) | undefined }) {
  const { check, detail, asked } = desk
  const failure = useRef<HTMLDivElement>(null)
  const isMissing = detail.isError && !detail.data
  useEffect(() => {
    if (isMissing && asked > 0) goOnAt(failure.current)
  }, [isMissing, asked])
  if (check.send.isPending) return null
  if (check.error) return <Banner tone="bad">{describeSendFailure('POST /superadmin/dashboard/imports', check.error)}</Banner>
  const failed = detail.error && (
    <div ref={failure} tabIndex={-1}>
      <LoadFailed onRetry={() => void detail.refetch()}>
        {messageOf(detail.error, 'This import could not be loaded. Please check your connection.')}
      </LoadFailed>
    </div>
  )
  if (!detail.data) return failed
  const isDone = detail.data.state === 'published' && detail.data.kind === 'upload' && !detail.data.undoneAt
  return (
    <>
      {failed}
      <ImportPanel
        key={detail.data.id}
        operator={operator}
        detail={detail.data}
        onAgain={onAgain}
        asked={desk.asked}
        unchecked={detail.data.report?.refused ? desk.drafts.of(detail.data.id).size : 0}
      />
      {isDone && detail.data.report?.demoIsPresent && <DemoRemoval keyText={operator.key} />}
    </>
  )
}

function DeskDetails({ desk: { check, detail, drafts }, operator }: { desk: Desk; operator: Operator }) {
  if (!detail.data || check.send.isPending) return null
  return (
    <div className="mt-8">
      <ImportDetails operator={operator} detail={detail.data} drafts={drafts} />
    </div>
  )
}

const OneStepOutcome = ({
  outcome,
  keyText,
}: {
  outcome: NonNullable<ReturnType<typeof useImport>['upload']['data']>
  keyText: string
}) => (
  <>
    <Banner tone={outcome.isGood ? 'good' : 'bad'}>{outcome.message}</Banner>
    {outcome.report && <ImportReportView report={outcome.report} />}
    {outcome.report?.demoIsPresent && outcome.isGood && <DemoRemoval keyText={keyText} />}
  </>
)
