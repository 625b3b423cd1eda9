import type { CallName } from '#contract/calls.ts'
import { IMPORT_TIMEOUT, PAGE_SIZE } from '#contract/constants.ts'

import { recordAct } from '../admin/record-audit.ts'
import type { AdminGuard } from '../admin/require-admin.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { readCursor } from '../http/cursor.ts'
import { toPage, toSlice, toTotal } from '../http/paging.ts'
import { endingKey } from '../offers/data-orders.ts'
import { isEndingKey } from '../offers/order-offers.ts'
import { isNameKey } from '../shops/order-shops.ts'
import { countFoundOffers, countFoundShops, listFoundOffers, listFoundShops } from './data.ts'
import { editShop, presentShop } from './change-shop.ts'
import { createShop } from './create-shop.ts'
import { keyOfShop, toFoundOffer, toFoundShop } from './present-found.ts'
import { restoreOffer, withdrawOffer } from './withdraw-offer.ts'
import { restoreShop, withdrawShop } from './withdraw-shop.ts'

/** What an operator does to one shop or offer: find it, change it, take it out of sight and back. */
export function registerEdits(bind: Bind, context: Context, requireAdmin: AdminGuard) {
  const { db, clock } = context

  bind('GET /superadmin/dashboard/shops', {
    guards: [requireAdmin('find-shops')],
    handle: async ({ query: { cursor, limit = PAGE_SIZE, ...wanted } }) => {
      const from = readCursor(cursor, isNameKey)
      const rows = await listFoundShops(db, wanted, { limit, after: from?.key })
      return toPage(toSlice(rows, limit, toFoundShop, keyOfShop), from ?? toTotal(await countFoundShops(db, wanted)))
    },
  })
  bind('GET /superadmin/dashboard/offers', {
    guards: [requireAdmin('find-offers')],
    handle: async ({ query: { cursor, limit = PAGE_SIZE, ...wanted } }) => {
      const now = new Date(clock.now())
      const from = readCursor(cursor, isEndingKey)
      const rows = await listFoundOffers(db, wanted, now, { limit, after: from?.key })
      const slice = toSlice(rows, limit, toFoundOffer(now.getTime()), endingKey)
      return toPage(slice, from ?? toTotal(await countFoundOffers(db, wanted, now)))
    },
  })
  bind('GET /superadmin/dashboard/shops/{id}', {
    guards: [requireAdmin('show-shop')],
    handle: async ({ params: { id } }) => ({ data: await presentShop(context, id) }),
  })
  bind('POST /superadmin/dashboard/shops', {
    guards: [requireAdmin('add-shop')],
    timeout: IMPORT_TIMEOUT,
    handle: async ({ body }, request) => {
      const described = (made: { id: string; importId: number }) => ({ shop: made.id, import: made.importId })
      const { id, warnings } = await recordAct(context, 'add-shop', request, () => createShop(context, body.cells), described)
      return { data: await presentShop(context, id), message: 'Added. Everybody sees it from now on.', warnings }
    },
  })
  bind('PUT /superadmin/dashboard/shops/{id}', {
    guards: [requireAdmin('edit-shop')],
    timeout: IMPORT_TIMEOUT,
    handle: async ({ params: { id }, body }, request) => {
      const described = ({ importId }: { importId: number | undefined }) => ({ shop: id.toLowerCase(), import: importId ?? null })
      const { importId, warnings } = await recordAct(context, 'edit-shop', request, () => editShop(context, id, body), described)
      const message = importId === undefined ? 'Nothing has changed.' : 'Saved. Everybody sees it from now on.'
      return { data: await presentShop(context, id), message, warnings }
    },
  })
  registerWithdrawals(bind, context, requireAdmin)
}

type Act = (context: Context, id: string) => Promise<number | undefined>
type ActName = Extract<CallName, `POST /superadmin/dashboard/${'shops' | 'offers'}/{id}/${'withdraw' | 'restore'}`>

function registerWithdrawals(bind: Bind, context: Context, requireAdmin: AdminGuard) {
  const bindAct = (name: ActName, kind: string, act: Act, [done, already]: [done: string, already: string]) =>
    bind(name, {
      guards: [requireAdmin(kind)],
      // With a shop go all its offers.
      timeout: IMPORT_TIMEOUT,
      handle: async ({ params: { id } }, request) => {
        const what = kind.endsWith('shop') ? 'shop' : 'offer'
        const described = (importId: number | undefined) => ({ [what]: id.toLowerCase(), import: importId ?? null })
        const importId = await recordAct(context, kind, request, () => act(context, id), described)
        return { message: importId === undefined ? already : done }
      },
    })
  const gone = 'Withdrawn. Nobody sees it any more.'
  const back = 'Restored. Everybody sees it again.'
  bindAct('POST /superadmin/dashboard/shops/{id}/withdraw', 'withdraw-shop', withdrawShop, [gone, 'This shop was withdrawn already.'])
  bindAct('POST /superadmin/dashboard/shops/{id}/restore', 'restore-shop', restoreShop, [back, 'This shop shows already.'])
  bindAct('POST /superadmin/dashboard/offers/{id}/withdraw', 'withdraw-offer', withdrawOffer, [gone, 'This offer was withdrawn already.'])
  bindAct('POST /superadmin/dashboard/offers/{id}/restore', 'restore-offer', restoreOffer, [back, 'This offer shows already.'])
}
