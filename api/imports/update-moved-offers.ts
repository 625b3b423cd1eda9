import { fold } from '#contract/search.ts'

import type { Context } from '../context.ts'
import { listMovedOffers, startBatch, writeBatch } from './data-rows.ts'
import { moveOffer, type StoredShop } from './lay-facts.ts'

/** Brings the offers of a moved or renamed shop along, `limit` at a time, where nobody sees it yet. Answers how many. */
export async function moveOffers({ db, clock }: Context, importId: number, shop: StoredShop, limit: number) {
  let count = 0
  for (;;) {
    const moved = await listMovedOffers(db, shop, fold(shop.name), limit)
    if (moved.length === 0) return count
    count += moved.length
    const offers = moved.map((stored) => ({ facts: moveOffer(stored, shop), replaces: stored }))
    await writeBatch(db, { ...startBatch(importId, new Date(clock.now())), offers })
  }
}
