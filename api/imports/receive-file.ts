/** From a form that is being sent to a file on disk. */
import type { FastifyRequest } from 'fastify'

import { AppError } from '#contract/errors.ts'
import type { FileKind } from '#contract/file-kind.ts'
import { quoteValue } from '#contract/offer-csv.ts'

import { findKind } from './read-csv.ts'
import { spoolUpload, tooLarge, type SpooledUpload } from './spool-upload.ts'

const MEGABYTE = 1024 * 1024
const BROKEN_FORM = 'The upload broke off, or is no form that can be read. Send the file again.'
/** What the reader of forms throws where it cannot go on: bare errors, without a code. Its own limits have one, as the disk's errors have. */
const isBrokenForm = (error: unknown) => error instanceof Error && error.constructor === Error && !('code' in error)

/** Takes the whole file before anything is changed: a body that breaks off changes nothing. */
export async function receiveFile(request: FastifyRequest, { dir, maxMegabytes }: { dir: string; maxMegabytes: number }) {
  const maxBytes = maxMegabytes * MEGABYTE
  if (!request.isMultipart())
    throw new AppError('unsupported_media_type', { message: 'Send the file as multipart/form-data, in the field csv.' })
  if (Number(request.headers['content-length']) > maxBytes + MEGABYTE) throw tooLarge(maxBytes)
  let upload: (SpooledUpload & { fileName: string | null }) | undefined
  try {
    // To the end of the form, not of the file: what follows it may be missing too.
    for await (const part of request.parts({ limits: { files: 2, fields: 10, fileSize: Infinity } })) {
      if (part.type !== 'file') continue
      if (upload) throw new AppError('import_refused', { message: 'Send one file at a time.' })
      const field = quoteValue(part.fieldname)
      if (field !== 'csv')
        throw new AppError('import_refused', { message: `The file came in the field "${field}". Send it in the field csv.` })
      const fileName = part.filename === undefined ? null : quoteValue(part.filename)
      upload = Object.assign(await spoolUpload(part.file, { dir, maxBytes }), { fileName })
    }
  } catch (error) {
    await upload?.remove()
    throw isBrokenForm(error) ? new AppError('import_refused', { message: BROKEN_FORM, cause: error }) : error
  }
  if (!upload) throw new AppError('import_refused', { message: 'Please select a CSV file.' })
  return upload
}

/**
 * Under which kind the list of imports has a file: what was insisted on, else what its header says. Throws `import_refused` where that cannot
 * be read: nobody's checked file is set aside for it.
 */
export async function importKindOf(file: SpooledUpload, insisted: FileKind | undefined): Promise<'shops' | 'upload'> {
  const said = await findKind(insisted ? { ...file, kind: insisted } : file)
  return (insisted ?? said) === 'shops' ? 'shops' : 'upload'
}
