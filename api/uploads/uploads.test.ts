import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { signUp, type SignedIn } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'

import { openFolder } from './store-pictures.ts'

const paint = (width: number, height = width) => sharp({ create: { width, height, channels: 3, background: '#0b6b4f' } })

async function upload(
  app: TestApp,
  { user, token }: SignedIn,
  bytes: Buffer,
  { name = 'me.png', type = 'image/png', field = 'profileImage' } = {},
) {
  const boundary = 'kade-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const response = await app.server.inject({ method: 'POST', url: `/api/v1/consumer/upload-image/${user.id}`, payload, headers })
  return { status: response.statusCode, body: response.json() as { data?: { imageUrl: string }; message?: string } }
}

test('a picture is made a square WebP without what was written beside it, under a random name, and replaces the one before [#212]', async () => {
  const app = await openTestApp()
  const shopper = await signUp(app)
  const photo = await paint(900, 600)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody', ImageDescription: 'at home' } })
    .toBuffer()
  const { status, body } = await upload(app, shopper, photo, { name: '../../me.html', type: 'text/html' })
  expect(status).toBe(200)
  expect(body.data?.imageUrl).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)

  const picture = await app.server.inject(body.data!.imageUrl)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  const { format, width, height, exif } = await sharp(picture.rawPayload).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 512, exif: undefined })
  const { data } = await shopper.http('GET /consumer/{id}', { params: { id: shopper.user.id } })
  expect(data.imageUrl).toBe(body.data?.imageUrl)

  await upload(app, shopper, await paint(10).gif().toBuffer())
  expect((await app.server.inject(body.data!.imageUrl)).statusCode).toBe(404)
  const { data: bare } = await shopper.http('PUT /consumer/update-profile/{id}', {
    params: { id: shopper.user.id },
    body: { imageUrl: null },
  })
  expect(bare.imageUrl).toBeNull()
})

test('what is no JPG, PNG or GIF is refused, whatever it calls itself, and nothing changes', async () => {
  const app = await openTestApp()
  const shopper = await signUp(app)
  const png = await paint(20).png().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const refused = [
    svg,
    Buffer.from('GIF89a<script>alert(1)</script>'),
    png.subarray(0, 60),
    await paint(20).webp().toBuffer(),
    Buffer.alloc(0),
  ]
  for (const bytes of refused) expect((await upload(app, shopper, bytes)).status).toBe(415)
  expect((await upload(app, shopper, png, { field: 'other' })).status).toBe(415)
  const { data } = await shopper.http('GET /consumer/{id}', { params: { id: shopper.user.id } })
  expect(data.imageUrl).toBeNull()
})

test('too many bytes and too many pixels are refused', async () => {
  const app = await openTestApp()
  const shopper = await signUp(app)
  expect(await upload(app, shopper, Buffer.concat([await paint(20).png().toBuffer(), Buffer.alloc(5 * 1024 * 1024)]))).toMatchObject({
    status: 413,
    body: { message: 'Please upload an image of at most 5 MB.' },
  })
  const bomb = await paint(12_000).png({ compressionLevel: 9 }).toBuffer()
  expect(await upload(app, shopper, bomb)).toMatchObject({ status: 415, body: { message: expect.stringContaining('too many pixels') } })
})

test('names that are none of ours lead nowhere', async () => {
  const app = await openTestApp()
  for (const name of ['nothing.webp', '..%2f..%2fpackage.json', `${'0'.repeat(32)}.webp`, `${'0'.repeat(32)}.webp%00`])
    expect((await app.server.inject(`/uploads/${name}`)).statusCode).toBe(404)
})

test('a picture that cannot be stored leaves no half of it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kade-pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'taken.webp'))
  await expect(openFolder(folder).put('taken.webp', Buffer.alloc(10))).rejects.toThrow('EISDIR')
  expect(readdirSync(folder)).toEqual(['taken.webp'])
})
