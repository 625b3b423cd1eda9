import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useCallback, useRef, useState } from 'react'

import { coverUrl, type Composition } from '#contract/cover-rules.ts'
import type { LikedOffer } from '#contract/like.ts'
import { isOfferExpired } from '#contract/offer-rules.ts'

import { useNow } from '#web/lib/clock.tsx'
import { OfferCard } from '#web/offers/offer-card.tsx'
import { OfferSkeleton } from '#web/offers/offer-skeleton.tsx'
import { useSession } from '#web/session/session-store.ts'

import { toOfferTarget } from './like-target.ts'
import { LikedClearing } from './liked-clearing.tsx'
import { LikedFrame, LikedShell } from './liked-frame.tsx'
import { LikedList } from './liked-list.tsx'
import { keepCompositions } from './liked-pages.ts'
import { RemoveButton, type OnRemove } from './liked-remove-button.tsx'
import { LIKED_WORDS } from './liked-words.ts'
import { likedOffersQuery } from './queries.ts'

/** The offers that one likes, what ends soonest first (#15, #84). The server renders a shell (D-58). */
export default function LikedOffersPage() {
  const userId = useSession(({ user }) => user?.id)
  return (
    <LikedFrame words={LIKED_WORDS.OFFER}>
      {userId ? (
        <LikedOffers key={userId} userId={userId} />
      ) : (
        <LikedShell words={LIKED_WORDS.OFFER}>
          <OfferSkeleton count={8} />
        </LikedShell>
      )}
    </LikedFrame>
  )
}

function LikedOffers({ userId }: { userId: string }) {
  const list = useInfiniteQuery(likedOffersQuery(userId))
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  const goOn = useCallback(() => heading.current?.focus(), [])
  const [known] = useState(() => new Map<string, Composition>())
  const offers = list.data?.pages.flatMap((page) => page.data) ?? []
  const compositions = keepCompositions(known, offers, (offer) => offer)
  const isPast = (offer: LikedOffer) => offer.isWithdrawn || isOfferExpired(offer, now)
  const hasExpired = offers.some((offer) => isOfferExpired(offer, now))
  return (
    <LikedList
      type="OFFER"
      userId={userId}
      list={list}
      isPast={isPast}
      heading={heading}
      pastAction={hasExpired && <LikedClearing userId={userId} onCleared={goOn} />}
      Skeleton={OfferSkeleton}
      cards={(some, onRemove) =>
        some.map((offer) => (
          <LikedOfferCard
            key={offer.id}
            offer={offer}
            cover={coverUrl(offer, compositions.get(offer.id))}
            isFirst={offer === offers[0]}
            onRemove={onRemove}
          />
        ))
      }
    />
  )
}

type CardProps = { offer: LikedOffer; cover: string; isFirst: boolean; onRemove: OnRemove }

const LikedOfferCard = memo(function LikedOfferCard({ offer, onRemove, ...rest }: CardProps) {
  const { isWithdrawn } = offer
  return (
    <OfferCard
      offer={offer}
      isInList
      isWithdrawn={isWithdrawn}
      action={<RemoveButton target={{ ...toOfferTarget(offer), isWithdrawn }} onRemove={onRemove} />}
      {...rest}
    />
  )
})
