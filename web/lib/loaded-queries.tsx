import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'

import { DrawnSavingData } from '#web/settings/data-saving.ts'

import type { Loaded } from './load.ts'
import { WaitedFor } from './use-slowness.ts'

/** Gives a page the queries that its loader filled on the server. */
export function LoadedQueries({ state, savesData = false, isLate = false, children }: Loaded & { children: ReactNode }) {
  const queries = useMemo(() => (state === undefined ? undefined : (JSON.parse(state) as DehydratedState)), [state])
  return (
    <DrawnSavingData value={savesData}>
      <WaitedFor value={isLate}>
        <HydrationBoundary state={queries}>{children}</HydrationBoundary>
      </WaitedFor>
    </DrawnSavingData>
  )
}
