import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'

import { PAGES_AHEAD } from '#contract/constants.ts'

import { useDataSaving } from '#web/settings/data-saving.ts'

import { LoadFailed } from './load-state.tsx'

type Pages = {
  data: { pages: unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

type Props = { pages: Pages; to: string; list: RefObject<HTMLElement | null>; waiting: ReactNode }

/** Without scripts a list is read page by page; this leads out of its middle. */
export const FirstPage = ({ to }: { to: string }) => (
  <p className="mb-4">
    <Link className="link" to={{ search: to }}>
      Back to the beginning of the list
    </Link>
  </p>
)

/**
 * Appends the next page of a list: by itself for the first few, and after that when asked, so that what stands below can be reached
 * (#30). Without scripts it is a link to that page. Who asked by keyboard goes on at the first new item; `list` holds the items, or a
 * list for each page. `waiting` keeps the place of what is on its way, so that nothing on the screen moves when it comes.
 */
export function ShowMore({ pages, to, list, waiting }: Props) {
  const place = useLoadAhead(pages)
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
    if (!pages.isFetchingNextPage) void pages.fetchNextPage()
  }
  return (
    <>
      {pages.isFetchingNextPage && waiting}
      <div className="grid gap-4 py-10 justify-items-center" ref={place}>
        {pages.isFetchNextPageError && <LoadFailed onRetry={showMore}>Failed to load data. Please try again later.</LoadFailed>}
        <Link
          className="btn second"
          to={to}
          rel="next"
          onClick={(event) => {
            event.preventDefault()
            showMore()
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
    </>
  )
}

/** Fetches a page when the end of the list comes near, for so many pages; for none where data is saved. */
function useLoadAhead({ data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: Pages) {
  const place = useRef<HTMLDivElement>(null)
  const isSaving = useDataSaving()
  const isAhead = !isSaving && hasNextPage && !isFetchingNextPage && !isFetchNextPageError && (data?.pages.length ?? 0) < PAGES_AHEAD
  useEffect(() => {
    if (!isAhead || !place.current) return
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void fetchNextPage(), { rootMargin: '800px' })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isAhead, fetchNextPage])
  return place
}
