import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { chooseEncoding, compressPage } from './compress-page.ts'

const page = Buffer.from('<!doctype html><p>Hoppers, half price.</p>'.repeat(100))
const ask = (accepted: string | undefined, body = page) => compressPage(body, chooseEncoding(accepted))

test('a page travels in the best way that the client takes', () => {
  const brotli = ask('gzip, deflate, br')
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.body)).toEqual(page)
  const gzip = ask('GZIP, br;q=0')
  expect(gzip.encoding).toBe('gzip')
  expect(gunzipSync(gzip.body)).toEqual(page)
})

test('a client that takes no compression, and a page that is too small for it, get it as it is', () => {
  for (const accepted of [undefined, 'identity', 'br; q=0.0, gzip;q=0']) expect(ask(accepted)).toEqual({ body: page, encoding: 'identity' })
  expect(ask('br', Buffer.from('short')).encoding).toBe('identity')
})
