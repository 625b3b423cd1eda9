/** What stands where data should: on its way, failed, or there but old. Every part of a page that shows a query uses these. */
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'

import { SECOND } from '#contract/time.ts'

import { describeAge } from '#web/lib/describe-age.ts'
import { useNow } from '#web/lib/clock.tsx'
import { useSlowness } from '#web/lib/use-slowness.ts'

import { Banner } from './banner.tsx'
import { showToast, type NewToast } from './toasts.ts'

type Query = {
  isError: boolean
  errorUpdatedAt: number
  isFetching: boolean
  /** More of a list is on its way, which says so at its end. */
  isFetchingNextPage?: boolean
  isPlaceholderData: boolean
  dataUpdatedAt: number
  refetch: () => unknown
}

/** Nothing to show yet, or nothing at all. `children` keeps the layout while it is on its way. */
export function LoadState({ query, label, failure, children }: { query: Query; label: string; failure: string; children?: ReactNode }) {
  useFailureToast(query, { title: 'Error', description: failure, variant: 'destructive' })
  const isSlow = useSlowness(query.isFetching)
  if (query.isError) return <LoadFailed onRetry={() => void query.refetch()}>{failure}</LoadFailed>
  return (
    <>
      {/* The server renders this only when it could not load, and only scripts try again by themselves. */}
      <div className="scripted:hidden">
        <LoadFailed>{failure}</LoadFailed>
      </div>
      <div className="scripted-only">
        <p className="spin" role="status">
          {isSlow ? STILL_LOADING : label}
        </p>
        {children}
      </div>
    </>
  )
}

export const LoadFailed = ({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) => (
  <Banner tone="bad" title="Error" action={<Retry onRetry={onRetry} />}>
    {children}
  </Banner>
)

/** Over data that is still good to look at while the server cannot be reached (#240), or takes its time (D-28). */
export function CachedData({ query }: { query: Query }) {
  useFailureToast(query, CACHED)
  const isSlow = useSlowness(query.isFetching && !query.isFetchingNextPage)
  if (!query.isError)
    return isSlow ? (
      <p className="spin mb-4" role="status">
        <span>
          {STILL_LOADING}
          <span className="muted">
            <Age query={query} />
          </span>
        </span>
      </p>
    ) : null
  return (
    <div className="mb-4">
      <Banner tone="note" title={CACHED.title} action={<Retry isBusy={query.isFetching} onRetry={() => void query.refetch()} />}>
        {CACHED.description}
        <Age query={query} /> {isSlow && `${STILL_LOADING}.`}
      </Banner>
    </div>
  )
}

/** What stands in for something else, whose answer has not come, is of no age. */
function Age({ query: { dataUpdatedAt, isPlaceholderData } }: { query: Query }) {
  // Drawn again each minute.
  useNow()
  return isPlaceholderData || dataUpdatedAt === 0 ? null : ` From ${describeAge(dataUpdatedAt)}.`
}

const STILL_LOADING = 'Still loading'
const CACHED = {
  title: 'Using cached data',
  description: "Couldn't connect to server. Showing previously loaded data.",
  icon: 'clock-counter-clockwise',
} as const

/** Each failed try is said once in a toast; what stands on the page says it for as long as it is so. */
function useFailureToast({ isError, errorUpdatedAt }: Query, { title, description = '', variant = 'default', icon }: NewToast) {
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) sayOnce({ title, description, variant, ...(icon && { icon }) })
  }, [isError, errorUpdatedAt, title, description, variant, icon])
}

const TOGETHER = SECOND
let lastSaid = { text: '', at: 0 }
/** Parts of a page that fail together say the same. */
function sayOnce(toast: NewToast & { description: string }) {
  const said = { text: toast.title + toast.description, at: performance.now() }
  if (said.text !== lastSaid.text || said.at - lastSaid.at > TOGETHER) showToast(toast)
  lastSaid = said
}

/** A link to this very page, so that it works without scripts too. */
function Retry({ onRetry, isBusy = false }: { onRetry: (() => void) | undefined; isBusy?: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <a
      className="btn"
      href={pathname + search}
      aria-busy={isBusy}
      onClick={(event) => {
        if (!onRetry) return
        event.preventDefault()
        if (!isBusy) onRetry()
      }}
    >
      Retry
    </a>
  )
}
