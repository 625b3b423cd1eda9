import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ONLINE } from '#contract/constants.ts'
import { categoriesOf } from '#contract/shop-rules.ts'
import type { Shop } from '#contract/shop.ts'

import { categoryKey } from '#web/lib/categories.ts'
import { DistanceText } from '#web/lib/distance-text.tsx'
import { languageOf } from '#web/lib/language.ts'
import { StatusShape } from '#web/offers/door-sign.tsx'
import { FROM_LIST } from '#web/ui/back-link.tsx'
import { Picture } from '#web/ui/picture.tsx'

import { Monogram, OpenBadge } from './shop-plate.tsx'

type Props = {
  shop: Shop
  /** The address of its cover. */
  cover: string
  /** The first card of a page; its picture is not left for later. */
  isFirst: boolean
  level?: 'h2' | 'h3'
  /** It has gone, and is still in a list of what somebody likes. */
  hasLeft?: boolean
  /** What stands in the corner of the picture. */
  action?: ReactNode
}

/** A shop in a list: picture and plate, then its name, where it is, and whether it is open. */
export function ShopCard({ shop, cover, isFirst, level: Heading = 'h2', hasLeft = false, action }: Props) {
  const [category = null] = categoriesOf(shop)
  return (
    <li className={hasLeft ? 'card shop-card expired' : 'card shop-card'} data-category={categoryKey(category)}>
      <div className="front">
        <Picture src={shop.imageUrl} cover={cover} isFirst={isFirst} />
        <Monogram shop={shop} category={category} />
        {action}
      </div>
      <Heading lang={languageOf(shop.name)}>
        <Link to={`/shops/${shop.id}`} state={FROM_LIST} prefetch="intent">
          {shop.name}
        </Link>
      </Heading>
      <p className="where">
        <span className="muted">{shop.address}</span>
        <DistanceText location={shop.location} isOnline={category === ONLINE} />
      </p>
      <p className="meta">
        {category && <span className="cat">{category}</span>}
        {hasLeft ? <HasLeft /> : <OpenBadge shop={shop} />}
      </p>
    </li>
  )
}

const HasLeft = () => (
  <span className="open shut">
    <StatusShape status="expired" />
    This shop has left
  </span>
)
