import type { Answer } from '#contract/calls.ts'
import { buildPath, toAppError } from '#contract/client.ts'
import { IMPORT_TIMEOUT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

const CALL = 'POST /superadmin/dashboard/import/csv'
export type ImportAnswer = Answer<typeof CALL>

/** Thrown where no answer came in time (#247). */
export class UploadTimeout extends Error {}

type Upload = { file: File; key: string; isStrict: boolean; onProgress: (share: number) => void }

/**
 * Sends a file of offers. By XMLHttpRequest, because fetch cannot say how far an upload is. `onProgress` gets a share of 1; it reaches
 * 1 when all is sent and the server is at work. Throws `AppError` or `UploadTimeout`.
 */
export function uploadFile({ file, key, isStrict, onProgress }: Upload) {
  return new Promise<ImportAnswer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1${buildPath(CALL, { query: { strict: isStrict ? '1' : undefined } })}`)
    request.setRequestHeader('authorization', `Bearer ${key}`)
    request.timeout = IMPORT_TIMEOUT
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.ontimeout = () => reject(new UploadTimeout())
    request.onerror = () => reject(new AppError('unavailable'))
    request.onload = () => {
      const answer = request.response as ImportAnswer | null
      if (request.status < 400 && answer?.success) resolve(answer)
      else reject(toAppError(request.status, request.response as Parameters<typeof toAppError>[1]))
    }
    const body = new FormData()
    body.append('csv', file)
    request.send(body)
  })
}
