import type { CursorKey } from '../http/cursor.ts'
import { isKeyInTurn } from '../http/paging.ts'
import { isEndingKey } from '../offers/order-offers.ts'

const FAR = Date.UTC(5000, 0)
/** The key of a list of liked offers: the instant of its first page, and a place in one of its parts. */
export const isLikedOfferKey = ([asOf, ...place]: CursorKey) =>
  Number.isSafeInteger(asOf) && Number(asOf) > 0 && Number(asOf) < FAR && isKeyInTurn(place, isEndingKey, isEndingKey)
