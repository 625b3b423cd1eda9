import { COUNTER_LIFE, PAGE_SIZE } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { isIdText, readCursor, type CursorKey } from '../http/cursor.ts'
import { toPage, toTotal } from '../http/paging.ts'
import { countOffersOfShop, listOffersOfShop } from '../offers/data.ts'
import { keepOffers } from '../offers/keep-offers.ts'
import { isEndingKey } from '../offers/order-offers.ts'
import { countShops, findShop, listShops } from './data.ts'

export function registerShops(bind: Bind, { db, clock, config }: Context) {
  const { city } = config

  bind('GET /shops', {
    keep: COUNTER_LIFE,
    handle: async ({ query }) => {
      if (query.radius !== undefined && !query.near) {
        throw new AppError('invalid_input', {
          message: 'near: is needed for a radius. Send near=latitude,longitude',
          fields: { 'query.near': 'Is needed for a radius' },
        })
      }
      const cursor = readCursor(query.cursor, (key) => isShopKey(key, query.near !== undefined))
      const [slice, total] = await Promise.all([
        listShops(db, { query, limit: query.limit ?? PAGE_SIZE, after: cursor?.key }),
        cursor ?? countShops(db, query).then(toTotal),
      ])
      return toPage(slice.shops, slice.next, total)
    },
  })

  bind('GET /shops/{id}', { keep: COUNTER_LIFE, handle: async ({ params }) => ({ data: await getShop(params.id) }) })

  bind('GET /shops/offers/{id}', {
    keep: ({ data }) => keepOffers(data, clock.now()),
    handle: async ({ params, query }) => {
      const shop = await getShop(params.id)
      const cursor = readCursor(query.cursor, isEndingKey)
      const request = { shopId: shop.id, q: query.q, now: clock.now(), city }
      const [slice, total] = await Promise.all([
        listOffersOfShop(db, { ...request, limit: query.limit ?? PAGE_SIZE, after: cursor?.key }),
        cursor ?? countOffersOfShop(db, request).then(toTotal),
      ])
      return toPage(slice.offers, slice.next, total)
    },
  })

  async function getShop(id: string) {
    const found = await findShop(db, id)
    if (!found) throw new AppError('shop_not_found')
    if (found.isWithdrawn) throw new AppError('shop_withdrawn')
    return found.shop
  }
}

function isShopKey(key: CursorKey, isByDistance: boolean): boolean {
  const isNameKey = ([name, id, ...more]: CursorKey) => typeof name === 'string' && isIdText(id) && more.length === 0
  if (!isByDistance) return isNameKey(key)
  if (key[0] === 'rest') return key.length === 1 || isNameKey(key.slice(1))
  return key.length === 2 && typeof key[0] === 'number' && isIdText(key[1])
}
