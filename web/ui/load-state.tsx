/** What stands where data should: on its way, failed, or there but old. Every part of a page that shows a query uses these. */
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

import { Banner } from './banner.tsx'

type Query = { isError: boolean; refetch: () => unknown }

/** Nothing to show yet, or nothing at all. `children` keeps the layout while it is on its way. */
export function LoadState({ query, label, failure, children }: { query: Query; label: string; failure: string; children?: ReactNode }) {
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
export const CachedData = ({ query }: { query: Query }) =>
  query.isError && (
    <Banner tone="note" title="Using cached data" action={<Retry onRetry={() => void query.refetch()} />}>
      Couldn't connect to server. Showing previously loaded data.
    </Banner>
  )

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
