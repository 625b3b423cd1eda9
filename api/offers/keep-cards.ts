/**
 * The cards of the offers that many lists show, in memory: as they are at one revision of the catalogue, so that what is shown together
 * was true together.
 */
import { LRUCache } from 'lru-cache'

import type { City } from '#contract/city.ts'
import { COUNTER_LIFE } from '#contract/constants.ts'
import { distanceTo } from '#contract/distance.ts'
import { offer, type Offer } from '#contract/offer.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'

import { addFields, shapeOnce } from '../http/shaped.ts'
import { selectCards, type Picked } from './data-cards.ts'
import { toOffer, type Card } from './present-offer.ts'

/**
 * A card lies here from the second time on that it is asked for: most of a large catalogue is asked for once, and keeping that would be
 * work for the memory alone. `changes` counts the cards that were forgotten one by one.
 */
type Shelf = { revision: number; changes: number; asked: LRUCache<string, true>; cards: LRUCache<string, Card> }
/** What cards hold in memory grows with their longest texts: so many letters for each that there is room for. */
const LETTERS = 2_000
const sizes = new WeakMap<Db, number>()
/** How many are kept, before the first is. */
export const setShelfSize = (db: Db, cards: number) => void sizes.set(db, cards)
const sizeOf = (db: Db) => sizes.get(db) ?? 1
const lettersOf = ({ offer: { title, description, termsAndConditions } }: Card) =>
  500 + title.length + (description?.length ?? 0) + (termsAndConditions?.length ?? 0)
/** Beside an answer and a page, which are kept for seconds, and the seconds after which clicks are added up, they stay younger than counters may be. */
const KEPT_FOR = COUNTER_LIFE - 15_000
const shelves = new WeakMap<Db, Shelf>()

/** What was asked for once, whatever has been published since. */
const asked = new WeakMap<Db, LRUCache<string, true>>()
function askedOf(db: Db) {
  const known = asked.get(db) ?? new LRUCache<string, true>({ max: 2 * sizeOf(db) })
  asked.set(db, known)
  return known
}

/** The shelf of the newest revision that anybody has seen. */
function openShelf(db: Db, revision: number): Shelf {
  const shelf = shelves.get(db)
  if (shelf && shelf.revision >= revision) return shelf
  const empty = {
    revision,
    changes: 0,
    asked: askedOf(db),
    cards: new LRUCache<string, Card>({
      max: sizeOf(db),
      maxSize: sizeOf(db) * LETTERS,
      sizeCalculation: lettersOf,
      ttl: KEPT_FOR,
      ttlResolution: 1_000,
    }),
  }
  shelves.set(db, empty)
  return empty
}

/** To be called when the catalogue has changed. */
export const forgetCards = (db: Db) => void shelves.delete(db)

/** To be called when one offer has changed by itself. What is just being read may be of before: it is shown, and not kept. */
export function forgetCard(db: Db, id: string) {
  const shelf = shelves.get(db)
  if (!shelf) return
  shelf.cards.delete(id)
  shelf.changes += 1
}

const toCard = (row: Awaited<ReturnType<typeof selectCards>>[number], city: City): Card => ({
  offer: toOffer(row, city),
  latitude: row.latitude,
  longitude: row.longitude,
  redemptionCode: row.redemption_code,
  reportedAt: row.reported_at?.toISOString() ?? null,
  isWithdrawn: row.withdrawn_at !== null,
})

/** Cards by their ids, as they are at `revision` of the catalogue or a later one. Those that nobody has are left out. */
export async function readCards(db: Db, ids: string[], city: City, revision = 0): Promise<Card[]> {
  const shelf = openShelf(db, revision)
  const { revision: before, changes } = shelf
  const known = ids.map((id) => shelf.cards.get(id))
  if (known.every((card) => card !== undefined)) return known
  const cards = new Map(ids.map((id, at) => [id, known[at]]))
  const missing = ids.filter((_, at) => !known[at])
  const rows = await selectCards(db, missing)
  const newest = rows[0]?.revision ?? before
  // Something was published in between: what lay on the shelf is of before.
  if (newest > before && missing.length < ids.length) return readCards(db, ids, city, newest)
  if (newest > shelf.revision) {
    shelf.cards.clear()
    shelf.revision = newest
  }
  for (const row of rows) {
    const id = row.offer_id
    const card = toCard(row, city)
    const isWanted = shelf.asked.has(id)
    if (isWanted) card.offer = shapeOnce(offer, card.offer)
    else shelf.asked.set(id, true)
    cards.set(id, card)
    if (isWanted && newest === shelf.revision && changes === shelf.changes) shelf.cards.set(id, card)
  }
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** The offers that a list has picked, in its order, with their distance from `near`. */
export async function showPicked(db: Db, picked: Picked[], city: City, near?: Position): Promise<Offer[]> {
  if (picked.length === 0) return []
  const revision = Math.max(...picked.map((one) => one.revision))
  const cards = await readCards(
    db,
    picked.map((one) => one.offer_id),
    city,
    revision,
  )
  const offers = cards.map((card) => card.offer)
  return near ? addFields(offers, (_, at) => distanceTo(near, cards[at]!.latitude, cards[at]!.longitude)) : offers
}
