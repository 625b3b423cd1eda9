import type { UseQueryResult } from '@tanstack/react-query'

import type { Neighbourhood } from '#contract/city.ts'

import { useCity } from '#web/lib/city.tsx'
import { LoadFailed } from '#web/ui/load-state.tsx'

/** Says why there is nothing to choose from: on its way, failed, or nobody has named any. */
export function NeighbourhoodsMissing({ query }: { query: UseQueryResult<Neighbourhood[]> }) {
  const city = useCity()
  if (query.isPending)
    return (
      <p className="spin" role="status">
        Loading neighbourhoods
      </p>
    )
  if (!query.data) return <LoadFailed onRetry={() => void query.refetch()}>The neighbourhoods could not be loaded.</LoadFailed>
  return query.data.length > 0 ? null : <p className="hint">No neighbourhoods of {city.name} are known here yet.</p>
}
