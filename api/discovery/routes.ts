/** What the open web asks of a site before it asks for a page: what there is, what may be read, what is new, how it looks as an icon. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Api, CallInput } from '#contract/calls.ts'
import { CATEGORIES } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import { isId } from '#db/filters.ts'

import type { Context } from '../context.ts'
import { createQueue } from '../http/create-queue.ts'
import { sendFailure } from '../http/failure.ts'
import { renderPng } from '../pictures/render-png.ts'
import { drawIcon, wrapIcon } from './draw-icon.ts'
import { FileCache, sendFile } from './keep-files.ts'
import { writeAtom, writeJsonFeed, type FeedRequest } from './write-feeds.ts'
import { writeHomeSitemap, writeManifest, writeRobots } from './write-site-files.ts'
import { writeSitemapIndex, writeSitemapPart } from './write-sitemap.ts'

/** A feed is asked for by machines, every few minutes by some; a sitemap once a day. All of them end when the catalogue changes. */
const FEED_LIFE = MINUTE
const SITEMAP_LIFE = 10 * MINUTE
const FEED_ITEMS = 50
/** The parts of a sitemap are made one after the other: each is ten thousand lines. So many may wait. */
const WAITING = 20
/** Pages that are always there. */
const HOME_PATHS = ['/', '/?view=shops', ...CATEGORIES.map((name) => `/?${new URLSearchParams({ category: name }).toString()}`)]
const PART = /^(offers|shops)-(.+)\.xml$/
/** With its question mark, or nothing. */
const queryOf = ({ url }: FastifyRequest) => url.slice(url.split('?')[0]!.length)
/** Where no address is configured, the site is known to this machine alone. */
export const originOf = ({ PUBLIC_URL, PORT }: Context['config']) => PUBLIC_URL ?? `http://localhost:${PORT}`

/** `key` tells it apart from others of its path; without one, whatever the address asks besides is not heard. */
type Made = { type: string; maxAge: number; life: number; key?: string; make: () => Promise<string | Buffer> }

const icon = (kind: 'plain' | 'full', size: number): Made => ({
  type: 'image/png',
  maxAge: 86_400,
  life: Infinity,
  make: () => renderPng(() => drawIcon(kind), { size }),
})
const ICONS: Record<string, Made> = {
  'icon-192.png': icon('plain', 192),
  'icon-512.png': icon('plain', 512),
  'maskable-192.png': icon('full', 192),
  'maskable-512.png': icon('full', 512),
  'touch-180.png': icon('full', 180),
}

export function registerDiscovery(server: FastifyInstance, { config, db, clock, onCatalogueChange }: Context, api: Api) {
  const origin = originOf(config)
  const files = new FileCache(clock)
  onCatalogueChange.add(() => files.clear())
  const hidden = { schema: { hide: true } }

  /** Answers a path with what `plan` says is to be made there; with nothing, there is nothing. */
  const answer = (path: string, plan: (request: FastifyRequest<{ Params: { file?: string } }>) => Made | undefined) =>
    server.get(path, hidden, async (request: FastifyRequest<{ Params: { file?: string } }>, reply: FastifyReply) => {
      const made = plan(request)
      if (!made) return sendFailure(new AppError('not_found'), request, reply)
      const address = request.url.split('?')[0]! + (made.key ?? '')
      return sendFile(await files.load(address, made.life, made.make), request, reply, made)
    })
  const queueUp = createQueue(WAITING, 'Many ask for the sitemap. Come back in a moment.')
  const xml = (make: Made['make']): Made => ({ type: 'application/xml', maxAge: 600, life: SITEMAP_LIFE, make: async () => queueUp(make) })

  answer('/robots.txt', () => ({ type: 'text/plain', maxAge: 3_600, life: Infinity, make: async () => writeRobots(origin) }))
  answer('/manifest.webmanifest', () => ({
    type: 'application/manifest+json',
    maxAge: 3_600,
    life: Infinity,
    make: async () => writeManifest(config.city),
  }))
  answer('/sitemap.xml', () => xml(() => writeSitemapIndex(db, { now: clock.now(), origin })))
  answer('/sitemap/:file', ({ params: { file = '' } }) => {
    if (file === 'home.xml') return xml(async () => writeHomeSitemap(HOME_PATHS, { origin }))
    const [, kind, from] = PART.exec(file) ?? []
    if ((kind !== 'offers' && kind !== 'shops') || !isId(from)) return undefined
    return xml(() => writeSitemapPart(db, kind, from, { now: clock.now(), origin }))
  })

  const feed = (request: FastifyRequest, type: string, write: (feed: FeedRequest) => string): Made => ({
    type,
    maxAge: FEED_LIFE / 1_000,
    life: FEED_LIFE,
    key: queryOf(request),
    make: async () => {
      // Whatever the list takes, a feed takes, and it refuses the same.
      const wishes = request.query as CallInput<'GET /offers/all'>['query']
      const { data: offers } = await api('GET /offers/all', { query: { sort: 'newest', limit: String(FEED_ITEMS), ...wishes } })
      return write({ offers, origin, query: queryOf(request), city: config.city, now: clock.now() })
    },
  })
  answer('/feed.atom', (request) => feed(request, 'application/atom+xml', writeAtom))
  answer('/feed.json', (request) => feed(request, 'application/feed+json', writeJsonFeed))

  answer('/icons/:file', ({ params: { file = '' } }) => ICONS[file])
  answer('/favicon.ico', () => ({
    ...icon('plain', 32),
    type: 'image/x-icon',
    make: async () => wrapIcon(await renderPng(() => drawIcon('plain'), { size: 32 }), 32),
  }))
}
