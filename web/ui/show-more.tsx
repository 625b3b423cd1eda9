import { useEffect, useRef, type RefObject } from 'react'
import { Link } from 'react-router'

import { LoadFailed } from './load-state.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> }

/** Without scripts a list is read page by page; this leads out of its middle. */
export const FirstPage = ({ to }: { to: string }) => (
  <p className="mb-4">
    <Link className="link" to={{ search: to }}>
      Back to the beginning of the list
    </Link>
  </p>
)

/**
 * Appends the next page of a list. Without scripts it is a link to that page. Who asked by keyboard goes on at the first new item.
 */
export function ShowMore({ pages, to, list }: { pages: Pages; to: string; list: RefObject<HTMLUListElement | null> }) {
  const firstNew = useRef<number>(undefined)
  useEffect(() => {
    const item = firstNew.current === undefined ? undefined : list.current?.children[firstNew.current]
    if (!item) return
    firstNew.current = undefined
    item.querySelector('a')?.focus({ preventScroll: true })
  })
  if (!pages.hasNextPage) return null
  const showMore = () => {
    firstNew.current = list.current?.children.length
    void pages.fetchNextPage()
  }
  return (
    <div className="grid gap-4 py-10 justify-items-center">
      {pages.isFetchNextPageError && <LoadFailed onRetry={showMore}>Failed to load data. Please try again later.</LoadFailed>}
      <Link
        className="btn second"
        to={to}
        rel="next"
        onClick={(event) => {
          event.preventDefault()
          if (!pages.isFetchingNextPage) showMore()
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
