/** Found shops and offers as the contract shows them. Pure. */
import type { FoundOffer, FoundShop, OfferState } from '#contract/edit.ts'
import { isOfferExpired, isOfferUpcoming } from '#contract/offer-rules.ts'
import { toInstant } from '#db/instant.ts'

import type { FoundOfferRow, FoundShopRow } from './data.ts'

export const toFoundShop = (row: FoundShopRow): FoundShop => ({
  _id: row.shop_id,
  id: row.shop_id,
  name: row.name,
  address: row.address,
  state: row.withdrawn_at === null ? 'shown' : 'withdrawn',
  offers: row.offers,
  lacks: [
    ...(row.hours === null ? (['hours'] as const) : []),
    ...(row.latitude === null ? (['place'] as const) : []),
    ...(row.phone === null && row.email === null ? (['contact'] as const) : []),
  ],
})

function stateOf({ withdrawn_at, starts_at, ends_at }: FoundOfferRow, now: number): OfferState {
  if (withdrawn_at !== null) return 'withdrawn'
  const window = { startDate: toInstant(starts_at), endDate: toInstant(ends_at) }
  if (isOfferExpired(window, now)) return 'expired'
  return isOfferUpcoming(window, now) ? 'upcoming' : 'running'
}

export const toFoundOffer =
  (now: number) =>
  (row: FoundOfferRow): FoundOffer => ({
    _id: row.offer_id,
    id: row.offer_id,
    title: row.title,
    shopId: row.shop_id,
    shopName: row.shop_name,
    state: stateOf(row, now),
    startDate: toInstant(row.starts_at),
    endDate: toInstant(row.ends_at),
    // One whose shop a file has brought back without it is restored by itself.
    wentWithShop: row.withdrawn_with_shop && row.shop_withdrawn_at !== null,
    reports: row.reports,
  })

export const keyOfShop = ({ name_key, shop_id }: FoundShopRow) => [name_key, shop_id]
