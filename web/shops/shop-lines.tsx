import type { ReactNode } from 'react'

import { positionOf } from '#contract/distance.ts'
import type { Shop, ShopSummary } from '#contract/shop.ts'

import { DistanceText } from '#web/lib/distance-text.tsx'
import { phoneLink, shownLink, webLink } from '#web/lib/links.ts'
import type { Heirs } from '#web/lib/use-passed-focus.ts'
import { NearMe } from '#web/place/place-chip.tsx'
import { useOrigin } from '#web/place/place-origin.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

const Line = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} />
    {children}
  </li>
)

/** Where a shop is and how to reach it: what is known of address, distance, phone, mail and website. */
export function ShopLines({ shop }: { shop: ShopSummary & Partial<Pick<Shop, 'phone' | 'email' | 'website'>> }) {
  const call = phoneLink(shop.phone)
  const website = webLink(shop.website)
  return (
    <ul className="lines">
      <Line icon="map-pin">
        <span>
          {shop.address && `${shop.address}, `}
          <DistanceText location={shop.location} hasRoom />
        </span>
        <AskForPlace shop={shop} />
      </Line>
      {shop.phone && (
        <Line icon="phone">
          {call ? (
            <a className="link" href={call}>
              {shop.phone}
            </a>
          ) : (
            shop.phone
          )}
        </Line>
      )}
      {shop.email && (
        <Line icon="envelope-simple">
          <a className="link" href={`mailto:${encodeURIComponent(shop.email).replace('%40', '@')}`}>
            {shop.email}
          </a>
        </Line>
      )}
      {website && (
        <Line icon="globe">
          <a className="link" href={website} target="_blank" rel="noopener noreferrer nofollow">
            {shownLink(website)}
          </a>
        </Line>
      )}
    </ul>
  )
}

/** The next way to reach the shop, or the page. */
const TO_NEXT: Heirs = [(gone) => gone.closest('.lines')?.querySelector('a'), () => document.querySelector('main')]

/** Only who asks how far it really is gets asked where they are. */
function AskForPlace({ shop }: { shop: ShopSummary }) {
  const { isApproximate } = useOrigin()
  if (!isApproximate || !positionOf(shop.location)) return null
  return (
    <span className="scripted-only ml-auto shrink-0">
      <NearMe heirs={TO_NEXT} />
    </span>
  )
}
