import { directionsUrl, positionOf } from '#contract/distance.ts'
import type { Shop } from '#contract/shop.ts'

import { phoneLink, socialLink } from '#web/lib/links.ts'
import { ActionDock } from '#web/ui/action-dock.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { ShopLines } from './shop-lines.tsx'

/** Where the shop is and how to reach it. What to do stands here, and on a phone in the dock. */
export function ShopContact({ shop }: { shop: Shop }) {
  return (
    <div className="column aside">
      <section className="merchant">
        <div className="in">
          <h2>Contact Information</h2>
          <ShopLines shop={shop} />
          <FollowUs shop={shop} />
          <div className="row max-md:hidden">
            <ShopActions shop={shop} />
          </div>
        </div>
      </section>
    </div>
  )
}

export const ShopDock = ({ shop }: { shop: Shop }) =>
  (shop.location || phoneLink(shop.phone)) && (
    <ActionDock>
      <ShopActions shop={shop} />
    </ActionDock>
  )

function ShopActions({ shop }: { shop: Shop }) {
  const position = positionOf(shop.location)
  const call = phoneLink(shop.phone)
  return (
    <>
      {position && (
        <a className="btn" href={directionsUrl(position)} target="_blank" rel="noopener noreferrer">
          <Icon name="navigation-arrow" />
          Get Directions
        </a>
      )}
      {call && (
        <a className="btn second" href={call}>
          <Icon name="phone" />
          Call Shop
        </a>
      )}
    </>
  )
}

const NETWORKS = [
  ['facebook', 'Facebook', 'facebook-logo'],
  ['twitter', 'Twitter', 'x-logo'],
  ['instagram', 'Instagram', 'instagram-logo'],
] as const

/** Only the networks that the shop names. */
function FollowUs({ shop }: { shop: Shop }) {
  const links = NETWORKS.flatMap(([network, name, icon]) => {
    const href = socialLink(network, shop.socialMedia[network])
    return href ? [{ name, icon, href }] : []
  })
  if (links.length === 0) return null
  return (
    <>
      <h3 className="text-md print:hidden">Follow Us</h3>
      <div className="-ml-2.5 flex gap-1 print:hidden">
        {links.map(({ name, icon, href }) => (
          <a key={name} className="icon-btn" href={href} target="_blank" rel="noopener noreferrer nofollow" aria-label={name}>
            <Icon name={icon} />
          </a>
        ))}
      </div>
    </>
  )
}
