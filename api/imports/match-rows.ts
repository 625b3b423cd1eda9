/** Which shop and which offer a row means (D-59, D-60). Pure. */
import { hash } from 'node:crypto'

import type { OfferRow, ShopRow } from '#contract/offer-csv.ts'
import { FIELD_MARK, foldName } from '#contract/search.ts'

import type { FoundKey, ShopKey } from './data-rows.ts'

/** A short name for a key of any length, which an index can hold. */
const toKey = (...parts: string[]) => hash('sha256', parts.join(FIELD_MARK), 'base64url').slice(0, 22)

type NamesOfShop = { nameKey: string; placeKey: string; numberKey: string | undefined }
const named = new WeakMap<ShopRow['shop'], NamesOfShop>()
/** How the shop of a row is looked for. Rows that say the same of a shop share it (`readShopOnce`). */
export function namesOf(shop: ShopRow['shop']): NamesOfShop {
  let names = named.get(shop)
  if (!names) {
    const { name, address, externalId } = shop
    const nameKey = foldName(name)
    // A shop is its folded name and address (D-59). Without an address the second part is empty.
    const placeKey = toKey('shop', nameKey, foldName(address ?? ''))
    names = { nameKey, placeKey, numberKey: externalId ? toKey('external', externalId) : undefined }
    named.set(shop, names)
  }
  return names
}

/** The keys by which the shop of a row may be known. */
export function keysOf(shop: ShopRow['shop']): string[] {
  const { placeKey, numberKey } = namesOf(shop)
  return numberKey === undefined ? [placeKey] : [placeKey, numberKey]
}

/** What makes an offer this one: its external id; else its address and title; else shop, title and start (D-60). */
export function offerIdentity({ title, offer }: OfferRow, shopId: string) {
  if (offer.externalId) return toKey('external', offer.externalId)
  if (offer.offerUrl) return toKey('url', offer.offerUrl, foldName(title))
  return toKey('start', shopId, foldName(title), String(offer.startsAt ?? ''))
}

/** The one row of a file of shops that may name a shop. */
export const shopRowIdentity = (shopId: string) => toKey('shop-row', shopId)

/** The shops that a batch of rows may mean, the ones that it makes included. */
export class KnownShops {
  readonly #byKey = new Map<string, string>()
  readonly #byName = new Map<string, Map<string, string | null>>()

  readonly #withdrawn = new Set<string>()

  constructor(known: FoundKey[]) {
    for (const key of known) {
      this.#add(key)
      if (key.isWithdrawn) this.#withdrawn.add(key.shop_id)
    }
  }

  #add({ key, shop_id, name_key, address }: ShopKey) {
    this.#byKey.set(key, shop_id)
    if (name_key === null) return
    const shops = this.#byName.get(name_key) ?? new Map<string, string | null>()
    shops.set(shop_id, address ?? shops.get(shop_id) ?? null)
    this.#byName.set(name_key, shops)
  }

  findByNumber(shop: ShopRow['shop']) {
    const { numberKey } = namesOf(shop)
    return numberKey === undefined ? undefined : this.#byKey.get(numberKey)
  }

  /** The shops of a name. */
  listIds(nameKey: string) {
    return [...(this.#byName.get(nameKey)?.keys() ?? [])]
  }

  /** Where shops of a name are. */
  listAddresses(nameKey: string) {
    return [...(this.#byName.get(nameKey)?.values() ?? [])].map((address) => address ?? 'without an address')
  }

  /**
   * The id of a shop, undefined for a new one, or the choices where a name alone is not enough. A row that `completes` gives the only shop
   * of its name, which has no address yet, one; elsewhere another address is another branch.
   */
  find(shop: ShopRow['shop'], completes: boolean): string | { choices: string[] } | undefined {
    const { nameKey, placeKey } = namesOf(shop)
    const external = this.findByNumber(shop)
    if (external) return this.#showAgain(external)
    // Also one that is known to have no address: its rows mean the same shop when a branch has come beside it.
    const exact = this.#byKey.get(placeKey)
    const sameName = this.#byName.get(nameKey)
    const [only] = sameName?.size === 1 ? [...sameName] : []
    if (exact) return this.#showAgain(exact)
    if (shop.address) return completes && only?.[1] === null ? only[0] : undefined
    if (!sameName || sameName.size === 0) return undefined
    if (only) return this.#showAgain(only[0])
    // A branch that was closed, or a slip that was undone, is meant by no bare name.
    const [shown, another] = [...sameName.keys()].filter((id) => !this.#withdrawn.has(id))
    return shown !== undefined && another === undefined ? shown : { choices: this.listAddresses(nameKey) }
  }

  /** A row that names a shop brings it back. */
  #showAgain(shopId: string) {
    this.#withdrawn.delete(shopId)
    return shopId
  }

  /** The keys by which a shop is known from now on. */
  learn(shop: ShopRow['shop'], shopId: string): ShopKey[] {
    const { nameKey, placeKey, numberKey } = namesOf(shop)
    // One whose address is cleared is from now on the one without.
    const isKnownByName = shop.address === undefined && this.#byName.get(nameKey)?.has(shopId)
    const own: ShopKey[] = [
      ...(isKnownByName
        ? []
        : [
            {
              key: placeKey,
              shop_id: shopId,
              name_key: nameKey,
              address: shop.address ?? null,
              external_id: null,
            },
          ]),
      ...(numberKey !== undefined
        ? [{ key: numberKey, shop_id: shopId, name_key: null, address: null, external_id: shop.externalId ?? null }]
        : []),
    ].filter(({ key }) => !this.#byKey.has(key))
    for (const known of own) this.#add(known)
    return own
  }
}
