import { setImmediate as letOthers } from 'node:timers/promises'

import { fold } from '#contract/search.ts'
import type { Db } from '#db/connection.ts'

import { listMovedOffers } from './data-rows.ts'
import { moveOffer, type OfferFacts, type StoredOffer, type StoredShop } from './lay-facts.ts'

/** What it says of itself stays what its author said. */
export type MovedOffer = { facts: OfferFacts; replaces: StoredOffer; restoredFrom: number }

type Moving = {
  /** How many at a time. */
  size: () => number
  /** Writes them where nobody sees them yet. */
  write: (offers: MovedOffer[]) => Promise<void>
}

/** Brings the offers of a moved or renamed shop along. Answers how many. */
export async function moveOffers(db: Db, shop: StoredShop, { size, write }: Moving) {
  for (let count = 0; ; await letOthers()) {
    const moved = await listMovedOffers(db, shop, fold(shop.name), size())
    if (moved.length === 0) return count
    await write(
      moved.map((stored) => ({ facts: moveOffer(stored, shop), replaces: stored, restoredFrom: stored.restored_from ?? stored.added_in })),
    )
    count += moved.length
  }
}
