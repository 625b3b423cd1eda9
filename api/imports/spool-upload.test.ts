import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { spoolUpload } from './spool-upload.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'spool-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const spool = (bytes: Uint8Array | string, chunk = 3, maxBytes = 1_000_000) => {
  const whole = Buffer.from(bytes as string)
  return spoolUpload(
    Readable.from(Array.from({ length: Math.ceil(whole.length / chunk) }, (_, at) => whole.subarray(at * chunk, (at + 1) * chunk))),
    { dir, maxBytes },
  )
}
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test('an upload stands in a file of its own for this user alone, until it is removed', async () => {
  const upload = await spool('title,shop\nLunch,Kade\n')
  expect(upload).toMatchObject({
    bytes: 22,
    encoding: 'utf-8',
    hash: createHash('sha256').update('title,shop\nLunch,Kade\n').digest('hex'),
  })
  expect(readFileSync(upload.path, 'utf8')).toBe('title,shop\nLunch,Kade\n')
  expect(path.dirname(upload.path)).toBe(dir)
  if (process.platform !== 'win32') expect(statSync(upload.path).mode & 0o777).toBe(0o600)
  await upload.remove()
  await upload.remove()
  expect(readdirSync(dir)).toEqual([])
})

test.each([
  ['plain ASCII', Buffer.from('title'), 'utf-8'],
  ['UTF-8, cut within its letters', Buffer.from('සිංහල 🍛 café'), 'utf-8'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufefftitle'), 'utf-8'],
  ['UTF-16, little end first', utf16('title'), 'utf-16le'],
  ['UTF-16, big end first', utf16('title').swap16(), 'utf-16be'],
  ['Windows-1252', Buffer.from('caf\xe9, \x93quoted\x94', 'latin1'), 'windows-1252'],
  ['UTF-8 that breaks off within a letter', Buffer.from('සිංහල').subarray(0, -1), 'utf-8'],
  ['UTF-8 with one broken byte', Buffer.concat([Buffer.from('සිංහල 🍛'), Buffer.from([0xe9]), Buffer.from(' off')]), 'utf-8'],
])('the encoding is noticed: %s', async (_, bytes, encoding) => {
  for (const chunk of [1, 3, 1_000]) expect((await spool(bytes, chunk)).encoding).toBe(encoding)
})

test.each([
  ['a workbook', Buffer.from('PK\x03\x04rest of it'), /Excel file, not CSV.*“CSV UTF-8”/],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /Excel file, not CSV/],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /picture/],
  ['a PDF', Buffer.from('%PDF-1.7 and so on'), /PDF/],
  ['something compressed', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4]), /compressed/],
  ['bytes that are no text', Buffer.from('title,sh\0op\n'), /not a text file/],
  ['UTF-16 without a mark', utf16('title,shop').subarray(2), /not a text file/],
  ['nothing', Buffer.alloc(0), /^The file is empty\.$/],
  ['blank lines', Buffer.from('\ufeff \r\n\n'), /^The file is empty\.$/],
])('%s is refused by name, and no file stays', async (_, bytes, message) => {
  for (const chunk of [1, 1_000])
    await expect(spool(bytes, chunk)).rejects.toMatchObject({ code: 'import_refused', message: expect.stringMatching(message) })
  expect(readdirSync(dir)).toEqual([])
})

test('what is larger than the limit is refused before it is all there, and no file stays', async () => {
  let sent = 0
  const endless = async function* () {
    for (;;) {
      sent += 65_536
      yield Buffer.alloc(65_536, 'a')
    }
  }
  await expect(spoolUpload(endless(), { dir, maxBytes: 2 * 2 ** 20 })).rejects.toMatchObject({
    code: 'body_too_large',
    message: expect.stringContaining('larger than 2 MB'),
  })
  expect(sent).toBeLessThan(3 * 2 ** 20)
  expect(readdirSync(dir)).toEqual([])
  expect((await spool('a'.repeat(10), 3, 10)).bytes).toBe(10)
})

test('a connection that breaks off leaves no file', async () => {
  const broken = async function* () {
    yield Buffer.from('title,shop\n')
    throw new Error('aborted')
  }
  await expect(spoolUpload(broken(), { dir, maxBytes: 1_000 })).rejects.toThrow('aborted')
  expect(readdirSync(dir)).toEqual([])
})

test('a full disk says so', async () => {
  const full = async function* () {
    yield Buffer.from('title,shop\n')
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  await expect(spoolUpload(full(), { dir, maxBytes: 1_000 })).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  expect(readdirSync(dir)).toEqual([])
})
