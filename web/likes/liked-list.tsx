import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useRef, type ComponentType, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'

import { PAGE_SIZE } from '#contract/constants.ts'
import type { TargetType } from '#contract/interaction.ts'
import type { Page } from '#contract/wire.ts'

import { EmptyShop } from '#web/ui/empty-shop.tsx'
import { foldCard } from '#web/ui/fold-card.ts'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'

import { LikedHead } from './liked-frame.tsx'
import { dropLiked, removeLiked } from './liked-removal.ts'
import type { OnRemove } from './liked-remove-button.tsx'
import { LIKED_WORDS } from './liked-words.ts'

type Props<T> = {
  type: TargetType
  userId: string
  list: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  isPast: (item: T) => boolean
  /** The cards of some of the items. */
  cards: (items: T[], onRemove: OnRemove) => ReactNode
  Skeleton: ComponentType<{ count: number }>
  /** Of the page: it takes the focus when nothing else can. */
  heading: RefObject<HTMLHeadingElement | null>
  /** Beside the heading of what is past: something to be done about it. */
  pastAction?: ReactNode
}

/** A list of likes: what is there, and behind it, greyed, what is no more. */
export function LikedList<T extends { id: string }>({ type, userId, list, isPast, cards, Skeleton, heading, pastAction }: Props<T>) {
  const words = LIKED_WORDS[type]
  const places = useRef<HTMLUListElement>(null)
  const items = list.data?.pages.flatMap((page) => page.data)
  const past = items?.filter(isPast) ?? []
  const total = list.data?.pages[0]?.total
  const onRemove: OnRemove = useCallback(
    (target, button) => {
      const takeOut = () => dropLiked(type, userId, [target.id])
      void removeLiked(target, userId).then((isGone) => (isGone ? foldCard(button.closest('li'), takeOut, heading.current) : undefined))
    },
    [type, userId, heading],
  )
  return (
    <>
      <LikedHead words={words} total={total} heading={heading} />
      {items && !list.isFetchNextPageError && <CachedData query={list} />}
      {items === undefined ? (
        <LoadState query={list} label={words.loading} failure={words.loadFailed}>
          <Skeleton count={8} />
        </LoadState>
      ) : items.length === 0 && !list.hasNextPage ? (
        <EmptyShop level="h2" title={words.empty}>
          <p>{words.hint}</p>
          <Link className="btn" to={words.browse.to}>
            {words.browse.label}
          </Link>
        </EmptyShop>
      ) : (
        <>
          {past.length < items.length && <h2 className="sr-only">{words.current}</h2>}
          <ul className="cards" ref={places}>
            {cards(
              items.filter((item) => !isPast(item)),
              onRemove,
            )}
            {past.length > 0 && (
              <li className="liked-past">
                <h2>{words.past}</h2>
                {pastAction}
              </li>
            )}
            {cards(past, onRemove)}
          </ul>
          <ShowMore
            pages={list}
            list={places}
            to={words.path}
            waiting={<Skeleton count={Math.min(PAGE_SIZE, Math.max(1, (total ?? 0) - items.length))} />}
          />
        </>
      )}
    </>
  )
}
