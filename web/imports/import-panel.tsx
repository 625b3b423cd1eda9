import { useRef } from 'react'

import type { ImportDetail, ImportReport } from '#contract/import.ts'

import { DID_NOT_WORK, messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'

import { ImportCounts } from './import-counts.tsx'
import { ReadProgress } from './import-progress.tsx'
import { countWords, describeCounts, isSetAside, nameImport } from './import-words.ts'
import type { Operator } from './queries.ts'
import { useDecision } from './use-decision.ts'

type Props = {
  operator: Operator
  detail: ImportDetail
  /** Checks the same file once more; undefined where the browser does not hold it. */
  onAgain: (() => void) | undefined
}

/** Where one import stands, and what can be decided about it. */
export function ImportPanel({ operator, detail, onAgain }: Props) {
  const { publish, cancel } = useDecision(operator, detail.id)
  const heading = useRef<HTMLHeadingElement>(null)
  const act = (decision: typeof publish | typeof cancel) => {
    if (publish.isPending || cancel.isPending) return
    // The buttons go with what is decided: whoever pressed one goes on here.
    decision.mutate(undefined, { onSuccess: () => heading.current?.focus() })
  }
  const error = publish.error ?? cancel.error
  return (
    <section className="import-panel" aria-labelledby="import-panel">
      <h2 id="import-panel" ref={heading} tabIndex={-1}>
        {nameImport(detail)}
      </h2>
      {error && <Banner tone="bad">{messageOf(error, DID_NOT_WORK)}</Banner>}
      {detail.state === 'running' && (
        <ReadProgress key={detail.id} detail={detail} isEnding={cancel.isPending} onCancel={() => act(cancel)} />
      )}
      {detail.state === 'checked' && detail.report && (
        <Decision
          report={detail.report}
          isPublishing={publish.isPending}
          isEnding={cancel.isPending}
          onPublish={() => act(publish)}
          onCancel={() => act(cancel)}
        />
      )}
      {detail.state !== 'running' && detail.state !== 'checked' && (
        <Ending detail={detail} message={publish.data?.message} onAgain={onAgain} />
      )}
    </section>
  )
}

type DecisionProps = { report: ImportReport; isPublishing: boolean; isEnding: boolean; onPublish: () => void; onCancel: () => void }

function Decision({ report, isPublishing, isEnding, onPublish, onCancel }: DecisionProps) {
  const taken = report.rows - report.refused
  return (
    <>
      <p role="status">
        {taken > 0
          ? `Checked: ${countWords(taken, 'row is', 'rows are')} good${report.refused > 0 ? `, ${countWords(report.refused, 'is', 'are')} refused` : ''}. Nothing is imported yet.`
          : 'Checked: no row can be taken as it is. The reasons stand below.'}
      </p>
      <ImportCounts counts={report} />
      <div className="import-acts">
        {taken > 0 && (
          <button type="button" className="btn" aria-disabled={isPublishing || isEnding} onClick={onPublish}>
            {isPublishing ? 'Importing…' : `Import ${countWords(taken, 'offer', 'offers')}`}
          </button>
        )}
        <button type="button" className="btn second" aria-disabled={isPublishing || isEnding} onClick={onCancel}>
          {isEnding ? 'Throwing away…' : 'Throw away'}
        </button>
      </div>
    </>
  )
}

function Ending({ detail, message, onAgain }: { detail: ImportDetail; message: string | undefined; onAgain: Props['onAgain'] }) {
  const { state, failure, report } = detail
  if (state === 'published')
    return (
      <>
        <Banner tone="good">{message ?? report?.undo?.message ?? `Imported: ${describeCounts(detail)}.`}</Banner>
        {report && !report.undo && <ImportCounts counts={report} />}
      </>
    )
  if (state === 'cancelled' && !isSetAside(detail)) return <Banner tone="note">Cancelled. Nothing was changed.</Banner>
  return (
    <Banner
      tone={state === 'cancelled' ? 'note' : 'bad'}
      action={
        onAgain && (
          <button type="button" className="btn" onClick={onAgain}>
            Check the same file again
          </button>
        )
      }
    >
      {failure ?? 'It did not come to its end. Nothing was changed.'}
    </Banner>
  )
}
