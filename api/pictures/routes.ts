import { brotliCompressSync, constants } from 'node:zlib'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import {
  cityShareUrl,
  COMPOSITIONS,
  coverOfShop,
  coverUrl,
  offerShareUrl,
  shareOfCity,
  shareOfOffer,
  shareOfShop,
  shopCoverUrl,
  shopShareUrl,
  type Composition,
  type CoverSubject,
  type ShareSubject,
} from '#contract/cover-rules.ts'
import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { acceptsEncoding } from '../http/accept-encoding.ts'
import { sendFailure } from '../http/failure.ts'
import { findOffer } from '../offers/data.ts'
import { findShop } from '../shops/data.ts'
import { drawCover } from './draw-cover.ts'
import { drawShare } from './draw-share.ts'
import { renderPng } from './render-png.ts'

/** What there is to draw of one thing, and at which addresses. */
type Pictured = { cover?: { subject: CoverSubject; urlOf: (composition: Composition) => string }; share: ShareSubject; shareUrl: string }
type Picture = { type: string; body: Buffer; brotli?: Buffer }

const FILE = /^([a-z]+)-[0-9a-z]{1,8}\.(svg|png)$/
const KEPT_BYTES = 24 * 1024 * 1024
const isComposition = (name: string | undefined): name is Composition => COMPOSITIONS.some((known) => known === name)

/**
 * `/covers/{offer}/{composition}-{mark}.svg` and `/covers/shops/{shop}/…`: the picture of what has none; `share-{mark}.png` the one that
 * goes with a shared link. The mark stands for what the picture shows, so one that fits is kept for ever, here and by whoever got it; an
 * old one leads to that of today.
 */
export function registerPictures(server: FastifyInstance, { db, clock, config }: Context) {
  const kept = new LRUCache<string, Picture>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body, brotli }) => body.length + (brotli?.length ?? 0) + 200,
  })

  async function findPicturedOffer(id: string): Promise<Pictured | undefined> {
    const found = await findOffer(db, { id, now: clock.now(), city: config.city })
    if (!found) return undefined
    const { offer } = found
    return {
      cover: { subject: offer, urlOf: (composition) => coverUrl(offer, composition) },
      share: shareOfOffer(offer),
      shareUrl: offerShareUrl(offer),
    }
  }
  async function findPicturedShop(id: string): Promise<Pictured | undefined> {
    const found = await findShop(db, id)
    if (!found) return undefined
    const { shop } = found
    return {
      cover: { subject: coverOfShop(shop), urlOf: (composition) => shopCoverUrl(shop, composition) },
      share: shareOfShop(shop),
      shareUrl: shopShareUrl(shop),
    }
  }
  const findPicturedCity = async (): Promise<Pictured> => ({ share: shareOfCity(config.city), shareUrl: cityShareUrl(config.city) })

  const answer =
    (find: (id: string) => Promise<Pictured | undefined>) =>
    async (request: FastifyRequest<{ Params: { id?: string; file: string } }>, reply: FastifyReply) => {
      const address = request.url.split('?')[0]!
      const known = kept.get(address)
      if (known) return sendPicture(known, request, reply)
      const [, name, kind] = FILE.exec(request.params.file) ?? []
      const found = name === undefined ? undefined : await find(request.params.id ?? '')
      const current = found && addressOf(found, name, kind)
      if (!current) return sendFailure(new AppError('not_found'), request, reply)
      if (current !== address) return reply.header('cache-control', 'public, max-age=60').redirect(current)
      const picture = await draw(found, name)
      kept.set(address, picture)
      return sendPicture(picture, request, reply)
    }
  server.get('/covers/:id/:file', { schema: { hide: true } }, answer(findPicturedOffer))
  server.get('/covers/shops/:id/:file', { schema: { hide: true } }, answer(findPicturedShop))
  server.get('/covers/city/:file', { schema: { hide: true } }, answer(findPicturedCity))
}

function addressOf({ cover, shareUrl }: Pictured, name: string | undefined, kind: string | undefined) {
  if (name === 'share' && kind === 'png') return shareUrl
  return kind === 'svg' && isComposition(name) ? cover?.urlOf(name) : undefined
}

async function draw({ cover, share }: Pictured, name: string | undefined): Promise<Picture> {
  if (!cover || !isComposition(name)) return { type: 'image/png', body: await renderPng(() => drawShare(share)) }
  const body = Buffer.from(drawCover(cover.subject, name))
  const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })
  return { type: 'image/svg+xml', body, brotli }
}

function sendPicture({ type, body, brotli }: Picture, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'public, max-age=31536000, immutable').type(type)
  // The file is a picture and nothing else, wherever it is opened.
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'")
  if (!brotli) return reply.send(body)
  reply.header('vary', 'accept-encoding')
  if (!acceptsEncoding(request.headers['accept-encoding'], 'br')) return reply.send(body)
  return reply.header('content-encoding', 'br').send(brotli)
}
