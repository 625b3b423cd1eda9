/** What holds for every request before anything of ours looks at it, and for every answer. */
import { randomUUID } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { calls, type Call } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'

import type { Config } from '../config.ts'
import { answerCors } from './answer-cors.ts'
import { API_BASE } from './bind-call.ts'
import { isForm, limitBodyTime, readJsonBodies } from './parse-json.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** A request's name in the log, in the audit and in its answer. Made here: one that a client chose could be somebody else's. */
export const makeRequestId = () => randomUUID()

/** Puts on an answer what every one carries; also for those that never reach a hook. */
export const markAnswer = (request: FastifyRequest, reply: FastifyReply, headersFor: SecurityHeaders) =>
  reply.headers(headersFor(request.raw.url ?? '')).header('x-request-id', request.id)

export function guardEdge(server: FastifyInstance, config: Config, headersFor: SecurityHeaders) {
  readJsonBodies(server)
  limitBodyTime(server)
  server.addHook('onRequest', (request, reply, next) => {
    markAnswer(request, reply, headersFor)
    if (!isApi(request.raw.url!)) return next()
    if (answerCors(request, reply, config.CORS_ORIGINS)) return
    next(findAddressFault(request.raw.url!) ?? findFormFault(request))
  })
}

/** Whether an address is one of the API, under its base or at the root. */
const isApi = (address: string) => address.startsWith(API_BASE) || ROOTS.some((root) => address.startsWith(root))
const ROOTS = Object.entries<Call>(calls).flatMap(([name, { isAtRoot }]) =>
  isAtRoot ? [name.slice(name.indexOf('/'), name.indexOf('{'))] : [],
)

/** Half characters cannot be written into an address. U+0000 can: in a path it names nothing, in a query it is no text. */
function findAddressFault(address: string): AppError | undefined {
  const at = address.indexOf('%00')
  if (at < 0) return undefined
  const query = address.indexOf('?')
  if (query < 0 || at < query) return new AppError('not_found')
  return new AppError('invalid_input', { message: 'The address contains characters that are not text' })
}

/** A form can be sent by any site without asking: only calls that take a file read one. */
function findFormFault({ method, headers, routeOptions }: FastifyRequest): AppError | undefined {
  if (method === 'GET' || method === 'HEAD' || !isForm(headers['content-type'])) return undefined
  const { schema } = routeOptions
  return schema && !schema.consumes ? new AppError('unsupported_media_type') : undefined
}
