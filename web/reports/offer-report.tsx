import { useEffect, useRef, useState } from 'react'

import { isOfferLive } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'

import { useNow } from '#web/lib/clock.tsx'
import { OfferIcon } from '#web/offers/offer-icon.tsx'
import { useSession } from '#web/session/session-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

/** Where this stands on the page, for whoever comes back from signing in. */
const PLACE = 'report'
const loadDialog = () => import('./report-dialog.tsx')

/**
 * The way to say that an offer did not work. What has not begun cannot have failed anybody, and nobody goes to what has ended. What it takes
 * to ask is fetched with the first press.
 */
export function OfferReport({ offer, className }: { offer: Offer; className: string }) {
  const me = useSession(({ user }) => user?.id)
  const [reporter, setReporter] = useState<string>()
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  const loaded = useLoadedPart(isAsked, loadDialog, close)
  const isLive = isOfferLive(offer, useNow())
  // Who was telling it when the offer ended is heard out.
  if (!isLive && !isAsked) return null
  const told = () => {
    close()
    setReporter(me)
  }
  return (
    <div id={PLACE} className={`offer-report scripted-only ${className}`}>
      {me !== undefined && reporter === me ? (
        <Thanks />
      ) : (
        <button type="button" className="btn quiet" aria-haspopup="dialog" aria-busy={isAsked && !loaded} onClick={() => setIsAsked(true)}>
          <OfferIcon name="flag" />
          It did not work?
        </button>
      )}
      {isAsked && loaded && <loaded.ReportDialog offerId={offer.id} place={PLACE} onClose={close} onTold={told} />}
    </div>
  )
}

/** The button has done its work, and whoever pressed it goes on from here. */
function Thanks() {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <p ref={words} tabIndex={-1}>
      <Icon name="check" />
      You have told us that it did not work. Thank you.
    </p>
  )
}
