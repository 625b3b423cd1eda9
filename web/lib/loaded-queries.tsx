import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { DrawnSavingData } from '#web/lib/data-saving.ts'

import type { Loaded } from './load.ts'
import { unpackQueries } from './pack-queries.ts'
import { WaitedFor } from './use-slowness.ts'

/** Gives a page the queries that its loader filled on the server. */
export function LoadedQueries({ state, savesData = false, isLate = false, children }: Loaded & { children: ReactNode }) {
  const queries = useQueryClient()
  // Before anything below asks for them. Only the page that came with them has any: what is loaded in the browser is in its memory.
  useState(() => unpackQueries(queries, state))
  return (
    <DrawnSavingData value={savesData}>
      <WaitedFor value={isLate}>{children}</WaitedFor>
    </DrawnSavingData>
  )
}
