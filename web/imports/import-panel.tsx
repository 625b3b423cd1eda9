import { useEffect, useRef, useState } from 'react'

import { countWords, formatCount } from '#contract/format-count.ts'
import type { ImportDetail, ImportKind, ImportReport } from '#contract/import.ts'
import { formatMoment } from '#contract/offer-rules.ts'

import { browserQueries } from '#web/lib/browser.ts'
import { useCity } from '#web/lib/city.tsx'
import { DID_NOT_WORK, messageOf } from '#web/lib/failure-text.ts'
import { AskedButton, type Question } from '#web/ui/asked-button.tsx'
import { Banner } from '#web/ui/banner.tsx'

import { goOnAt } from './go-on-at.ts'
import { ImportCounts } from './import-counts.tsx'
import { ReadProgress } from './import-progress.tsx'
import { changesNothing, countNoun, describeCounts, isFile, isSetAside, nameImport } from './import-words.ts'
import { importsQuery, type Operator } from './queries.ts'
import { useDecision } from './use-decision.ts'

type Props = {
  operator: Operator
  detail: ImportDetail
  /** Checks the same file once more; undefined where the browser does not hold it. */
  onAgain: (() => void) | undefined
  /** Grows each time that somebody asks to see it. */
  asked: number
  /** Rows in which something is written that nobody has checked. */
  unchecked: number
}

/** Where one import stands, and what can be decided about it. */
export function ImportPanel({ operator, detail, onAgain, asked, unchecked }: Props) {
  const { publish, cancel } = useDecision(operator, detail.id)
  const corrected = detail.report?.corrected
  /** What was decided about: rows that are corrected later are a newer word than a decision that did not work. */
  const [decidedOn, setDecidedOn] = useState<number>()
  const heading = useRef<HTMLHeadingElement>(null)
  const panel = useRef<HTMLElement>(null)
  const isRunning = detail.state === 'running'
  useEffect(() => {
    if (asked > 0) goOnAt(heading.current, panel.current)
  }, [asked])
  useSettingAside(detail, operator, () => goOnAt(heading.current, panel.current))
  const act = (decision: typeof publish | typeof cancel) => {
    if (publish.isPending || cancel.isPending) return
    setDecidedOn(corrected)
    // The buttons go with what is decided: whoever pressed one goes on here.
    decision.mutate(undefined, { onSettled: () => heading.current?.focus() })
  }
  // Once it has ended otherwise meanwhile, that says why.
  const isOpen = (isRunning || detail.state === 'checked') && decidedOn === corrected
  const error = isOpen ? (publish.error ?? cancel.error) : null
  return (
    <section ref={panel} className="import-panel" aria-labelledby="import-panel">
      <h2 id="import-panel" ref={heading} tabIndex={-1}>
        {nameImport(detail)}
      </h2>
      {error && <Banner tone="bad">{messageOf(error, DID_NOT_WORK)}</Banner>}
      {isRunning && <ReadProgress key={detail.id} detail={detail} isEnding={cancel.isPending} onCancel={() => act(cancel)} />}
      {detail.state === 'checked' && detail.report && (
        <Decision
          kind={detail.kind}
          report={detail.report}
          unchecked={unchecked}
          isPublishing={publish.isPending}
          isEnding={cancel.isPending}
          onPublish={() => act(publish)}
          onCancel={() => act(cancel)}
        />
      )}
      {!isRunning && detail.state !== 'checked' && (
        <Ending detail={detail} message={publish.data?.message} onAgain={onAgain} unchecked={unchecked} />
      )}
    </section>
  )
}

/** Where what one was at goes by itself, for somebody else has set it aside, one goes on at what says so. */
function useSettingAside({ id, state }: ImportDetail, operator: Operator, goOn: () => void) {
  const before = useRef({ id, state })
  useEffect(() => {
    const wasChecked = before.current.id === id && before.current.state === 'checked'
    before.current = { id, state }
    if (!wasChecked || state !== 'cancelled') return
    void browserQueries.invalidateQueries({ queryKey: importsQuery(operator).queryKey })
    if (document.activeElement === document.body) goOn()
  })
}

