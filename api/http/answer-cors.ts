/** Other sites may call the API where CORS_ORIGINS names them, and without credentials of the browser: a token is sent by hand. */
import type { FastifyReply, FastifyRequest } from 'fastify'

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, if-none-match',
  'access-control-max-age': '600',
}
/** What a program of another origin may read of an answer, beside its body. */
const EXPOSED = 'etag, retry-after, x-request-id'

/** Lays the headers for a known origin into an answer of the API. Answers whether it was a preflight, which is over with that. */
export function answerCors(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): boolean {
  if (origins.length === 0) return false
  // A shared cache must not hand the answer for one origin to another.
  reply.header('vary', 'origin')
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return false
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED)
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false
  reply.headers(PREFLIGHT).code(204).send()
  return true
}
