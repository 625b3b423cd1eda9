/**
 * Serves the web app: its built files, and every other address as a page rendered on the server. Pages make their calls in this
 * process, through the same `Api` that the browser reaches over HTTP.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { RouterContextProvider, ServerBuild } from 'react-router'

import type { Api } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { pageContext, type PageContext } from '#contract/page-context.ts'

import type { Config } from '../config.ts'
import type { Clock, Context } from '../context.ts'
import { toAppFailure } from '../http/failure.ts'
import { allowScripts, listProviderSources, listScripts, type ProviderConfig } from './allow-scripts.ts'
import { chooseEncoding } from './compress-page.ts'
import { PageCache, type Page } from './keep-pages.ts'
import { DATA_SAVING_HEADERS, readDataSaving } from './read-data-saving.ts'
import { startVite } from './start-vite.ts'

export type PageOptions = {
  api: Api
  config: Pick<Config, 'city' | 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'SOURCE_URL'> & ProviderConfig
  clock: Clock
  /** Told whenever what pages show has changed. */
  onCatalogueChange: Context['onCatalogueChange']
  /** Pages come from their sources, and change in the browser as they change on disk. */
  isDev: boolean
}

type Handler = (request: Request, context: RouterContextProvider) => Promise<Response>

const BUILD = path.join(import.meta.dirname, '..', '..', 'build')
const RETRY_SECONDS = 5
/** A page that shows nothing but itself: the scripts on it are those of every page. */
const PLAIN_PAGE = '/privacy'
/** Where no pages live: what is not found there is not found, whatever else is asked for leads somewhere. */
const NO_PAGES = /^\/(api|assets|uploads)(\/|$)/

/** Hangs the pages into a server whose API is registered already. */
export async function servePages(app: FastifyInstance, { api, config, clock, onCatalogueChange, isDev }: PageOptions) {
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
      // Known from the start: otherwise their folder is read for each request. The compressed ones are found beside them.
      wildcard: false,
      globIgnore: ['**/*.{br,gz}'],
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
      // Nobody wants a piece of a script: whoever asks for one gets it whole, which is as good an answer.
      acceptRanges: false,
    })
  }

  // Over HTTP a database that is down answers 503; inside this process it says so the same way.
  const inside: Api = (...call) =>
    api(...call).catch((error: unknown) => {
      throw toAppFailure(error) ?? error
    })
  const provider = listProviderSources(config)
  const origin = config.PUBLIC_URL ?? 'http://localhost'
  const cache = new PageCache(clock)
  onCatalogueChange.add(() => cache.clear())

  async function render(request: Request, log: FastifyBaseLogger, savesData = false): Promise<Response> {
    const context: PageContext = {
      api: inside,
      city: config.city,
      contact: { email: config.SUPPORT_EMAIL, source: config.SOURCE_URL },
      hasGoogle: provider !== undefined,
      publicUrl: config.PUBLIC_URL,
      savesData,
      now: clock.now,
      reportError: (error) => log.error({ err: error }, 'page failed'),
    }
    return handle(request, new RouterContextProvider(new Map([[pageContext, context]])))
  }
  const known = isDev ? undefined : new Set(listScripts(await (await render(new Request(origin + PLAIN_PAGE), app.log)).text()))
  const allow = known && ((html: string) => allowScripts(html, known, provider))
  app.get('/*', async (request, reply) => {
    if (NO_PAGES.test(request.url)) throw new AppError('not_found')
    // Its sources change under a page in development: nothing is kept there.
    if (isDev) cache.clear()
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const savesData = readDataSaving(request.headers)
    // No address holds a space: this is one of its own.
    const page = await cache.load(savesData ? `${request.url} saving data` : request.url, encoding, async () =>
      toPage(await render(toWebRequest(request, origin), request.log, savesData), allow),
    )
    // Vite puts scripts and styles of its own into a page.
    if (isDev) reply.removeHeader('content-security-policy')
    return reply.code(page.status).headers(page.headers).send(page.body)
  })
}

async function loadBuild(): Promise<ServerBuild> {
  const file = path.join(BUILD, 'server', 'index.js')
  if (!existsSync(file)) throw new Error('The web app is not built. Run: npm run build')
  return (await import(pathToFileURL(file).href)) as ServerBuild
}

/**
 * The origin is ours, never the Host header: nothing that a client writes there reaches a page. Who asked first may leave: others may
 * wait for the same page, so it is rendered to its end.
 */
function toWebRequest(request: FastifyRequest, origin: string) {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value))
  return new Request(origin + request.url, { headers })
}

/** `allow` makes the policy of a page; without it a page has none of its own. */
async function toPage(response: Response, allow: ((html: string) => string) | undefined): Promise<Page> {
  const body = Buffer.from(await response.arrayBuffer())
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  return {
    status: response.status,
    headers: {
      'cache-control': 'private, no-cache',
      vary: DATA_SAVING_HEADERS,
      ...(response.status === 503 && { 'retry-after': String(RETRY_SECONDS) }),
      ...(allow && isPage && { 'content-security-policy': allow(body.toString()) }),
      ...Object.fromEntries(response.headers),
    },
    body,
  }
}
