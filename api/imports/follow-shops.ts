/** Offers take from their shop its place and name, and go out of sight and come back with it. */
import { setImmediate as letOthers } from 'node:timers/promises'

import { fold } from '#contract/search.ts'
import type { Db } from '#db/connection.ts'

import { listMovedOffers, listOffersApart, type Apart, type ReplacingOffer } from './data-rows.ts'
import { offerFactsOf, standWith, type OfferFacts, type StoredOffer, type StoredShop } from './lay-facts.ts'

/** An offer with what it takes from its shop. What it says of itself stays what its author said. */
export type MovedOffer = ReplacingOffer & { restoredFrom: number }

type Moving = {
  /** How many at a time. */
  size: () => number
  /** Writes them where nobody sees them yet. */
  write: (offers: MovedOffer[]) => Promise<void>
}

/** Brings the offers of a moved or renamed shop along. Answers how many. */
export const moveOffers = (db: Db, shop: StoredShop, moving: Moving) =>
  bringAlong(moving, {
    list: (limit) => listMovedOffers(db, shop, fold(shop.name), limit),
    lay: (offer) => standWith(offerFactsOf(offer), shop),
  })

/** Takes the offers of a shop out of sight with it, or brings back those that went with it. Answers how many. */
export const followShop = (db: Db, apart: Apart, moving: Moving) =>
  bringAlong(moving, {
    list: (limit) => listOffersApart(db, apart, limit),
    lay: (offer) => ({
      ...offerFactsOf(offer),
      withdrawn_at: apart.shop.withdrawn_at,
      withdrawn_with_shop: apart.shop.withdrawn_at !== null,
    }),
  })

type Along = { list: (limit: number) => Promise<StoredOffer[]>; lay: (offer: StoredOffer) => OfferFacts }

async function bringAlong({ size, write }: Moving, { list, lay }: Along) {
  for (let count = 0; ; await letOthers()) {
    const found = await list(size())
    if (found.length === 0) return count
    await write(found.map((offer) => ({ facts: lay(offer), replaces: offer, restoredFrom: offer.restored_from ?? offer.added_in })))
    count += found.length
  }
}
