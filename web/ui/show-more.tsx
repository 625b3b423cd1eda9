import type { RefObject } from 'react'
import { Link } from 'react-router'

import { LoadFailed } from './load-state.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> }

/**
 * Appends the next page of a list. Without scripts it is a link to that page. Who asked by keyboard goes on at the first new item.
 */
export function ShowMore({ pages, to, list }: { pages: Pages; to: string; list: RefObject<HTMLUListElement | null> }) {
  if (!pages.hasNextPage) return null
  const showMore = async () => {
    const shown = list.current?.children.length ?? 0
    await pages.fetchNextPage()
    requestAnimationFrame(() => list.current?.children[shown]?.querySelector('a')?.focus({ preventScroll: true }))
  }
  return (
    <div className="grid gap-4 py-10 justify-items-center">
      {pages.isFetchNextPageError && <LoadFailed onRetry={() => void showMore()}>Failed to load data. Please try again later.</LoadFailed>}
      <Link
        className="btn second"
        to={to}
        rel="next"
        onClick={(event) => {
          event.preventDefault()
          if (!pages.isFetchingNextPage) void showMore()
        }}
      >
        {pages.isFetchingNextPage ? (
          <span className="spin" role="status">
            Loading
          </span>
        ) : (
          'Show more'
        )}
      </Link>
    </div>
  )
}
