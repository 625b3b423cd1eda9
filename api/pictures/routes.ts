import type { FastifyInstance } from 'fastify'

import { COMPOSITIONS, coverUrl, type Composition } from '#contract/cover-rules.ts'
import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { sendFailure } from '../http/failure.ts'
import { findOffer } from '../offers/data.ts'
import { drawCover } from './draw-cover.ts'

const FILE = /^([a-z]+)-[0-9a-z]{1,8}\.svg$/
const isComposition = (name: string | undefined): name is Composition => COMPOSITIONS.some((known) => known === name)

/**
 * `/covers/{offer}/{composition}-{mark}.svg`: the picture of an offer that has none. The mark stands for what the picture shows, so one
 * that fits may be kept for ever; an old one answers with the picture of today, for a short while.
 */
export function registerPictures(server: FastifyInstance, { db, clock, config }: Context) {
  server.get<{ Params: { id: string; file: string } }>('/covers/:id/:file', { schema: { hide: true } }, async (request, reply) => {
    const { id, file } = request.params
    const composition = FILE.exec(file)?.[1]
    const found = isComposition(composition) ? await findOffer(db, { id, now: clock.now(), city: config.city }) : undefined
    if (!found || !isComposition(composition)) return sendFailure(new AppError('not_found'), request, reply)
    const isCurrent = coverUrl(found.offer, composition) === `/covers/${id}/${file}`
    reply.header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
    // The file is a picture and nothing else, wherever it is opened.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return reply.type('image/svg+xml').send(drawCover(found.offer, composition))
  })
}
