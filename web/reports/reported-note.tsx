import { isOfferExpired } from '#contract/offer-rules.ts'
import type { OfferDetail } from '#contract/offer.ts'
import { reportedLabel } from '#contract/report-rules.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** What others have told, under the door sign until somebody has checked: nobody should go there without knowing. */
export function ReportedNote({ offer, className }: { offer: OfferDetail; className: string }) {
  const city = useCity()
  const now = useNow()
  // What this browser has kept may be of a time when nobody could report.
  if (!offer.reportedAt) return null
  return (
    <p className={`reported-note ${className}`}>
      <Icon name="warning" />
      <span>
        <b>{reportedLabel(offer.reportedAt, now, city)}</b>
        {!isOfferExpired(offer, now) && 'Ask the shop before you go.'}
      </span>
    </p>
  )
}
