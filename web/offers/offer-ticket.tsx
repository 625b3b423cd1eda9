import { honestSaving } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'

/** The discount, as a cut of the awning. Nothing hangs where nothing is saved. */
export function Ticket({ offer, isBig = false }: { offer: Offer; isBig?: boolean }) {
  const saving = honestSaving(offer)
  if (!saving || saving.percent <= 0) return null
  return (
    <p className={isBig ? 'ticket big' : 'ticket'}>
      {saving.isUpTo && <span className="up-to">Up to </span>}
      <b>{saving.percent}%</b> <span>off</span>
    </p>
  )
}
