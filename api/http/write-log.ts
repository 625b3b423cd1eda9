/**
 * The log: a JSON object a line, with the time in UTC and the name of the request. What lets somebody in stands in no line, wherever it
 * came from: an error's text, an address, a header.
 */
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

import type { AppError, ErrorCode } from '#contract/errors.ts'

import type { Config } from '../config.ts'

const NAMES = 'password|currentPassword|newPassword|password_hash|token|credential|authorization|cookie'
const FIELD = new RegExp(String.raw`("(?:${NAMES})"\s*:\s*)"(?:[^"\\]|\\.)*"`, 'gi')
/** The same inside a text, where each quote has backslashes before it: whatever follows in that text goes too. */
const INNER_FIELD = new RegExp(String.raw`(\\+"(?:${NAMES})\\+"\s*:\s*)(?:[^"\\]|\\.)*`, 'gi')
const PARAMETER = /\b(reset|confirm|token|credential)=[^&\s"'\\<>]+/gi
const BEARER = /\bbearer\s+[^\s"'\\,]+/gi
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g
/** The password in the address of a database or a mail server. */
const LOGIN = /(\w:\/\/[^\s:/@"]*):[^\s@/"]+@/g

/** A line of the log without what lets somebody in. */
export const hideSecrets = (line: string) =>
  line
    .replace(FIELD, '$1"[hidden]"')
    .replace(INNER_FIELD, '$1[hidden]')
    .replace(PARAMETER, '$1=[hidden]')
    .replace(BEARER, 'Bearer [hidden]')
    .replace(JWT, '[hidden]')
    .replace(LOGIN, '$1:[hidden]@')

/** What is told of an error: not what a driver hangs on it, which may be the row or the values of a statement. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, code, cause } = error as Error & { code?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && depth < 3 && { cause: describeError(cause, depth + 1) }),
  }
}

export const createLogOptions = ({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, stream?: { write: (line: string) => void }) =>
  ({
    level: LOG_LEVEL,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: (error: unknown) => describeError(error) as never },
    hooks: { streamWrite: hideSecrets },
    ...(stream && { stream }),
  }) satisfies FastifyServerOptions['logger']

/** Refusals that whoever runs Kade wants to see: somebody tries doors. Others are everyday life. */
const TELLING = new Set<ErrorCode>([
  'wrong_credentials',
  'wrong_password',
  'invalid_token',
  'admin_key_required',
  'forbidden',
  'too_many_requests',
])

/** Writes down a failure that somebody should know of. Of the address its path alone: a query may hold a token, or where somebody is. */
export function reportFailure(failure: AppError, request: FastifyRequest) {
  const isOurs = failure.status >= 500
  if (!isOurs && !TELLING.has(failure.code)) return
  const about = {
    code: failure.code,
    status: failure.status,
    method: request.method,
    path: request.raw.url?.split('?')[0],
    ...(request.session && { consumer: request.session.consumerId }),
    ...(isOurs && { err: failure.cause ?? failure }),
  }
  request.log[failure.code === 'internal_error' ? 'error' : 'warn'](about, failure.message)
}
