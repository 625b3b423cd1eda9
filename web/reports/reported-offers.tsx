import { useRef, useState } from 'react'

import { formatMoment } from '#contract/offer-rules.ts'
import { REPORTS_TO_FLAG } from '#contract/constants.ts'
import { REASON_TEXTS, REPORT_REASONS } from '#contract/report-texts.ts'
import type { ReportedOffer } from '#contract/report.ts'

import { WithdrawButton } from '#web/catalogue/withdraw-button.tsx'
import { useCity } from '#web/lib/city.tsx'
import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { useCheck, useReopening, useReportedOffers } from './use-reported-offers.ts'

type Props = { keyText: string; onKeyMissing: () => void }

/** What shoppers say did not work, for the operator: to be looked at, and ticked off one by one. */
export function ReportedOffers({ keyText, onKeyMissing }: Props) {
  const list = useReportedOffers(keyText)
  const [told, setTold] = useState<Told>()
  const heading = useRef<HTMLHeadingElement>(null)
  const show = () => {
    setTold(undefined)
    if (!keyText) onKeyMissing()
    else if (!list.isFetching) void list.refetch()
  }
  const tell = (what: Told) => {
    setTold(what)
    heading.current?.focus()
    // What was checked has left the list already.
    if (!what.checkedId) void list.refetch()
  }
  const rows = list.data?.data
  return (
    <section className="panel mt-10" aria-labelledby="reported">
      <h2 id="reported" ref={heading} tabIndex={-1}>
        Reported offers
      </h2>
      <p className="muted mb-4">
        Offers that people say did not work. Where {REPORTS_TO_FLAG} have said so the page warns others, until you have checked. The list
        needs the admin key.
      </p>
      <button type="button" className="btn second" aria-disabled={list.isFetching} onClick={show}>
        {rows ? 'Load again' : 'Show reported offers'}
      </button>
      <div role="status" className="reported-state">
        {list.isFetching && <p className="spin">Loading reported offers</p>}
        {told && (
          <p className="reported-checked">
            <Icon name="check" />
            <span>
              {told.what}: {told.title}
            </span>
          </p>
        )}
        {rows?.length === 0 && !list.isFetching && !list.error && <p>Nothing has been reported.</p>}
      </div>
      {told?.checkedId && <UndoCheck key={told.checkedId} keyText={keyText} id={told.checkedId} title={told.title} onDone={tell} />}
      {list.error && !list.isFetching && (
        <Banner tone="bad">{messageOf(list.error, 'The list could not be loaded. Please check your connection and try again.')}</Banner>
      )}
      {rows && rows.length > 0 && (
        <ul className="reported-list">
          {rows.map((offer) => (
            <ReportedRow key={offer.id} offer={offer} keyText={keyText} onTold={tell} />
          ))}
        </ul>
      )}
      {list.data && list.data.total > list.data.data.length && <p className="hint mt-2">And more: the latest are shown.</p>}
    </section>
  )
}

/** `checkedId` is an offer whose check can be taken back. */
type Told = { what: string; title: string; checkedId?: string }

function UndoCheck({ keyText, id, title, onDone }: { keyText: string; id: string; title: string; onDone: (told: Told) => void }) {
  const reopening = useReopening(keyText, id, () => onDone({ what: 'Reported again', title }))
  return (
    <>
      <button
        type="button"
        className="btn second"
        aria-label={reopening.isPending ? undefined : `Undo: ${title} was not checked`}
        aria-disabled={reopening.isPending}
        onClick={() => reopening.isPending || reopening.mutate()}
      >
        {reopening.isPending ? 'Saving…' : 'Undo'}
      </button>
      {reopening.error && !reopening.isPending && <Banner tone="bad">{messageOf(reopening.error, FAILED)}</Banner>}
    </>
  )
}

const FAILED = 'That could not be saved. Please check your connection and try again.'

type RowProps = { offer: ReportedOffer; keyText: string; onTold: (told: Told) => void }

function ReportedRow({ offer, keyText, onTold }: RowProps) {
  const { id, title, shopName, reports, reasons, lastReportedAt, isFlagged } = offer
  const check = useCheck(keyText, id, () => onTold({ what: 'Checked', title, checkedId: id }))
  const city = useCity()
  return (
    <li>
      <div>
        {/* In a tab of its own: this one holds the key. */}
        <a className="link" href={`/offers/${id}`} target="_blank" rel="noopener">
          {title}
        </a>
        <p className="muted">{shopName}</p>
      </div>
      <div>
        <p>
          <b>{reports === 1 ? '1 report' : `${reports} reports`}</b>, last on {formatMoment(lastReportedAt, city)}
        </p>
        {isFlagged && <p className="muted">Its page warns others.</p>}
        <ul className="muted">
          {REPORT_REASONS.filter((reason) => reasons[reason]).map((reason) => (
            <li key={reason}>
              {REASON_TEXTS[reason]}: {reasons[reason]}
            </li>
          ))}
        </ul>
      </div>
      <div className="import-acts">
        <button
          type="button"
          className="btn second"
          aria-label={check.isPending ? undefined : `Checked: ${title}`}
          aria-disabled={check.isPending}
          onClick={() => check.isPending || check.mutate()}
        >
          {check.isPending ? 'Saving…' : 'Checked'}
        </button>
        <WithdrawButton keyText={keyText} what="offers" id={id} name={title} onDone={() => onTold({ what: 'Withdrawn', title })} />
      </div>
      {check.error && !check.isPending && <Banner tone="bad">{messageOf(check.error, FAILED)}</Banner>}
    </li>
  )
}
