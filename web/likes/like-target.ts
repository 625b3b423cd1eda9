import type { TargetType } from '#contract/interaction.ts'
import type { Offer } from '#contract/offer.ts'
import type { Shop } from '#contract/shop.ts'

import type { SessionState } from '#web/session/session-store.ts'

/** What is liked: an offer or a shop, by its id and how people call it. */
export type LikeTarget = { type: TargetType; id: string; name: string }

export const toOfferTarget = ({ id, title }: Pick<Offer, 'id' | 'title'>): LikeTarget => ({ type: 'OFFER', id, name: title })
export const toShopTarget = ({ id, name }: Pick<Shop, 'id' | 'name'>): LikeTarget => ({ type: 'SHOP', id, name })

/** What is said where a like could not be changed, in the written words (#157, #160). */
export const UPDATE_FAILED = { OFFER: 'Could not update liked offers.', SHOP: 'Could not update liked shops.' } as const

/** The list of the session that a like stands in. */
export const SESSION_LISTS = { OFFER: 'likedOffers', SHOP: 'likedShops' } as const
export const isLikedIn = (session: SessionState, { type, id }: LikeTarget) => toSet(session[SESSION_LISTS[type]]).has(id)

/** Each card asks at each change, and a list may be long: it is made a set of once. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()
function toSet(ids: readonly string[]): ReadonlySet<string> {
  const known = sets.get(ids) ?? new Set(ids)
  sets.set(ids, known)
  return known
}
