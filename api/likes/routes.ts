import { PAGE_LIMIT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import type { LikedQuery } from '#contract/like.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { createMineBinder, createOwnBinder } from '../http/bind-own.ts'
import { readCursor } from '../http/cursor.ts'
import { isKeyInTurn, toPage, toTotal } from '../http/paging.ts'
import type { ConsumerGuards } from '../http/require-consumer.ts'
import { isNameKey } from '../shops/order-shops.ts'
import type { LikeChange, Likes } from './change-like.ts'
import { countLikedOffers, countLikedShops, listLikedOffers, listLikedShops } from './data.ts'
import { isLikedOfferKey } from './order-likes.ts'

/** Two lists, and the doors to them: `favorite-shops` is the list of liked shops under another name (D-32). */
export function registerLikes(bind: Bind, context: Context, { guards, likes }: { guards: ConsumerGuards; likes: Likes }) {
  const { db, clock, config } = context
  const bindOwn = createOwnBinder(bind, guards)
  const bindMine = createMineBinder(bind, guards)

  const listOffers = async ({ query }: { query: LikedQuery }, consumerId: string) => {
    const cursor = readCursor(query.cursor, isLikedOfferKey)
    const request = { consumerId, q: query.q, limit: query.limit ?? PAGE_LIMIT, after: cursor?.key }
    const slice = await listLikedOffers(db, { ...request, now: clock.now(), city: config.city })
    return toPage(slice, cursor ?? toTotal(await countLikedOffers(db, request)))
  }
  const listShops = async ({ query }: { query: LikedQuery }, consumerId: string) => {
    const cursor = readCursor(query.cursor, (key) => isKeyInTurn(key, isNameKey, isNameKey))
    const request = { consumerId, q: query.q, limit: query.limit ?? PAGE_LIMIT, after: cursor?.key }
    const slice = await listLikedShops(db, request)
    return toPage(slice, cursor ?? toTotal(await countLikedShops(db, request)))
  }
  /** Some clients name whom it is for: it is themselves, or nobody. */
  const change = async (like: LikeChange, userId?: string) => {
    if (userId !== undefined && userId.toLowerCase() !== like.consumerId) throw new AppError('forbidden')
    return { message: await likes.change(like) }
  }

  bindOwn('GET /consumer/liked-offers', listOffers)
  bindOwn('POST /consumer/liked-offers', ({ body }, consumerId) =>
    change({ consumerId, type: 'OFFER', action: 'ADD', targetId: body.offerId }, body.userId),
  )
  bindMine('DELETE /consumer/liked-offers', ({ body }, consumerId) =>
    change({ consumerId, type: 'OFFER', action: 'REMOVE', targetId: body.offerId }, body.userId),
  )
  bindMine('DELETE /consumer/liked-offers/{id}', ({ params }, consumerId) =>
    change({ consumerId, type: 'OFFER', action: 'REMOVE', targetId: params.id }),
  )

  for (const list of ['liked-shops', 'favorite-shops'] as const) {
    bindOwn(`GET /consumer/${list}`, listShops)
    bindOwn(`POST /consumer/${list}`, ({ body }, consumerId) =>
      change({ consumerId, type: 'SHOP', action: 'ADD', targetId: body.shopId }, body.userId),
    )
    bindMine(`DELETE /consumer/${list}`, ({ body }, consumerId) =>
      change({ consumerId, type: 'SHOP', action: 'REMOVE', targetId: body.shopId }, body.userId),
    )
    bindMine(`DELETE /consumer/${list}/{id}`, ({ params }, consumerId) =>
      change({ consumerId, type: 'SHOP', action: 'REMOVE', targetId: params.id }),
    )
  }
}
