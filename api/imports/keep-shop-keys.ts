import type { ShopRow } from '#contract/offer-csv.ts'
import type { Db } from '#db/connection.ts'
import { createLastUsed } from '#db/last-used.ts'

import { listShopIdentities, type FoundKey, type ShopKey } from './data-rows.ts'
import type { Unstored } from './keep-unstored.ts'
import { namesOf } from './match-rows.ts'

const REMEMBERED = 20_000

/** The keys of shops as the last batches of an import found and made them: nobody else writes meanwhile. */
export class ShopKeys {
  readonly #db: Db
  readonly #unstored: Unstored
  readonly #known = createLastUsed<string, FoundKey>(REMEMBERED)

  constructor(db: Db, unstored: Unstored) {
    this.#db = db
    this.#unstored = unstored
  }

  /** The shops behind keys, and those that go by a name. A name alone may mean a shop that is not stored yet. */
  async list(keys: string[], names: string[]): Promise<FoundKey[]> {
    const remembered = keys.flatMap((key) => this.#known.get(key) ?? [])
    const missing = keys.filter((key) => !this.#known.has(key))
    if (missing.length + names.length === 0) return remembered
    if (this.#unstored.hasAny(names)) await this.#unstored.settle()
    return [...remembered, ...this.#remember(await listShopIdentities(this.#db, missing, names))]
  }

  /** Keys that a row has taught, of a shop that shows with it. */
  learn(known: ShopKey[]) {
    this.#remember(known.map((identity) => ({ ...identity, isWithdrawn: false })))
    return known
  }

  #remember(known: FoundKey[]) {
    for (const identity of known) this.#known.set(identity.key, identity)
    return known
  }

  /** The key of a shop whose number is not stored yet; from now on it is. */
  learnExternalId(shop: ShopRow['shop']) {
    const { externalId } = shop
    const { numberKey } = namesOf(shop)
    const known = numberKey === undefined ? undefined : this.#known.get(numberKey)
    if (externalId === undefined || !known || known.external_id !== null) return []
    known.external_id = externalId
    return [{ key: known.key, external_id: externalId }]
  }

  /** These are not stored after all. */
  forget(keys: { key: string }[]) {
    for (const { key } of keys) this.#known.delete(key)
  }
}
