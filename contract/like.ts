/** What a shopper keeps: offers and shops that they like. One list each, whatever name a call has for it (D-32). */
import * as z from 'zod'

import { offer } from './offer.ts'
import { shop } from './shop.ts'
import { cursor, instant, limit, searchText } from './wire.ts'

const kept = { likedAt: instant, isWithdrawn: z.boolean().describe('Taken out of sight by the operator. The like stays (D-60)') }

/** A whole offer, running or not. */
export const likedOffer = offer.extend(kept)
export type LikedOffer = z.infer<typeof likedOffer>
/** A whole shop, there or not. */
export const likedShop = shop.extend(kept)
export type LikedShop = z.infer<typeof likedShop>

export const likedQuery = z.object({ q: searchText, limit, cursor }).partial()
export type LikedQuery = z.output<typeof likedQuery>

/** Anything that cannot be an id is nobody's. `userId` is what some clients add; it must be the token's own (D-23). */
const id = z.string().max(200)
const userId = id.optional()
export const likedOfferBody = z.object({ offerId: id, userId })
export const likedShopBody = z.object({ shopId: id, userId })
