import { CATEGORIES } from '#contract/constants.ts'
import type { RowProblem } from '#contract/import.ts'
import { quoteValue, type OfferRow } from '#contract/offer-csv.ts'
import { fold, foldName } from '#contract/search.ts'

import type { Context } from '../context.ts'
import { listMovedOffers, listOffersByIdentity, listShopIdentities, listShopVersions, writeBatch, type BatchToWrite } from './data-rows.ts'
import { isSameOffer, isSamePlaceAndName, isSameShop, layOffer, layShop, moveOffer, type ShopFacts, type StoredShop } from './lay-facts.ts'
import { externalShopKey, KnownShops, offerIdentity, shopKey } from './match-rows.ts'

export type NumberedRow = { row: number; parsed: OfferRow }
export type Counts = { created: number; changed: number; unchanged: number; shopsCreated: number; shopsChanged: number }

/**
 * Writes the rows of one import, batch by batch, where nobody sees them. It remembers which offers the file has named already and which
 * shops have moved, and little else: the database is asked for the rest.
 */
export class RowWriter {
  readonly counts: Counts = { created: 0, changed: 0, unchanged: 0, shopsCreated: 0, shopsChanged: 0 }
  readonly #context: Context
  readonly #importId: number
  /** The row in which the file first named an offer, by 52 bits of its identity: memory stays small for a million rows. */
  readonly #rowOf = new Map<number, number>()
  readonly #changedShops = new Set<string>()
  readonly #movedShops = new Set<string>()
  readonly #categories = new Set<string>(CATEGORIES)

  constructor(context: Context, importId: number) {
    this.#context = context
    this.#importId = importId
  }

  /** Writes a batch and answers the rows that had to be refused. */
  async write(rows: NumberedRow[]): Promise<RowProblem[]> {
    const problems: RowProblem[] = []
    const batch = this.#startBatch()
    const placed = await this.#placeRows(rows, batch, problems)
    const shops = await this.#layShops(placed, batch)
    await this.#layOffers(placed, shops, batch, problems)
    if (batch.shops.length > 0 || batch.offers.length > 0 || batch.newIdentities.length > 0) await writeBatch(this.#context.db, batch)
    return problems
  }

  #startBatch(): BatchToWrite {
    const at = new Date(this.#context.clock.now())
    return { importId: this.#importId, at, newShops: [], newIdentities: [], shops: [], newOffers: [], offers: [], newCategories: [] }
  }

  /** Finds or makes the shop of each row (D-59). */
  async #placeRows(rows: NumberedRow[], batch: BatchToWrite, problems: RowProblem[]) {
    const keys = rows.flatMap(({ parsed: { shop } }) => [
      shopKey(shop.name, shop.address),
      ...(shop.externalId ? [externalShopKey(shop.externalId)] : []),
    ])
    const names = rows.filter(({ parsed: { shop } }) => !shop.address).map(({ parsed: { shop } }) => foldName(shop.name))
    const known = new KnownShops(await listShopIdentities(this.#context.db, [...new Set(keys)], [...new Set(names)]))
    const placed: (NumberedRow & { shopId: string })[] = []
    for (const numbered of rows) {
      const { shop } = numbered.parsed
      const found = known.find(shop)
      if (typeof found === 'object') {
        problems.push({
          row: numbered.row,
          column: 'address',
          value: null,
          reason: `There are ${found.choices.length} shops called "${shop.name}". Write which one: ${found.choices.join('; ')}`,
        })
        continue
      }
      const shopId = found ?? this.#context.newId()
      if (!found) batch.newShops.push(shopId)
      batch.newIdentities.push(...known.learn(shop, shopId))
      placed.push({ ...numbered, shopId })
    }
    this.counts.shopsCreated += batch.newShops.length
    return placed
  }

  /** Lays the rows over what is known of their shops, in the order of the file. */
  async #layShops(placed: (NumberedRow & { shopId: string })[], batch: BatchToWrite) {
    const stored = new Map(
      (await listShopVersions(this.#context.db, [...new Set(placed.map(({ shopId }) => shopId))])).map((shop) => [shop.shop_id, shop]),
    )
    const facts = new Map<string, ShopFacts>()
    for (const { parsed, shopId } of placed) facts.set(shopId, layShop(parsed, shopId, facts.get(shopId) ?? stored.get(shopId)))
    const isNew = new Set(batch.newShops)
    for (const [shopId, shop] of facts) {
      const before = stored.get(shopId)
      if (before && isSameShop(shop, before)) continue
      batch.shops.push({ facts: shop, replaces: before })
      if (before && !isSamePlaceAndName(shop, before)) this.#movedShops.add(shopId)
      if (before && before.added_in !== this.#importId && !isNew.has(shopId) && !this.#changedShops.has(shopId)) {
        this.#changedShops.add(shopId)
        this.counts.shopsChanged += 1
      }
    }
    return facts
  }

  async #layOffers(
    placed: (NumberedRow & { shopId: string })[],
    shops: Map<string, ShopFacts>,
    batch: BatchToWrite,
    problems: RowProblem[],
  ) {
    const identified = placed.map((numbered) => ({ ...numbered, identity: offerIdentity(numbered.parsed, numbered.shopId) }))
    const known = new Map(
      (
        await listOffersByIdentity(
          this.#context.db,
          identified.map(({ identity }) => identity),
        )
      ).map((offer) => [offer.identity, offer]),
    )
    for (const { row, parsed, shopId, identity } of identified) {
      const earlier = this.#firstRow(identity, row)
      if (earlier !== undefined) {
        problems.push({
          row,
          column: null,
          value: quoteValue(parsed.title),
          reason: `The same offer stands in row ${earlier} already. Keep one of the two`,
        })
        continue
      }
      const before = known.get(identity)
      const id = before?.id ?? this.#context.newId()
      const facts = layOffer(parsed, id, shops.get(shopId)!, before?.stored)
      if (before?.stored && isSameOffer(facts, before.stored)) {
        this.counts.unchanged += 1
        continue
      }
      if (!before) batch.newOffers.push({ id, identity })
      this.counts[before?.stored ? 'changed' : 'created'] += 1
      batch.offers.push({ facts, replaces: before?.stored })
      if (!this.#categories.has(facts.category)) {
        this.#categories.add(facts.category)
        batch.newCategories.push({ id: this.#context.newId(), name: facts.category })
      }
    }
  }

  #firstRow(identity: string, row: number) {
    const key = Buffer.from(identity, 'base64url').readUIntBE(0, 6)
    const earlier = this.#rowOf.get(key)
    if (earlier === undefined) this.#rowOf.set(key, row)
    return earlier
  }

  /** Brings the offers of moved and renamed shops along, also those that the file does not name. */
  async moveOffers(limit: number, pause: () => Promise<void>) {
    for (const shopId of this.#movedShops) {
      const [shop] = await listShopVersions(this.#context.db, [shopId])
      if (shop) await this.#moveOffersOf(shop, limit, pause)
    }
  }

  async #moveOffersOf(shop: StoredShop, limit: number, pause: () => Promise<void>) {
    for (;;) {
      const moved = await listMovedOffers(this.#context.db, shop, fold(shop.name), limit)
      if (moved.length === 0) return
      const offers = moved.map((stored) => ({ facts: moveOffer(stored, shop), replaces: stored }))
      await writeBatch(this.#context.db, { ...this.#startBatch(), offers })
      await pause()
    }
  }
}
