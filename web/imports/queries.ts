/** What the operator's page asks. The admin key stands in no key of a query; `attempt` tells one that was entered from the next. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { ImportState } from '#contract/import.ts'
import { SECOND } from '#contract/time.ts'

import { asOperator } from '#web/lib/as-operator.ts'

export type Operator = { key: string; attempt: number }

const LIST_ROWS = 10
/** Rows that are mended at a time: each has several fields. */
const REFUSED_ROWS = 20
/** How often one that runs is asked after, one that waits for a decision, and what others do; never while nobody looks. */
const FOLLOW = SECOND
const WATCH = 5 * SECOND
const LOOK = 15 * SECOND
const isRunning = ({ state }: { state: ImportState }) => state === 'running'
const ALONE = { gcTime: 0, staleTime: 0, throwOnError: false } as const

const importsKey = ({ attempt }: Operator) => ['superadmin', 'imports', attempt] as const

/** The imports, the latest first. */
export const importsQuery = (operator: Operator) =>
  infiniteQueryOptions({
    ...ALONE,
    queryKey: [...importsKey(operator), 'list'] as const,
    queryFn: ({ pageParam, signal }) =>
      asOperator(operator.key)(
        'GET /superadmin/dashboard/imports',
        { query: { limit: String(LIST_ROWS), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: operator.key !== '',
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.data.some(isRunning)) ? FOLLOW : LOOK),
  })

/** One import with its report, followed while it runs, and while somebody else may set it aside. */
export const importQuery = (operator: Operator, id: string | undefined) =>
  queryOptions({
    ...ALONE,
    queryKey: [...importsKey(operator), id] as const,
    queryFn: async ({ signal }) =>
      (await asOperator(operator.key)('GET /superadmin/dashboard/imports/{id}', { params: { id: id! } }, { signal })).data,
    enabled: operator.key !== '' && id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? FOLLOW : data?.state === 'checked' ? WATCH : false),
  })

/** A page of the refused rows of an import, behind `cursor`. */
export const refusedQuery = (operator: Operator, id: string, cursor: string | undefined) =>
  queryOptions({
    ...ALONE,
    queryKey: [...importsKey(operator), id, 'refused', cursor] as const,
    queryFn: ({ signal }) =>
      asOperator(operator.key)(
        'GET /superadmin/dashboard/imports/{id}/refused',
        { params: { id }, query: { limit: String(REFUSED_ROWS), cursor } },
        { signal },
      ),
    // What stands there stays until the next comes.
    placeholderData: keepPreviousData,
  })