type DecisionProps = {
  kind: ImportKind
  report: ImportReport
  unchecked: number
  isPublishing: boolean
  isEnding: boolean
  onPublish: () => void
  onCancel: () => void
}

function Decision({ kind, report, unchecked, isPublishing, isEnding, onPublish, onCancel }: DecisionProps) {
  const taken = report.rows - report.refused
  const isOfUse = !changesNothing(report)
  const isBusy = isPublishing || isEnding
  return (
    <>
      <p role="status">{describeCheck(report)}</p>
      <ImportCounts kind={kind} counts={report} />
      <div className="import-acts">
        {taken > 0 && (
          <AskedButton className={isOfUse ? 'btn' : 'btn second'} isBusy={isBusy} question={askToImport(unchecked)} onPress={onPublish}>
            {/* A file may bring numbers of shops alone, which show nowhere. */}
            {isPublishing ? 'Importing…' : isOfUse ? `Import ${countNoun(taken, { kind })}` : 'Import all the same'}
          </AskedButton>
        )}
        <AskedButton className="btn second" isBusy={isBusy} question={askToCancel(report.corrected ?? 0, unchecked)} onPress={onCancel}>
          {isEnding ? 'Cancelling…' : 'Cancel'}
        </AskedButton>
      </div>
    </>
  )
}

const askToImport = (unchecked: number): Question | undefined =>
  unchecked === 0
    ? undefined
    : {
        title: 'Import without these rows?',
        description: `Something is written in ${countWords(unchecked, 'refused row', 'refused rows')} that is not checked. Check it first, or it stays out.`,
        confirm: 'Import without them',
        tone: 'plain',
      }

const askToCancel = (corrected: number, unchecked: number): Question | undefined =>
  corrected + unchecked === 0
    ? undefined
    : {
        title: 'Cancel this import?',
        description: `What was corrected in ${countWords(corrected + unchecked, 'row', 'rows')} is forgotten with it. Left alone, the import waits here.`,
        confirm: 'Cancel the import',
        tone: 'danger',
      }

function describeCheck(report: ImportReport) {
  const taken = report.rows - report.refused
  if (taken === 0) return 'Checked: no row can be taken as it is. The reasons stand below.'
  const good = `Checked: ${countWords(taken, 'row is', 'rows are')} good`
  const corrected = report.corrected ? `, ${formatCount(report.corrected)} of them as corrected here` : ''
  const refused = report.refused > 0 ? `, ${countWords(report.refused, 'row is', 'rows are')} refused` : ''
  const next = changesNothing(report) ? 'What they say stands in the catalogue already: nothing would change.' : 'Nothing is imported yet.'
  return `${good}${corrected}${refused}. ${next}`
}

type EndingProps = Pick<Props, 'detail' | 'onAgain' | 'unchecked'> & { message: string | undefined }

function Ending({ detail, message, onAgain, unchecked }: EndingProps) {
  const { kind, state, failure, report, undoneAt } = detail
  const city = useCity()
  const done = isFile(detail) ? 'Imported' : 'Changed'
  if (state === 'published')
    return (
      <>
        {undoneAt ? (
          <Banner tone="note">Undone on {formatMoment(undoneAt, city)}. What follows is what it had brought.</Banner>
        ) : (
          <Banner tone="good">{message ?? report?.undo?.message ?? `${done}: ${describeCounts(detail)}.`}</Banner>
        )}
        {report && isFile(detail) && <ImportCounts kind={kind} counts={report} />}
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
      {Boolean(report?.corrected) && ' What was corrected in its rows is kept, and is read with the same file again.'}
      {onAgain && unchecked > 0 && ' What is written there and not checked yet is kept as well.'}
    </Banner>
  )
}
