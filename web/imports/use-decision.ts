import { useMutation } from '@tanstack/react-query'

import { asOperator } from '#web/lib/as-operator.ts'
import { browserQueries } from '#web/lib/browser.ts'

import { importQuery, importsQuery, type Operator } from './queries.ts'

/** What becomes of an import: it is shown to everybody, or ended. */
export function useDecision(operator: Operator, id: string) {
  const learn = () =>
    Promise.all([importQuery(operator, id), importsQuery(operator)].map(({ queryKey }) => browserQueries.invalidateQueries({ queryKey })))
  const publish = useMutation({
    networkMode: 'always',
    mutationFn: () => asOperator(operator.key)('POST /superadmin/dashboard/imports/{id}/publish', { params: { id } }),
    onSuccess: ({ data }) => {
      browserQueries.setQueryData(importQuery(operator, id).queryKey, data)
      // What readers see has changed: nothing that was loaded before counts.
      return browserQueries.invalidateQueries()
    },
    onError: learn,
  })
  const cancel = useMutation({
    networkMode: 'always',
    mutationFn: () => asOperator(operator.key)('POST /superadmin/dashboard/imports/{id}/cancel', { params: { id } }),
    onSettled: learn,
  })
  return { publish, cancel }
}
