import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { offerFactsOf, shopFactsOf, type OfferFacts } from '../imports/lay-facts.ts'
import { findCurrentShop, listOffersToChange } from './data.ts'
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

/** Shows a shop again, and the offers that went with it; those that were withdrawn before stay so. Answers whether it did not show. */
export const restoreShop = (context: Context, id: string) =>
  publishEdit(context, async () => {
    const { stored: shop } = await requireShop(context, id)
    if (shop.withdrawn_at === null) return undefined
    const act = async (edit: Edit) => {
      await edit.writeShop({ ...shopFactsOf(shop), withdrawn_at: null }, shop)
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
