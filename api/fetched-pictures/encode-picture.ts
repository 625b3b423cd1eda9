/** From bytes of anybody to files of ours: the bytes decide what it is, and nothing of them is kept as it came. */
import sharp from 'sharp'

import { UPLOAD } from '#contract/constants.ts'
import { keptWidths, PICTURE_WIDTHS } from '#contract/picture-rules.ts'

import { PictureError } from './fetch-picture.ts'

/** A pixel to count readers by is no picture. */
const LEAST = 16
/** What is higher than it is wide, at most: no frame shows more of it. */
const TALLEST = 2
/** Seconds. */
const DECODE_TIME = 15
const WIDEST = Math.max(...PICTURE_WIDTHS)

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text
/** By its first bytes, and so by the only decoder that is then meant to see it: no SVG, which is a program, and no PDF. */
function readFormat(bytes: Buffer) {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 'GIF8')) return 'gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  if (startsWith(bytes, 'ftypavif', 4)) return 'heif'
  return undefined
}

type PictureFiles = { widest: number; files: { width: number; bytes: Buffer }[] }

let running: Promise<unknown> = Promise.resolve()
/** One at a time, for a large one takes 200 MB of memory while it is read. Throws `PictureError`. */
export function encodePicture(bytes: Buffer): Promise<PictureFiles> {
  const turn = running.then(() => encode(bytes))
  running = turn.catch(() => undefined)
  return turn
}

async function encode(bytes: Buffer): Promise<PictureFiles> {
  const format = readFormat(bytes)
  if (!format) throw new PictureError('never', 'What lies there is no JPEG, PNG, GIF, WebP or AVIF')
  try {
    return await decode(bytes, format)
  } catch (cause) {
    if (cause instanceof PictureError) throw cause
    const isBomb = (cause as Error).message.includes('pixel limit')
    throw new PictureError('never', isBomb ? 'It has too many pixels' : 'It is broken', { cause })
  }
}

/** The first frame, upright, in each width that is worth keeping, without anything that was written beside it. */
async function decode(bytes: Buffer, format: string): Promise<PictureFiles> {
  const source = sharp(bytes, { limitInputPixels: UPLOAD.pixels, failOn: 'error' })
  const read = await source.metadata()
  if (read.format !== format) throw new PictureError('never', 'It is something else than it begins as')
  const { width, height } = read.autoOrient
  if (Math.min(width, height) < LEAST) throw new PictureError('never', `It is ${width} by ${height} pixels, which shows nothing`)
  const { data, info } = await source
    .autoOrient()
    .resize({ width: WIDEST, height: WIDEST * TALLEST, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: DECODE_TIME })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const widest = PICTURE_WIDTHS.find((one) => one >= info.width) ?? WIDEST
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files = []
  for (const one of keptWidths(widest)) {
    const file = await sharp(data, { raw }).resize({ width: one, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer()
    files.push({ width: one, bytes: file })
  }
  return { widest, files }
}
