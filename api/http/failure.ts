/** Turns whatever went wrong into the wire's shape. What is not expected is logged and never shown. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'

import { AppError, type ErrorCode, type FieldErrors } from '#contract/errors.ts'
import { isDatabaseUnavailable, isDiskFull } from '#db/connection.ts'

import { reportFailure } from './write-log.ts'

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'invalid_input',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
}

/** `{ "query.limit": "Too big" }` from what zod found. */
export function toFieldErrors(error: z.ZodError, part: string): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) fields[[part, ...issue.path].join('.')] ??= issue.message
  return fields
}

/** The failure that an error stands for; undefined where nobody expected it. */
export function toAppFailure(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { retryAfter: 2, cause: error })
  if (isDiskFull(error)) return new AppError('storage_full', { cause: error })
  const { statusCode, message } = error as Partial<FastifyError>
  const code = statusCode === undefined ? undefined : (BY_STATUS[statusCode] ?? (statusCode < 500 ? 'invalid_input' : undefined))
  return code && new AppError(code, code === 'invalid_input' && message ? { message } : {})
}

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toAppFailure(error) ?? new AppError('internal_error', { cause: error })
  reportFailure(failure, request)
  if (reply.sent) return
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter))
  if (failure.status === 401) reply.header('www-authenticate', challenge(failure.code))
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(failure.toBody()))
}

/** What is asked for, and whether what was sent was the trouble (RFC 6750). */
const challenge = (code: ErrorCode) =>
  code === 'invalid_token' || code === 'session_expired' ? 'Bearer realm="Kade", error="invalid_token"' : 'Bearer realm="Kade"'

const UNREADABLE: Record<string, [status: number, text: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** What cannot be read as HTTP never becomes a request, so its answer is written by hand. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket, headers: Record<string, string>) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = UNREADABLE[error.code ?? ''] ?? [400, 'This is not a request that can be read.']
  const body = JSON.stringify(new AppError('invalid_input', { message }).toBody())
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
  ].join('\r\n')
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`)
  socket.destroy(error)
}
