/** What an import replaced, as the facts of today. Pure. */
import { foldName, shopSearchText } from '#contract/search.ts'

import { offerFactsOf, shopFactsOf, standWith, type OfferFacts, type ShopFacts, type StoredOffer, type StoredShop } from './lay-facts.ts'

type Past = Record<string, unknown>

/** Columns that have gone since are left out. One that has come since is not named, so it takes its default. */
const pickKnown = <T extends object>(past: Past, facts: T) =>
  Object.fromEntries(Object.entries(past).filter(([column]) => column in facts)) as T

/** Where its shop was withdrawn, the offer is too, and comes back with it. */
export function offerAsBefore(past: Past, current: StoredOffer, shop: StoredShop | undefined): OfferFacts {
  const known = pickKnown(past, offerFactsOf(current))
  const facts = shop ? standWith(known, shop) : known
  if (!shop?.withdrawn_at || (facts.withdrawn_at ?? null) !== null) return facts
  return { ...facts, withdrawn_at: shop.withdrawn_at, withdrawn_with_shop: true }
}
export function offerGone(current: StoredOffer, at: Date, shop: StoredShop | undefined): OfferFacts {
  const facts = { ...offerFactsOf(current), withdrawn_at: at, withdrawn_with_shop: false }
  return shop ? standWith(facts, shop) : facts
}

export function shopAsBefore(past: Past, current: StoredShop): ShopFacts {
  const facts = pickKnown(past, shopFactsOf(current))
  return { ...facts, name_key: foldName(facts.name), search_text: shopSearchText(facts) }
}

export const shopGone = (current: StoredShop, at: Date): ShopFacts => ({ ...shopFactsOf(current), withdrawn_at: at })

/** Whether an undo has made it gone: then nobody says any more what it says. What somebody has withdrawn by hand is not gone. */
export const isGone = ({ restored_from, added_in }: { restored_from: number | null; added_in: number }, undos: ReadonlySet<number>) =>
  undos.has(restored_from ?? added_in)
