import sharp from 'sharp'

import { AppError } from '#contract/errors.ts'

/** So many may wait. Who comes later is asked to come back: a picture for sharing takes some 50 ms of a core. */
const PATIENCE = 40
/** One picture after another keeps the other cores for those who wait for a page. */
sharp.concurrency(1)
sharp.cache(false)

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** SVG of ours as PNG, in few colours, for it is printed in few inks. */
export async function renderPng(
  draw: () => string,
  { size, hasFewColours = true }: { size?: number; hasFewColours?: boolean } = {},
): Promise<Buffer> {
  if (waiting >= PATIENCE) throw new AppError('unavailable', { retryAfter: 2 })
  waiting += 1
  const picture = last.then(() => {
    const image = sharp(Buffer.from(draw()))
    return (size === undefined ? image : image.resize(size, size))
      .png({ palette: hasFewColours, effort: 4, compressionLevel: 9 })
      .toBuffer()
  })
  last = picture.catch(() => undefined).then(() => (waiting -= 1))
  return picture
}
