import { useQuery } from '@tanstack/react-query'

import { directionsUrl, positionOf } from '#contract/distance.ts'
import { isOfferExpired } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'
import { shopIdOf, shopNameOf } from '#contract/shop-rules.ts'

import { useNow } from '#web/lib/clock.tsx'
import { phoneLink } from '#web/lib/links.ts'
import { shopQuery } from '#web/shops/queries.ts'
import { ActionDock } from '#web/ui/action-dock.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** What to do now, in reach of a thumb. An offer that has ended asks for nothing. */
export function OfferDock({ offer }: { offer: Offer }) {
  const { data: shop } = useQuery({ ...shopQuery(shopIdOf(offer.shop) ?? ''), throwOnError: false })
  const position = positionOf(offer.shop.location)
  const call = phoneLink(shop?.phone)
  if (isOfferExpired(offer, useNow()) || (!position && !call)) return null
  return (
    <ActionDock>
      {position && (
        <a className="btn" href={directionsUrl(position)} target="_blank" rel="noopener noreferrer">
          <Icon name="navigation-arrow" />
          Get Directions
        </a>
      )}
      {call && (
        <a className={position ? 'icon-btn' : 'btn'} href={call} aria-label={`Call ${shopNameOf(offer.shop)}`}>
          <Icon name="phone" />
          {!position && 'Call'}
        </a>
      )}
    </ActionDock>
  )
}
