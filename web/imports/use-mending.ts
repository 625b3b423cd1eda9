import { useMutation } from '@tanstack/react-query'

import type { MendedRow } from '#contract/import.ts'

import { asOperator } from '#web/lib/as-operator.ts'
import { browserQueries } from '#web/lib/browser.ts'

import { importQuery, importsQuery, type Operator } from './queries.ts'

/** Has mended rows checked again. */
export const useMending = (operator: Operator, id: string) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (rows: MendedRow[]) =>
      asOperator(operator.key)('POST /superadmin/dashboard/imports/{id}/rows', { params: { id }, body: { rows } }),
    onSuccess: async ({ data }) => {
      browserQueries.setQueryData(importQuery(operator, id).queryKey, data)
      await browserQueries.invalidateQueries({ queryKey: [...importQuery(operator, id).queryKey, 'refused'] })
      void browserQueries.invalidateQueries({ queryKey: importsQuery(operator).queryKey })
    },
    // It may have been done all the same.
    onError: () => browserQueries.invalidateQueries({ queryKey: importQuery(operator, id).queryKey }),
  })
