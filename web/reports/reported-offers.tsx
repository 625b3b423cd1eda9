import { useRef, useState } from 'react'

import { formatMoment } from '#contract/offer-rules.ts'
import { REASON_TEXTS, REPORT_REASONS } from '#contract/report-texts.ts'
import type { ReportedOffer } from '#contract/report.ts'

import { useCity } from '#web/lib/city.tsx'
import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { useCheck, useReportedOffers } from './use-reported-offers.ts'

type Props = { keyText: string; onKeyMissing: () => void }

/** What shoppers say did not work, for the operator: to be looked at, and ticked off one by one. */
export function ReportedOffers({ keyText, onKeyMissing }: Props) {
  const list = useReportedOffers(keyText)
  const [checked, setChecked] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const show = () => {
    setChecked(undefined)
    if (!keyText) onKeyMissing()
    else if (!list.isFetching) void list.refetch()
  }
  const noteChecked = (title: string) => {
    setChecked(title)
    heading.current?.focus()
  }
  const rows = list.data?.data
  return (
    <section className="panel mt-10" aria-labelledby="reported">
      <h2 id="reported" ref={heading} tabIndex={-1}>
        Reported offers
      </h2>
      <p className="muted mb-4">
        Offers that several people say did not work. Their pages warn others until you have checked. The list needs the admin key.
      </p>
      <button type="button" className="btn second" aria-disabled={list.isFetching} onClick={show}>
        {rows ? 'Load again' : 'Show reported offers'}
      </button>
      <div role="status" className="reported-state">
        {list.isFetching && <p className="spin">Loading reported offers</p>}
        {checked !== undefined && (
          <p className="reported-checked">
            <Icon name="check" />
            <span>Checked: {checked}</span>
          </p>
        )}
        {rows?.length === 0 && !list.isFetching && !list.error && <p>Nothing has been reported.</p>}
      </div>
      {list.error && !list.isFetching && (
        <Banner tone="bad">{messageOf(list.error, 'The list could not be loaded. Please check your connection and try again.')}</Banner>
      )}
      {rows && rows.length > 0 && (
        <ul className="reported-list">
          {rows.map((offer) => (
            <ReportedRow key={offer.id} offer={offer} keyText={keyText} onChecked={() => noteChecked(offer.title)} />
          ))}
        </ul>
      )}
      {list.data && list.data.total > list.data.data.length && <p className="hint mt-2">And more: the latest are shown.</p>}
    </section>
  )
}

type RowProps = { offer: ReportedOffer; keyText: string; onChecked: () => void }

function ReportedRow({ offer, keyText, onChecked }: RowProps) {
  const { id, title, shopName, reports, reasons, lastReportedAt } = offer
  const check = useCheck(keyText, id, onChecked)
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
        <ul className="muted">
          {REPORT_REASONS.filter((reason) => reasons[reason]).map((reason) => (
            <li key={reason}>
              {REASON_TEXTS[reason]}: {reasons[reason]}
            </li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        className="btn second"
        aria-label={check.isPending ? undefined : `Checked: ${title}`}
        aria-disabled={check.isPending}
        onClick={() => check.isPending || check.mutate()}
      >
        {check.isPending ? 'Saving…' : 'Checked'}
      </button>
      {check.error && !check.isPending && (
        <Banner tone="bad">{messageOf(check.error, 'That could not be saved. Please check your connection and try again.')}</Banner>
      )}
    </li>
  )
}
