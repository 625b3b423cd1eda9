import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { createClient } from '#contract/client.ts'
import type { ImportReport } from '#contract/import.ts'

import { browserQueries } from '#web/lib/browser.ts'
import { isAppError } from '#web/lib/failure.ts'

import { uploadFile, UploadTimeout, type ImportAnswer } from './upload-file.ts'

/** How an import went, in the written words (#247 to #249), with the report where the server gave one. */
export type Outcome = { isGood: boolean; message: string; report?: ImportReport | undefined }

const succeeded = ({ message, data }: ImportAnswer): Outcome => ({ isGood: true, message: message || 'Upload successful.', report: data })

function failed(error: unknown): Outcome {
  if (error instanceof UploadTimeout) return { isGood: false, message: 'Upload timed out. Please try again with a smaller file.' }
  const isAnswer = isAppError(error) && error.code !== 'unavailable'
  const report = isAnswer ? (error.details?.['data'] as ImportReport | undefined) : undefined
  return { isGood: false, message: isAnswer ? error.message : 'Upload failed. Please check the CSV and try again.', report }
}

/** Importing a file and removing the demo city. What readers see has changed then, so nothing that was loaded before counts. */
export function useImport() {
  const [progress, setProgress] = useState(0)
  const upload = useMutation({
    mutationFn: (input: { file: File; key: string; isStrict: boolean }) => {
      setProgress(0)
      return uploadFile({ ...input, onProgress: setProgress }).then(succeeded, failed)
    },
    onSettled: () => browserQueries.invalidateQueries(),
  })
  const removal = useMutation({
    mutationFn: ({ key }: { key: string }) =>
      createClient('/api/v1', { headers: () => ({ authorization: `Bearer ${key}` }) })('DELETE /superadmin/dashboard/demo'),
    onSettled: () => browserQueries.invalidateQueries(),
  })
  return { upload, removal, progress }
}
