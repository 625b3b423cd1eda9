/**
 * Facts of offers and shops in memory, as the ranker wants them: hundreds are weighed for every answer, and they change with the catalogue
 * alone.
 */
import type { LRUCache } from 'lru-cache'

import type { City } from '#contract/city.ts'
import { honestSaving } from '#contract/offer-rules.ts'
import { offerStatus, type StatusFacts } from '#contract/offer-status.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { toInstant } from '#db/instant.ts'
import { createLastUsed } from '#db/last-used.ts'

import type { Candidate } from '../ranking/question.ts'
import { findLate } from '../ranking/weigh-moment.ts'
import { popularityOf } from '../signals/fold-popularity.ts'
import { selectOfferFacts, selectShopFacts, type OfferFactsRow, type ShopFactsRow } from './data.ts'

export type OfferFacts = Omit<Candidate, 'startsAt' | 'isUsableNow' | 'popularity'> & {
  /** When it begins by its own dates; -Infinity where they do not say. */
  begins: number
  /** When it was first imported. */
  addedAt: number
  isWithdrawn: boolean
  limits: Pick<StatusFacts, 'conditions' | 'conditionsFromText' | 'startDate' | 'endDate'>
  /** Whether it can be used, until when that holds. */
  usable?: { is: boolean | undefined; until: number }
}
export type ShopFacts = { id: string; name: string; position?: Position; hours: StatusFacts['shop'] }

const KEPT = { offers: 20_000, shops: 10_000 }

export function keepFacts(db: Db) {
  const offers = createLastUsed<string, OfferFacts>(KEPT.offers)
  const shops = createLastUsed<string, ShopFacts>(KEPT.shops)
  let edition: number | undefined

  /** What was read while the catalogue changed is used and not kept. */
  const readOffers = (ids: string[]) =>
    readMissing(
      ids,
      offers,
      async (missing) => (await selectOfferFacts(db, missing)).map((row) => [row.offer_id, toOfferFacts(row)]),
      isCurrent(),
    )
  const readShops = (ids: string[]) =>
    readMissing(
      ids,
      shops,
      async (missing) => (await selectShopFacts(db, missing)).map((row) => [row.shop_id, toShopFacts(row)]),
      isCurrent(),
    )
  const isCurrent = () => {
    const before = edition
    return () => before === edition
  }

  return {
    readOffers,
    readShops,
    /** To be told the revision of the catalogue: another one makes everything old. */
    heed(revision: number) {
      if (edition === revision) return
      offers.clear()
      shops.clear()
      edition = revision
    },
  }
}
export type Facts = ReturnType<typeof keepFacts>

export const isLive = ({ begins, endsAt, isWithdrawn }: OfferFacts, now: number) => begins <= now && endsAt >= now && !isWithdrawn

/** Those of them that run now, as the ranker takes them, in the order of the ids. */
export async function readCandidates(
  facts: Facts,
  ids: string[],
  { heats, now, city }: { heats: Map<string, number>; now: number; city: City },
) {
  const found = await facts.readOffers(ids)
  const live = ids.flatMap((id) => found.get(id) ?? []).filter((offer) => isLive(offer, now))
  const shops = await facts.readShops([...new Set(live.map(({ shopId }) => shopId))])
  const lateFrom = findLate(live, ({ addedAt }) => addedAt)
  return live.flatMap((offer): Candidate[] => {
    const shop = shops.get(offer.shopId)
    if (!shop) return []
    const { begins, addedAt, isWithdrawn: _, limits: __, usable: ___, ...candidate } = offer
    // What came with most of the catalogue may have begun at any time.
    const startsAt = begins > -Infinity || addedAt < lateFrom ? begins : addedAt
    const isUsableNow = isUsable(offer, shop, now, city)
    const popularity = popularityOf(heats.get(offer.offerId), now)
    return [{ ...candidate, startsAt, ...(isUsableNow !== undefined && { isUsableNow }), popularity }]
  })
}

async function readMissing<T extends object>(
  ids: string[],
  kept: LRUCache<string, T>,
  read: (missing: string[]) => Promise<[string, T][]>,
  isCurrent: () => boolean,
): Promise<Map<string, T>> {
  const found = new Map<string, T>()
  const missing: string[] = []
  for (const id of ids) {
    const known = kept.get(id)
    if (known) found.set(id, known)
    else missing.push(id)
  }
  if (missing.length > 0)
    for (const [id, one] of await read(missing)) {
      found.set(id, one)
      if (isCurrent()) kept.set(id, one)
    }
  return found
}

const toPosition = (lat: number | null, lng: number | null) => (lat === null || lng === null ? {} : { position: { lat, lng } })
const toTime = (at: Date | number) => (at instanceof Date ? at.getTime() : at)

function toOfferFacts(row: OfferFactsRow): OfferFacts {
  const saving = honestSaving({
    discount: row.discount,
    discountIsUpTo: row.discount_is_up_to,
    originalPrice: row.original_price,
    discountedPrice: row.discounted_price,
  })
  const begins = toTime(row.starts_at)
  const hours = row.valid_from !== null && row.valid_to !== null ? { from: row.valid_from, to: row.valid_to } : null
  return {
    offerId: row.offer_id,
    shopId: row.shop_id,
    category: row.category,
    tags: row.tags,
    ...toPosition(row.latitude, row.longitude),
    saving: saving && !saving.isUpTo ? Math.max(0, Math.min(1, saving.percent / 100)) : 0,
    begins,
    addedAt: row.created_at.getTime(),
    endsAt: toTime(row.ends_at),
    isWithdrawn: row.withdrawn_at !== null,
    limits: {
      startDate: toInstant(row.starts_at),
      endDate: toInstant(row.ends_at),
      conditions: { weekdays: row.weekdays, hours },
      conditionsFromText: row.conditions_from_text,
    },
  }
}

const toShopFacts = (row: ShopFactsRow): ShopFacts => ({
  id: row.shop_id,
  name: row.name,
  ...toPosition(row.latitude, row.longitude),
  hours: { businessHours: row.hours, specialHours: row.special_hours },
})

/** The rule of the door sign takes a while: what it found holds until the next change that it names, or is asked again in some minutes. */
function isUsable(facts: OfferFacts, shop: ShopFacts, now: number, city: City): boolean | undefined {
  if (facts.usable && now < facts.usable.until) return facts.usable.is
  const status = offerStatus({ ...facts.limits, shop: shop.hours }, now, city)
  if (status.kind === 'usable') facts.usable = { is: true, until: status.until }
  else if (status.kind === 'waiting') facts.usable = { is: false, until: status.from ?? now + HOUR }
  else facts.usable = { is: undefined, until: now + 10 * MINUTE }
  return facts.usable.is
}
