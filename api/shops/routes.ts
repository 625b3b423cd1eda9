import { PAGE_SIZE, RELATED } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { readCursor } from '../http/cursor.ts'
import { isKeyInTurn, toPage, toTotal } from '../http/paging.ts'
import { listRelatedOffers } from '../offers/data-related.ts'
import { countOffersOfShop, listOffersOfShop } from '../offers/data.ts'
import { measureLife } from '../offers/measure-life.ts'
import { isEndingKey, isNumberKey } from '../offers/order-offers.ts'
import { countShops, findShop, listShops } from './data.ts'
import { isNameKey } from './order-shops.ts'

/** Shops change with an import, which forgets every answer that is kept; only another server of the same database sees it this late. */
const KEPT_FOR = MINUTE

export function registerShops(bind: Bind, { db, clock, config }: Context) {
  const { city } = config

  bind('GET /shops', {
    keep: KEPT_FOR,
    handle: async ({ query }) => {
      const cursor = readCursor(query.cursor, (key) => (query.near ? isKeyInTurn(key, isNumberKey, isNameKey) : isNameKey(key)))
      const [slice, total] = await Promise.all([
        listShops(db, { query, limit: query.limit ?? PAGE_SIZE, after: cursor?.key }),
        cursor ?? countShops(db, query).then(toTotal),
      ])
      return toPage(slice, total)
    },
  })

  bind('GET /shops/{id}', { keep: KEPT_FOR, handle: async ({ params }) => ({ data: await getShop(params.id) }) })

  bind('GET /shops/offers/{id}', {
    keep: ({ data }) => measureLife(data, clock.now()),
    handle: async ({ params, query }) => {
      const shop = await getShop(params.id)
      const cursor = readCursor(query.cursor, isEndingKey)
      const request = { shopId: shop.id, q: query.q, now: clock.now(), city }
      const [slice, total] = await Promise.all([
        listOffersOfShop(db, { ...request, limit: query.limit ?? PAGE_SIZE, after: cursor?.key }),
        cursor ?? countOffersOfShop(db, request).then(toTotal),
      ])
      return toPage(slice, total)
    },
  })

  async function getShop(id: string) {
    const found = await findShop(db, id)
    if (!found) throw new AppError('shop_not_found')
    if (found.isWithdrawn) {
      const similar = await listRelatedOffers(db, {
        category: found.shop.category ?? undefined,
        limit: RELATED.limit,
        now: clock.now(),
        city,
      })
      throw new AppError('shop_withdrawn', { details: { similar } })
    }
    return found.shop
  }
}
