import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { compressPage } from './compress-page.ts'

const page = Buffer.from('<!doctype html><p>Hoppers, half price.</p>'.repeat(100))

async function ask(accepted: string | undefined, body = page) {
  const app = fastify()
  onTestFinished(() => app.close())
  app.get('/', (request, reply) => reply.send(compressPage(body, request, reply)))
  return app.inject({ url: '/', headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })
}

test('a page travels in the best way that the client takes', async () => {
  const brotli = await ask('gzip, deflate, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(brotli.rawPayload)).toEqual(page)
  const gzip = await ask('GZIP, br;q=0')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload)).toEqual(page)
})

test('a client that takes no compression, and a page that is too small for it, get it as it is', async () => {
  for (const response of [await ask(undefined), await ask('identity'), await ask('br; q=0.0, gzip;q=0')]) {
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.rawPayload).toEqual(page)
  }
  expect((await ask('br', Buffer.from('short'))).headers['content-encoding']).toBeUndefined()
})
