/** From a form that is being sent to the picture that is kept of it: the bytes decide what it is, and nothing of them is kept as it came. */
import type { FastifyRequest } from 'fastify'
import sharp from 'sharp'

import { UPLOAD } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

/** Pictures of people are shown small. */
const SIZE = 512
/** At once; a large one takes 200 MB of memory while it is read. */
const AT_ONCE = 2

const MAGIC = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x47, 0x49, 0x46, 0x38],
]
const isPicture = (bytes: Buffer) => MAGIC.some((magic) => magic.every((byte, at) => bytes[at] === byte))
const TOO_LARGE = 'Please upload an image of at most 5 MB.'

/** The file in the field `profileImage`, whole, as a square WebP without anything that was written beside the picture. */
export async function receivePicture(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart())
    throw new AppError('unsupported_media_type', { message: 'Send the image as multipart/form-data, in the field profileImage.' })
  return encodePicture(await readFile(request))
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts({ limits: { files: 1, fields: 10, fileSize: UPLOAD.bytes } })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== 'profileImage') throw new AppError('image_refused', { message: 'Send the image in the field profileImage.' })
      bytes = await part.toBuffer()
    }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('body_too_large', { message: TOO_LARGE, cause: error })
    if (error instanceof AppError || code) throw error
    throw new AppError('image_refused', { message: 'The upload broke off. Please send the image again.', cause: error })
  }
  if (!bytes) throw new AppError('image_refused')
  return bytes
}

let running = 0
/** Throws `image_refused` for whatever is no JPEG, PNG or GIF, is broken, or unfolds to more pixels than anyone's camera takes. */
export async function encodePicture(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw new AppError('image_refused')
  if (running >= AT_ONCE) throw new AppError('unavailable', { retryAfter: 2 })
  running += 1
  try {
    return await sharp(bytes, { limitInputPixels: UPLOAD.pixels, failOn: 'error' })
      .rotate()
      .resize(SIZE, SIZE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (cause) {
    const isBomb = (cause as Error).message.includes('pixel limit')
    throw new AppError('image_refused', {
      message: isBomb
        ? 'This image has too many pixels. Please make it smaller.'
        : 'This image cannot be read. Please save it again as JPG or PNG.',
      cause,
    })
  } finally {
    running -= 1
  }
}
