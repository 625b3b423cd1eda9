import type { Answer } from '#contract/calls.ts'
import { toAppError, writePath } from '#contract/client.ts'
import { IMPORT_TIMEOUT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

import { isAppError } from '#web/lib/failure.ts'

/** In one step, or to be checked first. */
export type SendCall = 'POST /superadmin/dashboard/import/csv' | 'POST /superadmin/dashboard/imports'

/** Thrown where no answer came in time (#247). */
class UploadTimeout extends Error {}
/** Thrown where whoever sent it does not want it any more. */
export class UploadCancelled extends Error {}

export type Sent = { bytes: number; of: number }
type Sending = {
  file: File
  key: string
  isStrict?: boolean
  /** `bytes` is all of them when the server is at work. */
  onProgress: (sent: Sent) => void
  signal?: AbortSignal
}

/**
 * Sends a file of offers. By XMLHttpRequest, because fetch cannot say how far an upload is. The import in one step has two minutes for
 * all of it (#251); a file to be checked has as long as something of it arrives. Throws `AppError`, `UploadTimeout` or `UploadCancelled`.
 */
export function sendFile<N extends SendCall>(call: N, { file, key, isStrict, onProgress, signal }: Sending) {
  return new Promise<Answer<N>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1${writePath(call, { query: { strict: isStrict ? '1' : undefined } })}`)
    request.setRequestHeader('authorization', `Bearer ${key}`)
    const watch = call === 'POST /superadmin/dashboard/imports' ? watchStandstill(request) : undefined
    if (!watch) request.timeout = IMPORT_TIMEOUT
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      watch?.moved()
      onProgress({ bytes: loaded, of: total })
    }
    request.ontimeout = () => reject(new UploadTimeout())
    request.onabort = () => reject(signal?.aborted ? new UploadCancelled() : new UploadTimeout())
    request.onerror = () => reject(new AppError('unavailable'))
    request.onload = () => {
      const answer = request.response as Answer<N> | null
      if (request.status < 400 && answer?.success) resolve(answer)
      else reject(toAppError(request.status, request.response as Parameters<typeof toAppError>[1]))
    }
    request.onloadend = () => watch?.end()
    signal?.addEventListener('abort', () => request.abort())
    const body = new FormData()
    body.append('csv', file)
    request.send(body)
  })
}

/** Gives a request up where nothing of it has moved for as long as an import may take. */
function watchStandstill(request: XMLHttpRequest) {
  let timer: ReturnType<typeof setTimeout>
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(() => request.abort(), IMPORT_TIMEOUT)
  }
  moved()
  return { moved, end: () => clearTimeout(timer) }
}

/** Where the server gave no reason: in the written words (#248), or in better ones. */
const NO_ANSWER: Record<SendCall, string> = {
  'POST /superadmin/dashboard/import/csv': 'Upload failed. Please check the CSV and try again.',
  'POST /superadmin/dashboard/imports': 'The file did not arrive. Please check your connection and send it again.',
}

/** Why a file did not arrive (#247, #248). */
export function describeSendFailure(call: SendCall, error: unknown) {
  if (error instanceof UploadTimeout) return 'Upload timed out. Please try again with a smaller file.'
  return isAppError(error) && error.code !== 'unavailable' ? error.message : NO_ANSWER[call]
}
