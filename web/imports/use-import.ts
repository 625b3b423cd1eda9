import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { Answer } from '#contract/calls.ts'
import type { ImportReport } from '#contract/import.ts'

import { asOperator } from '#web/lib/as-operator.ts'
import { browserQueries } from '#web/lib/browser.ts'
import { isAppError } from '#web/lib/failure.ts'

import { describeSendFailure, sendFile, type Sent } from './send-file.ts'

/** How an import went, in the written words (#247 to #249), with the report where the server gave one. */
export type Outcome = { isGood: boolean; message: string; report?: ImportReport | undefined }

const CALL = 'POST /superadmin/dashboard/import/csv'
const succeeded = ({ message, data }: Answer<typeof CALL>): Outcome => ({
  isGood: true,
  message: message || 'Upload successful.',
  report: data,
})

function failed(error: unknown): Outcome {
  const report = isAppError(error) ? (error.details?.['data'] as ImportReport | undefined) : undefined
  return { isGood: false, message: describeSendFailure(CALL, error), report }
}

/** The import in one step, without looking. What readers see has changed then, so nothing that was loaded before counts. */
export function useImport() {
  const [sent, setSent] = useState<Sent>()
  const upload = useMutation({
    networkMode: 'always',
    mutationFn: (input: { file: File; key: string; isStrict: boolean }) => {
      setSent({ bytes: 0, of: input.file.size })
      return sendFile(CALL, { ...input, onProgress: setSent }).then(succeeded, failed)
    },
    onSettled: () => browserQueries.invalidateQueries(),
  })
  return { upload, sent }
}

export const useDemoRemoval = (key: string) =>
  useMutation({
    networkMode: 'always',
    mutationFn: () => asOperator(key)('DELETE /superadmin/dashboard/demo'),
    onSettled: () => browserQueries.invalidateQueries(),
  })
