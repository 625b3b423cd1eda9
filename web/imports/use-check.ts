import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { browserQueries } from '#web/lib/browser.ts'

import { importQuery, importsQuery, type Operator } from './queries.ts'
import { sendFile, UploadCancelled, type Sent } from './send-file.ts'

/** Sends a file to be checked. */
export function useCheck(onBegun: (id: string, file: File) => void) {
  const [sent, setSent] = useState<Sent>()
  const stop = useRef<AbortController>(undefined)
  const send = useMutation({
    networkMode: 'always',
    mutationFn: ({ file, operator }: { file: File; operator: Operator }) => {
      setSent({ bytes: 0, of: file.size })
      stop.current = new AbortController()
      return sendFile('POST /superadmin/dashboard/imports', {
        file,
        key: operator.key,
        onProgress: setSent,
        signal: stop.current.signal,
      })
    },
    onSuccess: ({ data }, { operator, file }) => {
      browserQueries.setQueryData(importQuery(operator, data.id).queryKey, { ...data, report: null })
      void browserQueries.invalidateQueries({ queryKey: importsQuery(operator).queryKey })
      onBegun(data.id, file)
    },
  })
  const error = send.error instanceof UploadCancelled ? null : send.error
  return { send, sent, error, cancel: () => stop.current?.abort() }
}
