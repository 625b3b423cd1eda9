import { useMutation } from '@tanstack/react-query'

import type { CallName } from '#contract/calls.ts'
import { toAppError, writePath } from '#contract/client.ts'
import { AppError } from '#contract/errors.ts'

import { saveFile } from '#web/lib/save-file.ts'

/** A call that answers a file. A link could not name the admin key. */
export type FileCall = Extract<CallName, `GET /superadmin/${string}.csv`>

/** A file of the catalogue ends where somebody changes it meanwhile: half of the one and half of the other would be neither. */
const BROKEN_OFF = 'The file broke off: the catalogue changed while it was gathered, or the connection was lost. Please try again.'

export const useDownload = (key: string, call: FileCall, id?: string) =>
  useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const address = `/api/v1${writePath(call, { params: { id } })}`
      const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } }).catch((cause: unknown) => {
        throw new AppError('unavailable', { cause })
      })
      if (!response.ok) throw toAppError(response.status, (await response.json().catch(() => null)) as Parameters<typeof toAppError>[1])
      const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
      const file = await response.blob().catch(() => {
        throw new AppError('unavailable', { message: BROKEN_OFF })
      })
      saveFile(name ?? 'offers.csv', file)
    },
  })
