import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { acceptsEncoding } from '../http/accept-encoding.ts'

/** Under this size, in bytes, compressing saves no packet. */
const WORTH_IT = 1_000

export type Encoding = 'br' | 'gzip' | 'identity'

/** How a client takes a page. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  return (['br', 'gzip'] as const).find((coding) => acceptsEncoding(accepted, coding)) ?? 'identity'
}

/**
 * A page as the client takes it, and how it is encoded: once, in one piece, for compressing a stream of it would cost four times as much, and so
 * small that the largest page comes with the first window of a connection (14 KB). A window of 64 KB is what brotli needs no large table for: one
 * step more, and it takes eight times as long to save twenty bytes.
 */
export function compressPage(body: Buffer, wanted: Encoding): { body: Buffer; encoding: Encoding } {
  const encoding = body.length < WORTH_IT ? 'identity' : wanted
  if (encoding === 'identity') return { body, encoding }
  if (encoding === 'gzip') return { body: gzipSync(body), encoding }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return { body: brotliCompressSync(body, { params }), encoding }
}
