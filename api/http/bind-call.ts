/**
 * Binds the calls of the contract to their handlers: asks the guards, parses what comes in with the call's schema, runs the handler, shapes
 * what goes out with the call's schema (a field that the contract does not name never leaves), keeps public answers for a few seconds.
 * Pages that are rendered on the server come the same way, without HTTP between.
 */
import type { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { calls, type Answer, type Api, type Call, type CallName, type ParsedInput } from '#contract/calls.ts'
import { writePath } from '#contract/client.ts'
import { SERVER_TIMEOUT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { AnswerCache } from './answer-cache.ts'
import { toFieldErrors } from './failure.ts'
import { shapeAnswer, type ShapedAnswer } from './shaped.ts'
import type { StreamedAnswer } from './streamed-answer.ts'

/** A bare list has no `success` around it, and a file is written while it is read. */
export type Handled<N extends CallName> =
  Answer<N> extends string ? StreamedAnswer : Answer<N> extends readonly unknown[] ? Answer<N> : Omit<Answer<N>, 'success'>
type CallOptions<N extends CallName> = {
  handle: (input: ParsedInput<N>, request: FastifyRequest | undefined) => Promise<Handled<N>>
  /** Who is let in, in this order, before the input is looked at. */
  guards?: ((request: FastifyRequest) => Promise<void>)[]
  /** How long, in milliseconds, an answer may be kept; a function says it of each answer. Public GET calls alone. */
  keep?: number | ((answer: Handled<N>) => number)
  /** What it answers depends on who asks, though anyone may: nobody else is to keep it. */
  isPersonal?: true
  /** Asked before `handle`, over HTTP alone: an answer that is too long to hold or to keep; undefined for all others. */
  stream?: (input: ParsedInput<N>) => StreamedAnswer | undefined
  /** For a call that takes a file and longer than others. */
  timeout?: number
}
export type Bind = <N extends CallName>(name: N, options: CallOptions<N>) => void

export const API_BASE = '/api/v1'

/** Answers `bind`, to register calls with, and `api`, to make them from inside. */
export function createBinder(server: FastifyInstance, context: Context): { bind: Bind; api: Api } {
  const cache = new AnswerCache(context.clock)
  context.onCatalogueChange.add(() => cache.clear())
  context.onOfferChange.add((id) => cache.forget(writePath('GET /offers/{id}', { params: { id } })))
  const inside = new Map<CallName, (input: InsideInput) => Promise<object>>()

  const bind: Bind = (name, options) => {
    const call: Call = calls[name]
    if (call.who !== 'anyone' && !options.guards?.length) throw new Error(`${name} is for ${call.who} alone and has no guard`)
    if (options.keep !== undefined && options.guards) throw new Error(`${name} is not for everyone: its answers must not be kept`)
    const [method, path] = name.split(' ') as [string, string]
    const parse = (raw: RawInput) => parseInput(call, raw) as ParsedInput<typeof name>
    const work = (input: ParsedInput<typeof name>, request?: FastifyRequest) => run(name, options, input, request)
    const load = (key: string, makeInput: () => ParsedInput<typeof name>) =>
      cache.load(key, {
        work: () => work(makeInput()),
        keepUntil: (shaped) => context.clock.now() + keepFor(options, shaped.answer as Handled<typeof name>),
      })
    // What a page is made of is the same for everybody: no guard is asked inside.
    if (method === 'GET' && call.who === 'anyone' && !call.type)
      inside.set(name, async (input) => {
        const key = writePath(name, input)
        const makeInput = () => parse(fromText(key, input))
        if (options.keep === undefined) return (await work(makeInput())).answer
        return (cache.get(key) ?? (await load(key, makeInput))).answer
      })
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    for (const base of call.isAtRoot ? [API_BASE, ''] : [API_BASE])
      server.route({
        method,
        url: base + url,
        schema: describe(call),
        // Most questions find their answer kept: no promise is made for them.
        handler: (request, reply) => {
          const key = request.raw.url!.slice(base.length)
          const kept = options.keep === undefined ? undefined : cache.get(key)
          return kept ? sendKept(kept, request, reply) : answer(key, request, reply)
        },
      })
    async function answer(key: string, request: FastifyRequest, reply: FastifyReply) {
      for (const guard of options.guards ?? []) await guard(request)
      const input = parse(request)
      const streamed = call.type ? ((await options.handle(input, request)) as StreamedAnswer) : options.stream?.(input)
      if (streamed) {
        // Who asks for the headers alone waits for no answer, and none is written.
        const body = request.method === 'HEAD' ? streamed.leave() : streamed.open()
        return send(body, request, reply.headers(streamed.headers), call)
      }
      if (options.keep !== undefined) return sendKept(await load(key, () => input), request, reply)
      const { body } = await work(input, request)
      return send(body, request, reply.code(call.status ?? 200), options.isPersonal ? { ...call, who: 'consumer' } : call)
    }
  }
  const api = ((name: CallName, input = {}) => {
    const call = inside.get(name)
    if (!call) throw new Error(`${name} cannot be called from inside`)
    return call(input as InsideInput)
  }) as Api
  return { bind, api }
}

type InsideInput = { params?: object; query?: object }
type RawInput = { params?: unknown; query?: unknown; body?: unknown }

/** Values as they come out of an address: text, repeated ones as lists. A page passes them as they are. */
const fromText = (key: string, { params }: RawInput): RawInput => {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(key.split('?')[1] ?? '')) {
    const before = query[name]
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return { params, query }
}

const keepFor = <N extends CallName>({ keep }: CallOptions<N>, answer: Handled<N>) =>
  typeof keep === 'function' ? keep(answer) : (keep ?? 0)

async function run<N extends CallName>(
  name: N,
  { handle, timeout }: CallOptions<N>,
  input: ParsedInput<N>,
  request: FastifyRequest | undefined,
): Promise<ShapedAnswer> {
  const result = await within(timeout ?? SERVER_TIMEOUT - 500, handle(input, request))
  try {
    return shapeAnswer(calls[name].answer, Array.isArray(result) ? result : { success: true, ...(result as object) })
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new Error(`the answer of ${name} does not fit the contract: ${z.prettifyError(error)}`, { cause: error })
  }
}

function parseInput(call: Call, raw: RawInput) {
  const input: Record<string, unknown> = {}
  const fields = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part]
    if (!schema) continue
    const result = schema.safeParse(raw[part] ?? {})
    if (result.success) input[part] = result.data
    else Object.assign(fields, toFieldErrors(result.error, part))
  }
  const [first] = Object.entries(fields)
  if (first)
    throw new AppError('invalid_input', { message: `${first[0].replace(/^(query|body|params)\./, '')}: ${String(first[1])}`, fields })
  return input
}

/** Every call answers in time or says that it cannot; what still runs behind it is bounded by the database's own limits. */
const within = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('unavailable', { retryAfter: 2 })), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** What is for one person alone stays with them. */
function send(body: Buffer | Readable, request: FastifyRequest, reply: FastifyReply, { who, type }: Call) {
  reply.header('content-type', `${type ?? 'application/json'}; charset=utf-8`)
  reply.header('cache-control', request.method === 'GET' && who === 'anyone' ? 'public, no-cache' : 'no-store')
  return reply.send(body)
}

function sendKept({ body, etag }: ShapedAnswer, request: FastifyRequest, reply: FastifyReply) {
  reply.header('etag', etag).header('cache-control', 'public, no-cache')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/** What the API's documentation is made from. */
function describe({ summary, params, query, body, answer, file, type, who }: Call) {
  return {
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(file && { consumes: ['multipart/form-data'], description: `multipart/form-data with the file in the field \`${file}\`` }),
    ...(who !== 'anyone' && { security: [{ bearer: [] }] }),
    response: { 200: type ? { content: { [type]: { schema: answer } } } : answer },
  }
}
