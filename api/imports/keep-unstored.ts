import type { BatchToWrite } from './data-rows.ts'

/**
 * Batches of an import that are not stored yet. What has become of their shops is not known before they are, and nobody finds those by name.
 */
export class Unstored {
  readonly #batches = new Map<BatchToWrite, Set<string>>()
  /** Stores them all. */
  readonly settle: () => Promise<void>

  constructor(settle: () => Promise<void>) {
    this.settle = settle
  }

  add(batch: BatchToWrite) {
    const shops = batch.shops.flatMap(({ facts }) => [facts.shop_id, facts.name_key])
    this.#batches.set(batch, new Set([...shops, ...batch.newIdentities.flatMap(({ name_key }) => name_key ?? [])]))
  }

  delete(batch: BatchToWrite) {
    this.#batches.delete(batch)
  }

  /** Whether they write of any of these shops, by id or by folded name. */
  hasAny(shops: string[]) {
    return [...this.#batches.values()].some((unstored) => shops.some((shop) => unstored.has(shop)))
  }
}
