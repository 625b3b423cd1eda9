/**
 * Serves the web app: its built files, and every other address as a page rendered on the server. Pages make their calls in this
 * process, through the same `Api` that the browser reaches over HTTP.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouterContextProvider, ServerBuild } from 'react-router'

import type { Api } from '#contract/calls.ts'
import type { City } from '#contract/city.ts'
import { AppError } from '#contract/errors.ts'
import { pageContext, type PageContext } from '#contract/page-context.ts'

import { toAppFailure } from '../http/failure.ts'
import { compressPage } from './compress-page.ts'
import { startVite } from './start-vite.ts'

export type PageOptions = {
  api: Api
  config: { city: City; PUBLIC_URL?: string | undefined }
  clock: { now: () => number }
  /** Pages come from their sources, and change in the browser as they change on disk. */
  isDev: boolean
}

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>

const BUILD = path.join(import.meta.dirname, '..', '..', 'build')
const RETRY_SECONDS = 5
/** Where no pages live: what is not found there is not found, whatever else is asked for leads somewhere. */
const NO_PAGES = /^\/(api|assets|uploads)(\/|$)/

/** Hangs the pages into a server whose API is registered already. */
export async function servePages(app: FastifyInstance, { api, config, clock, isDev }: PageOptions) {
  // React decides by this variable, when it is first imported, whether it is the fast or the talkative one.
  process.env['NODE_ENV'] ??= isDev ? 'development' : 'production'
  const { createRequestHandler, RouterContextProvider } = await import('react-router')
  const handle: Handler = isDev
    ? createRequestHandler(await startVite(app), 'development')
    : createRequestHandler(await loadBuild(), 'production')
  if (!isDev) {
    await app.register(fastifyStatic, {
      root: path.join(BUILD, 'client', 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
    })
  }

  // Over HTTP a database that is down answers 503; inside this process it says so the same way.
  const inside: Api = (...call) =>
    api(...call).catch((error: unknown) => {
      throw toAppFailure(error) ?? error
    })
  const origin = config.PUBLIC_URL ?? 'http://localhost'
  app.get('/*', async (request, reply) => {
    if (NO_PAGES.test(request.url)) throw new AppError('not_found')
    const context: PageContext = {
      api: inside,
      city: config.city,
      now: clock.now,
      reportError: (error) => request.log.error({ err: error }, 'page failed'),
    }
    const response = await handle(toWebRequest(request, reply, origin), new RouterContextProvider(new Map([[pageContext, context]])))
    return sendPage(request, reply, response)
  })
}

async function loadBuild(): Promise<ServerBuild> {
  const file = path.join(BUILD, 'server', 'index.js')
  if (!existsSync(file)) throw new Error('The web app is not built. Run: npm run build')
  return (await import(pathToFileURL(file).href)) as ServerBuild
}

/** The origin is ours, never the Host header: nothing that a client writes there reaches a page. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string) {
  const departure = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) departure.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value))
  return new Request(origin + request.url, { headers, signal: departure.signal })
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, response: Response) {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  if (response.status === 503) reply.header('retry-after', RETRY_SECONDS)
  reply.header('cache-control', response.headers.get('cache-control') ?? 'private, no-cache')
  const body = Buffer.from(await response.arrayBuffer())
  return reply.send(compressPage(body, request, reply))
}
