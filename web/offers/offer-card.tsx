import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'

import { CARD_TAGS, ONLINE } from '#contract/constants.ts'
import { coverUrl } from '#contract/cover-rules.ts'
import { cardTimeLabel, detailTimeLabel, formatRating, isOfferExpired, spokenTimeLabel } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'
import { shopNameOf } from '#contract/shop-rules.ts'

import { browserQueries } from '#web/lib/browser.ts'
import { categoryKey } from '#web/lib/categories.ts'
import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { DistanceText } from '#web/lib/distance-text.tsx'
import { languageOf } from '#web/lib/language.ts'
import { LikeButton } from '#web/likes/like-button.tsx'
import { toOfferTarget } from '#web/likes/like-target.ts'
import { FROM_LIST } from '#web/ui/back-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'

import { DoorSign, StatusShape } from './door-sign.tsx'
import { Ticket } from './offer-ticket.tsx'
import { offerDetailQuery } from './queries.ts'

type Labels = 'landing' | 'list' | 'shop'
type Props = {
  offer: Offer
  /** Three kinds of page word the time that is left in three ways (D-05). */
  labels?: Labels
  /** The page is a list that one wants to come back to as it was left. */
  isInList?: boolean
  /** The address of its cover, in a list where neighbours are to differ. */
  cover?: string | undefined
  /** How many of its tags it shows. */
  tags?: number
  /** The first card of a page; its picture is not left for later. */
  isFirst?: boolean
  /** Taken out of sight by the operator, and still in a list of what somebody likes. */
  isWithdrawn?: boolean
  /** What stands in the place of the heart. */
  action?: ReactNode
  /** What a list has to say of it, below everything else. */
  children?: ReactNode
}

/** An offer as a shop front: picture and door sign, then what, where and until when. */
export const OfferCard = memo(function OfferCard({
  offer,
  labels = 'list',
  isInList = false,
  isFirst = false,
  isWithdrawn = false,
  tags = CARD_TAGS,
  cover,
  action,
  children,
}: Props) {
  const now = useNow()
  return (
    <li className={isWithdrawn || isOfferExpired(offer, now) ? 'card expired' : 'card'} data-category={categoryKey(offer.category)}>
      <div className="front">
        <Picture src={offer.imageUrl ?? offer.shop.imageUrl} cover={cover ?? coverUrl(offer)} isFirst={isFirst} />
        <Ticket offer={offer} />
        {action ?? <LikeButton target={toOfferTarget(offer)} guestWay="toast" />}
        {isWithdrawn ? <Withdrawn /> : <DoorSign offer={offer} />}
      </div>
      <h3 lang={languageOf(offer.title)}>
        <Link
          to={`/offers/${offer.id}`}
          state={isInList ? FROM_LIST : null}
          prefetch="intent"
          // Its data is asked for together with the page's code, not after it.
          onClick={() => void browserQueries.prefetchQuery(offerDetailQuery(offer.id))}
        >
          {offer.title}
        </Link>
      </h3>
      <p className="where">
        <span>{shopNameOf(offer.shop)}</span>
        <DistanceText location={offer.shop.location} isOnline={offer.category === ONLINE} />
      </p>
      {offer.description && (
        <p className="desc" lang={languageOf(offer.description)}>
          {offer.description}
        </p>
      )}
      <OfferMeta offer={offer} />
      <p className="tags">
        {!isWithdrawn && <TimeLeft offer={offer} labels={labels} />}{' '}
        {offer.tags.slice(0, tags).map((tag) => (
          <span key={tag}>
            <Link to={`/?tags=${encodeURIComponent(tag)}`} preventScrollReset>
              #{tag}
            </Link>{' '}
          </span>
        ))}
      </p>
      {children}
    </li>
  )
})

const Withdrawn = () => (
  <p className="status" data-status="expired">
    <StatusShape status="expired" />
    <b>Withdrawn</b>
  </p>
)

const OfferMeta = ({ offer: { category, rating, clicks } }: { offer: Offer }) => (
  <p className="meta">
    <span className="cat">{category}</span>
    {formatRating(rating) && (
      <span>
        <Icon name="star" />
        <span className="sr-only">Rated </span>
        {formatRating(rating)}
        <span className="sr-only"> of 5</span>
      </span>
    )}
    <span>{clicks === 1 ? '1 click' : `${clicks} clicks`}</span>
  </p>
)

function TimeLeft({ offer, labels }: { offer: Offer; labels: Labels }) {
  const now = useNow()
  const city = useCity()
  const label = labels === 'shop' ? detailTimeLabel(offer, now, city) : cardTimeLabel(offer, now, city, labels === 'landing')
  return (
    <b>
      <span aria-hidden="true">{label}</span>
      <span className="sr-only">{spokenTimeLabel(offer, now, city)}.</span>
    </b>
  )
}
