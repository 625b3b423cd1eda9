import { AppError } from '#contract/errors.ts'

import { readClock, type Context } from '../context.ts'
import { offerFactsOf, type OfferFacts, type StoredOffer } from '../imports/lay-facts.ts'
import { findCurrentOffer } from './data.ts'
import { publishEdit, type Edit } from './publish-edit.ts'

/** Takes an offer out of sight. Likes of it stay, and show that it is gone. */
export const withdrawOffer = (context: Context, id: string) =>
  publishEdit(context, async () => {
    const { shop_withdrawn_at: _, ...offer } = await requireOffer(context, id)
    if (offer.withdrawn_at !== null) return undefined
    const change = { withdrawn_at: readClock(context), withdrawn_with_shop: false }
    return { line: `Withdrawn offer: ${offer.title}`, act: (edit) => changeOffer(edit, offer, change) }
  })

/** Shows an offer again. Throws `needs_shop` where its shop does not show. */
export const restoreOffer = (context: Context, id: string) =>
  publishEdit(context, async () => {
    const { shop_withdrawn_at, ...offer } = await requireOffer(context, id)
    if (offer.withdrawn_at === null) return undefined
    if (shop_withdrawn_at !== null) throw new AppError('needs_shop')
    const change = { withdrawn_at: null, withdrawn_with_shop: false }
    return { line: `Restored offer: ${offer.title}`, act: (edit) => changeOffer(edit, offer, change) }
  })

async function changeOffer({ write }: Edit, offer: StoredOffer, change: Partial<OfferFacts>) {
  await write({ offers: [{ facts: { ...offerFactsOf(offer), ...change }, replaces: offer }] })
  return 1
}

async function requireOffer({ db }: Context, id: string) {
  const offer = await findCurrentOffer(db, id)
  if (!offer) throw new AppError('offer_not_found')
  return offer
}
