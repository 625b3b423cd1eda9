import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { offerFactsOf, shopFactsOf, type OfferFacts } from '../imports/lay-facts.ts'
import { findCurrentShop, hasGoneOffers, listOffersToChange } from './data.ts'
import { publishEdit, STEP, type Edit } from './publish-edit.ts'

/** Takes a shop out of sight, and its offers with it. Answers whether it showed. */
export const withdrawShop = (context: Context, id: string) =>
  publishEdit(context, async () => {
    const { stored: shop } = await requireShop(context, id)
    if (shop.withdrawn_at !== null) return undefined
    const at = new Date(context.clock.now())
    const act = async (edit: Edit) => {
      await edit.writeShop({ ...shopFactsOf(shop), withdrawn_at: at }, shop)
      return changeOffers(context, edit, shop.shop_id, 'standing', { withdrawn_at: at, withdrawn_with_shop: true })
    }
    return { line: `Withdrawn shop: ${shop.name}`, act }
  })

/**
 * Shows a shop again, and the offers that went with it, also where a file has brought the shop back without them; those that were withdrawn
 * before stay so. Answers whether there was anything to bring back.
 */
export const restoreShop = (context: Context, id: string) =>
  publishEdit(context, async () => {
    const { stored: shop } = await requireShop(context, id)
    const isShown = shop.withdrawn_at === null
    if (isShown && !(await hasGoneOffers(context.db, shop.shop_id))) return undefined
    const act = async (edit: Edit) => {
      if (!isShown) await edit.writeShop({ ...shopFactsOf(shop), withdrawn_at: null }, shop)
      return changeOffers(context, edit, shop.shop_id, 'gone', { withdrawn_at: null, withdrawn_with_shop: false })
    }
    return { line: `Restored shop: ${shop.name}`, act }
  })

type Change = Pick<OfferFacts, 'withdrawn_at' | 'withdrawn_with_shop'>
async function changeOffers({ db }: Context, { write }: Edit, shopId: string, which: 'standing' | 'gone', change: Change) {
  let count = 0
  for (;;) {
    const stored = await listOffersToChange(db, shopId, which, STEP)
    if (stored.length === 0) return count
    await write({ offers: stored.map((offer) => ({ facts: { ...offerFactsOf(offer), ...change }, replaces: offer })) })
    count += stored.length
  }
}

export async function requireShop({ db }: Context, id: string) {
  const found = await findCurrentShop(db, id)
  if (!found) throw new AppError('shop_not_found')
  return found
}
