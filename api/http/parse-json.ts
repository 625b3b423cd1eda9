/** JSON as it comes in: what would break a database or a walk through it is refused before anything looks at it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { SERVER_TIMEOUT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

/** Levels of lists and objects in one another. The deepest body of the contract has three. */
const JSON_DEPTH = 32
const NOT_TEXT = 'Contains characters that are not text'
/** PostgreSQL holds no U+0000, and half a character is none. Other control characters are a matter of the schemas. */
const isText = (text: string) => text.isWellFormed() && !text.includes('\u0000')

/** Takes over the reading of JSON bodies. Text and forms are no input of ours: without a reader they are answered 415. */
export function readJsonBodies(server: FastifyInstance) {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser(['application/json', 'text/plain'])
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Programs that always name a type also do so where they send nothing.
    if (body === '') return done(null, undefined)
    void parse(request, body as string, (error, value: unknown) => (error ? done(error, undefined) : done(findFault(value) ?? null, value)))
  })
}

/** JSON is small: who takes longer to send it holds a connection for nothing. Files have the time that a request has (open-service.ts). */
export function limitBodyTime(server: FastifyInstance) {
  server.addHook('preParsing', (request, reply, body, next) => {
    if (hasSmallBody(request)) {
      const timer = setTimeout(() => {
        // It was refused already, and what still comes is read by nobody.
        if (reply.sent) return request.raw.destroy()
        reply.header('connection', 'close')
        body.emit('error', new AppError('invalid_input', { message: 'The body took too long to arrive.' }))
      }, SERVER_TIMEOUT)
      for (const event of ['end', 'close', 'error']) body.once(event, () => clearTimeout(timer))
    }
    next(null, body)
  })
}
const hasSmallBody = ({ headers, method }: FastifyRequest) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) &&
  !isForm(headers['content-type'])
export const isForm = (type: string | undefined) => /^multipart\//i.test(type ?? '')

/** Why a value may not go further: it is too deep, or holds text that is none. It takes as long as the value is large, and no stack. */
export function findFault(value: unknown): AppError | undefined {
  const waiting: [value: unknown, path: string, depth: number][] = [[value, 'body', 1]]
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const [found, path, depth] = entry
    if (typeof found === 'string' && !isText(found)) return refuse(path, NOT_TEXT)
    if (typeof found !== 'object' || found === null) continue
    if (depth > JSON_DEPTH) return refuse('body', `Is nested deeper than ${JSON_DEPTH} levels`)
    for (const key in found) {
      if (!isText(key)) return refuse(path, NOT_TEXT)
      const item = (found as Record<string, unknown>)[key]
      if (typeof item === 'string' || typeof item === 'object') waiting.push([item, `${path}.${key}`, depth + 1])
    }
  }
  return undefined
}

function refuse(path: string, text: string) {
  // The path is the sender's own words: a long one is no help.
  const field = path.slice(0, 200)
  return new AppError('invalid_input', { message: `${field.replace(/^body\./, '')}: ${text}`, fields: { [field]: text } })
}
