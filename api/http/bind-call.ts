/**
 * Binds the calls of the contract to their handlers: parses what comes in with the call's schema, runs the handler, shapes what goes
 * out with the call's schema (a field that the contract does not name never leaves), keeps public answers for a few seconds.
 * Pages that are rendered on the server come the same way, without HTTP between.
 */
import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { calls, type Answer, type Api, type Call, type CallName, type ParsedInput } from '#contract/calls.ts'
import { buildPath } from '#contract/client.ts'
import { SERVER_TIMEOUT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { AnswerCache, type CachedAnswer } from './answer-cache.ts'
import { toFieldErrors } from './failure.ts'

/**
 * An answer too long to hold: JSON text in pieces. `release` is called when the last one is taken, when the reader leaves, and when it
 * takes nothing for `patience` milliseconds.
 */
export class StreamedAnswer {
  readonly #pieces: AsyncIterable<string>
  readonly #options: { release: () => void; patience: number }

  constructor(pieces: AsyncIterable<string>, options: { release: () => void; patience: number }) {
    this.#pieces = pieces
    this.#options = options
  }

  open(): Readable {
    const { release, patience } = this.#options
    const pieces = this.#pieces
    let timer: NodeJS.Timeout | undefined
    async function* watch() {
      for await (const piece of pieces) {
        timer = setTimeout(() => stream.destroy(), patience)
        yield piece
        clearTimeout(timer)
      }
    }
    const stream = Readable.from(watch(), { objectMode: false, highWaterMark: 1 })
    // Also where nobody ever began to read: a generator that has not begun would not notice.
    stream.once('close', () => {
      clearTimeout(timer)
      release()
    })
    return stream
  }
}

type Handled<N extends CallName> = Omit<Answer<N>, 'success'>
export type Handler<N extends CallName> = (
  input: ParsedInput<N>,
  request: FastifyRequest | undefined,
) => Promise<Handled<N> | StreamedAnswer>
type CallOptions<N extends CallName> = {
  handle: Handler<N>
  /** Who is let in, in this order, before the input is looked at. */
  guards?: ((request: FastifyRequest) => Promise<void>)[]
  /** How long, in milliseconds, an answer may be kept; a function says until when one answer holds. Public GET calls alone. */
  keep?: number | ((answer: Handled<N>) => number)
  /** For a call that takes a file and longer than others. */
  timeout?: number
}
export type Bind = <N extends CallName>(name: N, options: CallOptions<N>) => void

export const API_BASE = '/api/v1'

/** Answers `bind`, to register calls with, and `api`, to make them from inside. */
export function createBinder(app: FastifyInstance, context: Context): { bind: Bind; api: Api } {
  const cache = new AnswerCache(context.clock)
  context.onCatalogueChange.add(() => cache.clear())
  const inside = new Map<CallName, (input: InsideInput) => Promise<object>>()

  const bind: Bind = (name, options) => {
    const call: Call = calls[name]
    const [method, path] = name.split(' ') as [string, string]
    const work = (input: RawInput, request?: FastifyRequest) => run(name, call, options, input, request)
    const load = (key: string, input: RawInput) =>
      cache.load(key, async () => {
        const answer = await work(input)
        return { answer, expires: context.clock.now() + keepFor(options, answer as Handled<typeof name>) }
      })
    if (method === 'GET')
      inside.set(name, async (input) => {
        if (options.keep === undefined) return work(input)
        const key = buildPath(name, input)
        return (cache.get(key) ?? (await load(key, fromText(key, input)))).answer
      })
    app.route({
      method,
      url: API_BASE + path.replace(/\{(\w+)\}/g, ':$1'),
      schema: describe(call),
      handler: async (request, reply) => {
        for (const guard of options.guards ?? []) await guard(request)
        if (options.keep !== undefined) {
          const key = request.raw.url!.slice(API_BASE.length)
          const kept = cache.get(key)
          if (kept) return sendKept(kept, request, reply)
          if (isKeepable(name, request)) return sendKept(await load(key, request), request, reply)
        }
        return send(await work(request, request), request, reply)
      },
    })
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
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(key.split('?')[1] ?? '')) {
    const before = query[name]
    query[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return { params, query }
}

/** Every running offer at once is streamed, not kept. */
const isKeepable = (name: CallName, request: FastifyRequest) =>
  name !== 'GET /offers/all' || Object.keys(request.query as object).length > 0

const keepFor = <N extends CallName>({ keep }: CallOptions<N>, answer: Handled<N>) =>
  typeof keep === 'function' ? keep(answer) : (keep ?? 0)

async function run<N extends CallName>(
  name: N,
  call: Call,
  { handle, timeout }: CallOptions<N>,
  raw: RawInput,
  request: FastifyRequest | undefined,
): Promise<object> {
  const input = parseInput(call, raw) as ParsedInput<N>
  const result = await within(timeout ?? SERVER_TIMEOUT - 500, handle(input, request))
  if (result instanceof StreamedAnswer) return result
  const shaped = call.answer.safeParse({ success: true, ...result })
  if (!shaped.success) throw new Error(`the answer of ${name} does not fit the contract: ${z.prettifyError(shaped.error)}`)
  return shaped.data as object
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
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable', { retryAfter: 2 })), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function send(answer: object, request: FastifyRequest, reply: FastifyReply) {
  reply.header('content-type', 'application/json; charset=utf-8')
  if (request.method === 'GET') reply.header('cache-control', 'public, no-cache')
  else reply.header('cache-control', 'no-store')
  return reply.send(answer instanceof StreamedAnswer ? answer.open() : JSON.stringify(answer))
}

function sendKept({ body, etag }: CachedAnswer, request: FastifyRequest, reply: FastifyReply) {
  reply.header('etag', etag).header('cache-control', 'public, no-cache')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/** What the API's documentation is made from. */
function describe({ summary, params, query, body, answer, file, who }: Call) {
  return {
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(file && { consumes: ['multipart/form-data'], description: `multipart/form-data with the file in the field \`${file}\`` }),
    ...(who !== 'anyone' && { security: [{ bearer: [] }] }),
    response: { 200: answer },
  }
}
