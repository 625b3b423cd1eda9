import type { TargetType } from '#contract/interaction.ts'

import type { Offer } from '#contract/offer.ts'
import type { Shop } from '#contract/shop.ts'

import type { SessionState } from '#web/session/session-store.ts'

/** What is liked: an offer or a shop, by its id and how people call it. */
export type LikeTarget = { type: TargetType; id: string; name: string }

export const toTarget = ({ id, title }: Pick<Offer, 'id' | 'title'>): LikeTarget => ({ type: 'OFFER', id, name: title })
export const toShopTarget = ({ id, name }: Pick<Shop, 'id' | 'name'>): LikeTarget => ({ type: 'SHOP', id, name })

/** The list of the session that a like stands in. */
export const LISTS = { OFFER: 'likedOffers', SHOP: 'likedShops' } as const
export const isLikedIn = (session: SessionState, { type, id }: LikeTarget) => session[LISTS[type]].includes(id)
