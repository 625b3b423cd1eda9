import { AppError } from '#contract/errors.ts'

import { readClock, type Context } from '../context.ts'
import { shopFactsOf, type StoredShop } from '../imports/lay-facts.ts'
import { followShop } from '../imports/follow-shops.ts'
import { findCurrentShop, hasGoneOffers } from './data.ts'
import { publishEdit, STEP, type Edit } from './publish-edit.ts'

/** Takes a shop out of sight, and its offers with it. Answers whether it showed. */
export const withdrawShop = (context: Context, id: string) =>
  publishEdit(context, async () => {
    const { stored: shop } = await requireShop(context, id)
    if (shop.withdrawn_at !== null) return undefined
    const at = readClock(context)
    const act = async (edit: Edit) => {
      await edit.writeShop({ ...shopFactsOf(shop), withdrawn_at: at }, shop)
      return bringOffers(context, edit, { ...shop, withdrawn_at: at })
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
      return bringOffers(context, edit, { ...shop, withdrawn_at: null })
    }
    return { line: `Restored shop: ${shop.name}`, act }
  })

/** Each is said by the edit from now on, for that is what its undo takes back. */
const bringOffers = ({ db }: Context, { write }: Edit, shop: Pick<StoredShop, 'shop_id' | 'withdrawn_at'>) =>
  followShop(
    db,
    { shop, byHand: true },
    { size: () => STEP, write: (offers) => write({ offers: offers.map(({ restoredFrom: _, ...offer }) => offer) }) },
  )

export async function requireShop({ db }: Context, id: string) {
  const found = await findCurrentShop(db, id)
  if (!found) throw new AppError('shop_not_found')
  return found
}
