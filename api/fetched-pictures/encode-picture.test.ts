import sharp from 'sharp'
import { expect, test } from 'vitest'

import { paint } from '#test/picture-host.ts'

import { encodePicture } from './encode-picture.ts'
import { PictureError } from './fetch-picture.ts'

const failure = async (bytes: Buffer) => {
  const error: unknown = await encodePicture(bytes).catch((cause: unknown) => cause)
  return error instanceof PictureError ? error.message : 'nothing was refused'
}
const sizes = async (bytes: Buffer) => {
  const { widest, files } = await encodePicture(bytes)
  const read = await Promise.all(files.map((file) => sharp(file.bytes).metadata()))
  return { widest, files: read.map(({ format, width, height, exif, pages }) => ({ format, width, height, exif, pages })) }
}
const file = (width: number, height: number) => ({ format: 'webp', width, height, exif: undefined, pages: undefined })

test('a picture is made WebP in three widths, upright, without what was written beside it', async () => {
  const photo = await paint(1000, 2000)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '6/1 55/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect((await sharp(photo).metadata()).exif?.includes('somebody')).toBe(true)
  expect(await sizes(photo)).toEqual({ widest: 1200, files: [file(400, 200), file(800, 400), file(1200, 600)] })
})

test('a small picture is not made larger, and kept in as many widths as it needs', async () => {
  expect(await sizes(await paint(300, 200).png().toBuffer())).toEqual({ widest: 400, files: [file(300, 200)] })
  expect(await sizes(await paint(500, 200).webp().toBuffer())).toEqual({ widest: 800, files: [file(400, 160), file(500, 200)] })
})

test('a very high picture does not become a very high one', async () => {
  const { files } = await sizes(await paint(100, 20_000).png().toBuffer())
  expect(files[0]!.height).toBe(2400)
})

test('JPEG, PNG, GIF, WebP and AVIF are read, also in greys, with transparency and 16 bits', async () => {
  const grey = paint(50).greyscale()
  const clear = sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } })
  const deep = paint(50).toColourspace('rgb16')
  const all = [
    paint(50).jpeg(),
    paint(50).png(),
    paint(50).gif(),
    paint(50).webp(),
    paint(50).avif(),
    grey.png(),
    clear.png(),
    clear.webp(),
    deep.png(),
  ]
  for (const one of all) expect(await sizes(await one.toBuffer())).toEqual({ widest: 400, files: [file(50, 50)] })
})

test('of an animated picture the first frame is kept', async () => {
  const frames = Buffer.concat([Buffer.alloc(40 * 40 * 3, 200), Buffer.alloc(40 * 40 * 3, 20)])
  const gif = await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(2)
  expect(await sizes(gif)).toEqual({ widest: 400, files: [file(40, 40)] })
  const { data } = await sharp((await encodePicture(gif)).files[0]!.bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeGreaterThan(150)
})

test('what is no picture is refused, whatever it begins as: pages, SVG, PDF, TIFF, broken and empty ones', async () => {
  const png = await paint(200).png().toBuffer()
  const none = 'What lies there is no JPEG, PNG, GIF, WebP or AVIF'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><image href="file:///etc/passwd"/></svg>'
  expect(await failure(Buffer.from('<!doctype html><p>Not found'))).toBe(none)
  expect(await failure(Buffer.from(svg))).toBe(none)
  expect(await failure(Buffer.from(`<?xml version="1.0"?>${svg}`))).toBe(none)
  expect(await failure(Buffer.from('%PDF-1.4'))).toBe(none)
  expect(await failure(await paint(50).tiff().toBuffer())).toBe(none)
  expect(await failure(Buffer.alloc(0))).toBe(none)
  expect(await failure(Buffer.from(`GIF89a${svg}`))).toBe('It is broken')
  expect(await failure(Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]))).toBe('It is broken')
  expect(await failure(png.subarray(0, png.length - 60))).toBe('It is broken')
  expect(await failure((await paint(900, 900).jpeg().toBuffer()).subarray(0, 900))).toBe('It is broken')
})

test('a small file that unfolds to too many pixels is refused before it is unfolded', async () => {
  const bomb = await paint(7_500).png({ compressionLevel: 9 }).toBuffer()
  const before = process.memoryUsage().rss
  expect(await failure(bomb)).toBe('It has too many pixels')
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('a pixel by which readers are counted is no picture', async () => {
  expect(await failure(await paint(1).gif().toBuffer())).toBe('It is 1 by 1 pixels, which shows nothing')
})
