import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'

import { PAGES_AHEAD } from '#contract/constants.ts'

import { useAlive } from '#web/lib/use-alive.ts'
import { useDataSaving } from '#web/lib/data-saving.ts'

import { LoadFailed } from './load-state.tsx'

type Pages = {
  data: { pages: unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

/** Who asks again for what is on its way waits for that. */
const ONCE = { cancelRefetch: false }

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
 * list for each part. `waiting` shows the place of what is on its way; the place of what comes by itself is kept before, so that
 * nothing on the screen moves for it.
 */
export function ShowMore({ pages, to, list, waiting }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const isAhead = useIsAhead(pages)
  const end = useLoadAhead(isAhead && !isFetchingNextPage, fetchNextPage)
  const lastBefore = useRef<Element>(undefined)
  useEffect(() => {
    if (!lastBefore.current) return
    const places = placesOf(list.current)
    const at = places.indexOf(lastBefore.current)
    // What was asked for is on its way.
    if (at >= 0 && at === places.length - 1) return
    lastBefore.current = undefined
    // In another list than the one that was to go on nobody is led anywhere.
    if (at < 0) return
    const item = places[at + 1]!
    ;(item.querySelector<HTMLElement>('a') ?? item.querySelector<HTMLElement>('button'))?.focus()
  })
  if (!hasNextPage) return null
  const showMore = (isByKeyboard: boolean) => {
    if (isByKeyboard) lastBefore.current = placesOf(list.current).at(-1)
    void fetchNextPage(ONCE)
  }
  return (
    <>
      <div ref={end} className={isAhead ? 'coming-page ahead' : 'coming-page'}>
        {isFetchingNextPage && waiting}
      </div>
      <div className="grid gap-4 py-10 justify-items-center">
        {isFetchNextPageError && <LoadFailed onRetry={() => showMore(true)}>Failed to load data. Please try again later.</LoadFailed>}
        <Link
          className="btn second min-w-36"
          to={to}
          rel="next"
          onClick={(event) => {
            event.preventDefault()
            // A click without a pointer has no count.
            showMore(event.detail === 0)
          }}
        >
          {isFetchingNextPage ? (
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

/** The items of a list, or the lists that its parts are. */
function placesOf(list: HTMLElement | null): Element[] {
  const parts = list?.querySelectorAll('.cards') ?? []
  return parts.length > 0 ? [...parts] : [...(list?.children ?? [])]
}

/** Whether the next page comes by itself; none does where data is saved, or before the page is alive. */
function useIsAhead({ data, hasNextPage, isFetchNextPageError }: Pages) {
  const isSaving = useDataSaving()
  const isAlive = useAlive()
  return isAlive && !isSaving && hasNextPage && !isFetchNextPageError && (data?.pages.length ?? 0) < PAGES_AHEAD
}

/** Fetches a page when the place of the next one comes near, or is jumped into. */
function useLoadAhead(isWanted: boolean, fetchNextPage: Pages['fetchNextPage']) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted || !end.current) return
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void fetchNextPage(ONCE), {
      rootMargin: '800px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWanted, fetchNextPage])
  return end
}
