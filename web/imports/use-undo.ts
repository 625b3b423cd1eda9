import { useMutation } from '@tanstack/react-query'

import { asOperator } from '#web/lib/as-operator.ts'
import { browserQueries } from '#web/lib/browser.ts'

import { importQuery, importsQuery, type Operator } from './queries.ts'

/** Takes an import back. The undo is an import too, and is followed as one. */
export const useUndo = (operator: Operator, id: string, onBegun: (undoId: string) => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: () => asOperator(operator.key)('POST /superadmin/dashboard/imports/{id}/undo', { params: { id } }),
    onSuccess: ({ data }) => {
      browserQueries.setQueryData(importQuery(operator, data.id).queryKey, { ...data, report: null })
      onBegun(data.id)
    },
    onSettled: () => browserQueries.invalidateQueries({ queryKey: importsQuery(operator).queryKey }),
  })
