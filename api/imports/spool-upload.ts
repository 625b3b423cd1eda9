/** The bytes of an upload, put aside in a file before anything is done with them, and what can be told from them on the way. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { AppError } from '#contract/errors.ts'
import { isDiskFull } from '#db/connection.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
/** An upload on disk. `hash` is its SHA-256 in hex; whoever holds it calls `remove` when done. */
export type SpooledUpload = { path: string; bytes: number; encoding: Encoding; hash: string; remove: () => Promise<void> }

/**
 * Writes a stream into a file of its own in `dir`, readable by this user alone. Refuses what is too large (`body_too_large`), empty or no
 * text (`import_refused`), and says so where the disk is full (`storage_full`). After any failure, a broken connection too, no file stays.
 */
export async function spoolUpload(
  stream: AsyncIterable<Uint8Array> | Readable,
  { dir, maxBytes }: { dir: string; maxBytes: number },
): Promise<SpooledUpload> {
  const file = path.join(dir, `upload-${randomUUID()}.csv`)
  const remove = () => rm(file, { force: true })
  const inspector = createInspector(maxBytes)
  // Opened here and now: a stream that opens its file by itself may make it after it was removed.
  const handle = await open(file, 'wx', 0o600)
  try {
    await pipeline(stream, inspector.pass, handle.createWriteStream())
    const { encoding, ...facts } = inspector.conclude()
    return { path: file, ...facts, encoding: encoding ?? ((await isDamagedUtf8(file)) ? 'utf-8' : 'windows-1252'), remove }
  } catch (cause) {
    await remove()
    throw isDiskFull(cause) ? new AppError('storage_full', { cause }) : cause
  }
}

/** Removes the uploads of a process that was killed: those that nobody has touched for so many milliseconds. Makes the folder if need be. */
export function clearUploads(dir: string, untouchedFor: number) {
  mkdirSync(dir, { recursive: true })
  for (const name of readdirSync(dir)) {
    const file = path.join(dir, name)
    if (/^upload-.*\.csv$/.test(name) && statSync(file).mtimeMs <= Date.now() - untouchedFor) rmSync(file, { force: true })
  }
}

/** Looks at the bytes as they pass. */
function createInspector(maxBytes: number) {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head = Buffer.alloc(0)
  let bytes = 0
  let isUtf8 = true
  let hasNul = false
  let hasContent = false

  async function* pass(source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD)])
      hash.update(chunk)
      hasNul ||= chunk.includes(0)
      hasContent ||= chunk.some((byte) => !BLANKS.has(byte))
      isUtf8 &&= decodes(decoder, chunk)
      if (head.length >= HEAD) refuseBinary(head, hasNul)
      yield chunk
    }
    refuseBinary(head, hasNul)
    if (!hasContent) throw new AppError('import_refused', { message: 'The file is empty.' })
  }

  const conclude = () => ({
    bytes,
    hash: hash.digest('hex'),
    encoding: markedEncoding(head) ?? (isUtf8 && decodes(decoder) ? ('utf-8' as const) : undefined),
  })
  return { pass, conclude }
}

const HEAD = 8
/** Byte order marks, white space and the zero bytes between it: a file of nothing else is empty. */
const BLANKS = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff])
const EXCEL = 'This is an Excel file, not CSV. Open it, choose “Save as”, and save it as “CSV UTF-8”.'
const BINARY: [magic: string, message: string][] = [
  ['504b0304', EXCEL],
  ['d0cf11e0a1b11ae1', EXCEL],
  ['89504e47', 'This is a picture, not a text file. Choose a CSV file.'],
  ['ffd8ff', 'This is a picture, not a text file. Choose a CSV file.'],
  ['47494638', 'This is a picture, not a text file. Choose a CSV file.'],
  ['25504446', 'This is a PDF, not a text file. Choose a CSV file.'],
  ['1f8b', 'This file is compressed. Unpack it and choose the CSV file inside.'],
]

function refuseBinary(head: Buffer, hasNul: boolean) {
  const start = head.toString('hex')
  const message = BINARY.find(([magic]) => start.startsWith(magic))?.[1]
  if (message) throw new AppError('import_refused', { message })
  if (hasNul && markedEncoding(head)?.startsWith('utf-16') !== true) {
    throw new AppError('import_refused', { message: 'This is not a text file. Choose a CSV file, saved as “CSV UTF-8”.' })
  }
}

/** What a byte order mark says. */
function markedEncoding(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : undefined
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array) {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/**
 * Bytes that are not UTF-8 are most often Windows-1252. But where the greater part of the letters beyond ASCII does read as UTF-8, the
 * file is UTF-8 with some damage, and taking it for Windows-1252 would spoil every emoji and every Sinhala letter in it.
 */
async function isDamagedUtf8(file: string) {
  let good = 0
  let bad = 0
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of createReadStream(file)) {
    for (const letters of decoder.decode(chunk as Uint8Array, { stream: true }).match(/[^\0-\x7f]+/g) ?? []) {
      const damaged = letters.split('\ufffd').length - 1
      bad += damaged
      good += letters.length - damaged
    }
  }
  return good > bad
}

export const tooLarge = (maxBytes: number) =>
  new AppError('body_too_large', {
    message: `The file is larger than ${formatMegabytes(maxBytes)} MB, which is the most. Split it and import the parts one after another.`,
  })
const formatMegabytes = (bytes: number) => Number((bytes / 2 ** 20).toFixed(bytes < 2 ** 20 ? 3 : 0))
