import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { formatStart, isOfferExpired, isOfferLive, isOfferUpcoming } from '#contract/offer-rules.ts'
import type { OfferDetail } from '#contract/offer.ts'
import { shopIdOf, shopNameOf } from '#contract/shop-rules.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { copyText } from '#web/lib/copy-text.ts'
import { showToast } from '#web/ui/toasts.ts'

import { OfferIcon } from './offer-icon.tsx'
import { offerDetailQuery } from './queries.ts'

/** What to do at the till (#95); once the offer has ended, where to go instead. */
export function OfferRedeem({ offer, className }: { offer: OfferDetail; className: string }) {
  const isExpired = isOfferExpired(offer, useNow())
  return (
    <section className={`panel ${className}`}>
      <h2>How to Redeem</h2>
      {isExpired ? <WayOn shop={offer.shop} /> : <RedeemSteps offer={offer} />}
    </section>
  )
}

const WayOn = ({ shop }: Pick<OfferDetail, 'shop'>) => (
  <>
    <p className="muted">This offer has ended and can no longer be redeemed.</p>
    <Link className="btn mt-3 text-center whitespace-normal" to={`/shops/${shopIdOf(shop)}`} prefetch="intent">
      See what {shopNameOf(shop)} offers now
    </Link>
  </>
)

/** The code is there only while the offer runs. */
function RedeemSteps({ offer }: { offer: OfferDetail }) {
  const now = useNow()
  const city = useCity()
  const isLive = isOfferLive(offer, now)
  useCodeOnceLive(offer.id, isLive)
  const code = isLive ? offer.redemptionCode : null
  return (
    <>
      <ol className="steps">
        {offer.startDate && isOfferUpcoming(offer, now) && <li>Wait until {formatStart(offer.startDate, city)}, when it begins.</li>}
        <li>Visit {[shopNameOf(offer.shop), offer.shop.address].filter(Boolean).join(', ')}.</li>
        <li>Mention the offer before payment.</li>
        <li>{code ? 'Show this page, or read out the code.' : 'Show this page.'}</li>
      </ol>
      {code && (
        <p className="code">
          <span className="sr-only">Code: </span>
          <b>{code}</b>
          <CopyCode code={code} />
        </p>
      )}
    </>
  )
}

/** Who has waited on the page for the offer to begin holds what was told before, without the code. */
function useCodeOnceLive(id: string, isLive: boolean) {
  const queries = useQueryClient()
  const wasLive = useRef(isLive)
  useEffect(() => {
    if (isLive && !wasLive.current) void queries.invalidateQueries({ queryKey: offerDetailQuery(id).queryKey })
    wasLive.current = isLive
  }, [queries, id, isLive])
}

function CopyCode({ code }: { code: string }) {
  const copy = async () => {
    if (await copyText(code)) showToast({ title: 'Code copied to clipboard' })
    else showToast({ title: 'The code could not be copied', description: code, variant: 'destructive' })
  }
  return (
    <button type="button" className="btn second scripted-only" onClick={() => void copy()}>
      <OfferIcon name="copy" />
      Copy
      <span className="sr-only"> code</span>
    </button>
  )
}
