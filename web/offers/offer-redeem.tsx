import { isOfferLive } from '#contract/offer-rules.ts'
import type { OfferDetail } from '#contract/offer.ts'
import { shopNameOf } from '#contract/shop-rules.ts'

import { useNow } from '#web/lib/clock.tsx'

/** What to do at the till (#95). The code is there only while the offer runs. */
export function OfferRedeem({ offer, className }: { offer: OfferDetail; className: string }) {
  const code = isOfferLive(offer, useNow()) ? offer.redemptionCode : null
  return (
    <section className={`panel ${className}`}>
      <h2>How to Redeem</h2>
      <ol className="steps">
        <li>Visit {[shopNameOf(offer.shop), offer.shop.address].filter(Boolean).join(', ')}.</li>
        <li>Mention the offer before payment.</li>
        <li>{code ? 'Show this page, or read out the code.' : 'Show this page.'}</li>
      </ol>
      {code && (
        <p className="code">
          <span className="sr-only">Code: </span>
          <b>{code}</b>
        </p>
      )}
    </section>
  )
}
