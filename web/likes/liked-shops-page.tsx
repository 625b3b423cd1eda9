import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useRef, useState } from 'react'

import { coverOfShop, shopCoverUrl, type Composition } from '#contract/cover-rules.ts'
import type { LikedShop } from '#contract/like.ts'

import { useSession } from '#web/session/session-store.ts'
import { ShopCard } from '#web/shops/shop-card.tsx'
import { ShopSkeleton } from '#web/shops/shop-skeleton.tsx'

import { toShopTarget } from './like-target.ts'
import { LikedFrame, LikedShell } from './liked-frame.tsx'
import { LikedList } from './liked-list.tsx'
import { keepCompositions } from './liked-pages.ts'
import { RemoveButton, type OnRemove } from './liked-remove-button.tsx'
import { LIKED_WORDS } from './liked-words.ts'
import { likedShopsQuery } from './queries.ts'

/** The shops that one likes, by name (#14, #84). The server renders a shell (D-58). */
export default function LikedShopsPage() {
  const userId = useSession(({ user }) => user?.id)
  return (
    <LikedFrame words={LIKED_WORDS.SHOP}>
      {userId ? (
        <LikedShops key={userId} userId={userId} />
      ) : (
        <LikedShell words={LIKED_WORDS.SHOP}>
          <ShopSkeleton count={8} />
        </LikedShell>
      )}
    </LikedFrame>
  )
}

const hasLeft = (shop: LikedShop) => shop.isWithdrawn

function LikedShops({ userId }: { userId: string }) {
  const list = useInfiniteQuery(likedShopsQuery(userId))
  const heading = useRef<HTMLHeadingElement>(null)
  const [known] = useState(() => new Map<string, Composition>())
  const shops = list.data?.pages.flatMap((page) => page.data) ?? []
  const compositions = keepCompositions(known, shops, coverOfShop)
  return (
    <LikedList
      type="SHOP"
      userId={userId}
      list={list}
      isPast={hasLeft}
      heading={heading}
      Skeleton={ShopSkeleton}
      cards={(some, onRemove) =>
        some.map((shop) => (
          <LikedShopCard
            key={shop.id}
            shop={shop}
            cover={shopCoverUrl(shop, compositions.get(shop.id))}
            isFirst={shop === shops[0]}
            onRemove={onRemove}
          />
        ))
      }
    />
  )
}

type CardProps = { shop: LikedShop; cover: string; isFirst: boolean; onRemove: OnRemove }

const LikedShopCard = memo(function LikedShopCard({ shop, onRemove, ...rest }: CardProps) {
  const { isWithdrawn } = shop
  return (
    <ShopCard
      shop={shop}
      level="h3"
      hasLeft={isWithdrawn}
      action={<RemoveButton target={{ ...toShopTarget(shop), isWithdrawn }} onRemove={onRemove} />}
      {...rest}
    />
  )
})
