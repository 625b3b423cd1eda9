import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

/** Under this size, in bytes, compressing saves no packet. */
const WORTH_IT = 1_000

/**
 * A page as the client takes it. Once, in one piece and at brotli's level 4: that costs a tenth of rendering it, where compressing a
 * stream of it would cost four times as much. HEAD gets the same headers, so it goes the same way.
 */
export function compressPage(body: Buffer, request: FastifyRequest, reply: FastifyReply): Buffer {
  reply.header('vary', 'accept-encoding')
  if (body.length < WORTH_IT) return body
  const accepted = request.headers['accept-encoding'] ?? ''
  if (accepts(accepted, 'br')) {
    reply.header('content-encoding', 'br')
    return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
  }
  if (accepts(accepted, 'gzip')) {
    reply.header('content-encoding', 'gzip')
    return gzipSync(body)
  }
  return body
}

/** Whether a coding is named, and not with `q=0`. */
const accepts = (header: string, coding: string) =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
