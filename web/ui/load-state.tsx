/** What stands where data should: on its way, failed, or there but old. Every part of a page that shows a query uses these. */
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'

import { Banner } from './banner.tsx'
import { showToast, type NewToast } from './toasts.ts'

type Query = { isError: boolean; errorUpdatedAt: number; refetch: () => unknown }

/** Nothing to show yet, or nothing at all. `children` keeps the layout while it is on its way. */
export function LoadState({ query, label, failure, children }: { query: Query; label: string; failure: string; children?: ReactNode }) {
  useFailureToast(query, { title: 'Error', description: failure, variant: 'destructive' })
  if (query.isError) return <LoadFailed onRetry={() => void query.refetch()}>{failure}</LoadFailed>
  return (
    <>
      {/* The server renders this only when it could not load, and only scripts try again by themselves. */}
      <div className="scripted:hidden">
        <LoadFailed>{failure}</LoadFailed>
      </div>
      <div className="scripted-only">
        <p className="spin" role="status">
          {label}
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

/** Over data that is still good to look at while the server cannot be reached (#240). */
export function CachedData({ query }: { query: Query }) {
  useFailureToast(query, CACHED)
  if (!query.isError) return null
  return (
    <Banner tone="note" title={CACHED.title} action={<Retry onRetry={() => void query.refetch()} />}>
      {CACHED.description}
    </Banner>
  )
}
const CACHED = { title: 'Using cached data', description: "Couldn't connect to server. Showing previously loaded data." }

/** Each failed try is said once in a toast; what stands on the page says it for as long as it is so. */
function useFailureToast({ isError, errorUpdatedAt }: Query, { title, description, variant }: NewToast) {
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) showToast({ title, ...(description && { description }), ...(variant && { variant }) })
  }, [isError, errorUpdatedAt, title, description, variant])
}

/** A link to this very page, so that it works without scripts too. */
function Retry({ onRetry }: { onRetry: (() => void) | undefined }) {
  const { pathname, search } = useLocation()
  return (
    <a
      className="btn"
      href={pathname + search}
      onClick={(event) => {
        if (!onRetry) return
        event.preventDefault()
        onRetry()
      }}
    >
      Retry
    </a>
  )
}
