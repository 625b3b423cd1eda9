import type { Answer } from '#contract/calls.ts'
import { toAppError, writePath } from '#contract/client.ts'
import { REQUEST_TIMEOUT, UPLOAD } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

const CALL = 'POST /consumer/upload-image/{id}'

/** Why a picture is not even sent (#185, D-47). What it really is, its bytes tell the server. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!(UPLOAD.types as readonly string[]).includes(type))
    return { title: 'Invalid file type', description: 'Please upload a JPG, PNG, or GIF image.' }
  if (size > UPLOAD.bytes) return { title: 'File too large', description: 'Please upload an image of at most 5 MB.' }
  return undefined
}

type Upload = { id: string; token: string | null; file: File; onProgress: (share: number) => void }

/**
 * Sends a picture and answers its address. By XMLHttpRequest, because fetch cannot say how far an upload is: `onProgress` gets a share
 * of 1, which is reached when all is sent and the server is at work. Throws `AppError`.
 */
export function uploadPicture({ id, token, file, onProgress }: Upload) {
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/v1${writePath(CALL, { params: { id } })}`)
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.timeout = REQUEST_TIMEOUT
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    const fail = () => reject(new AppError('unavailable', { cause: new Error('no answer') }))
    request.onerror = fail
    request.ontimeout = fail
    request.onload = () => {
      const answer = request.response as Answer<typeof CALL> | null
      if (request.status < 400 && answer?.success) resolve(answer.data.imageUrl)
      else reject(toAppError(request.status, request.response as Parameters<typeof toAppError>[1]))
    }
    const body = new FormData()
    body.append('profileImage', file)
    request.send(body)
  })
}
