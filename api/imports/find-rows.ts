import type { RowProblem } from '#contract/import.ts'
import { isOfferRow, quoteValue, type FileRow, type OfferRow } from '#contract/offer-csv.ts'

import type { Context } from '../context.ts'
import { listOffersByIdentity, type BatchToWrite } from './data-rows.ts'
import { describeNewShop } from './describe-warnings.ts'
import type { FileOffers } from './keep-file-offers.ts'
import { ShopKeys } from './keep-shop-keys.ts'
import type { Unstored } from './keep-unstored.ts'
import { keysOf, KnownShops, namesOf, offerIdentity, shopRowIdentity } from './match-rows.ts'
import { takeTurns } from './take-turns.ts'

/** A name with more shops than this has to say which one it means. */
const BRANCHES = 100

export type NumberedRow = { row: number; parsed: FileRow }
export type PlacedRow = NumberedRow & { shopId: string; identity: string; isByNumber: boolean }
export type PlacedOffer = PlacedRow & { parsed: OfferRow }
export const isPlacedOffer = (placed: PlacedRow): placed is PlacedOffer => isOfferRow(placed.parsed)

/** Finds which shop and which offer the rows of one file mean, batch by batch. It remembers what earlier batches have found and made. */
export class RowFinder {
  readonly #db: Context['db']
  readonly #newId: Context['newId']
  /** Which offers the file has named. */
  readonly #offers: FileOffers
  /** What is not stored yet may be what a name means. */
  readonly #unstored: Unstored
  /** Shops as the last batches found them: nobody else writes meanwhile. */
  readonly #shopKeys: ShopKeys
  /** Withdrawn shops that rows have brought back, whatever the database still says, and those that were withdrawn as the last rows came. */
  readonly #returned = new Set<string>()
  #withdrawn = new Set<string>()
  readonly #tell: (warning: RowProblem) => void

  constructor({ db, newId }: Context, offers: FileOffers, unstored: Unstored, tell: (warning: RowProblem) => void) {
    this.#db = db
    this.#newId = newId
    this.#offers = offers
    this.#unstored = unstored
    this.#shopKeys = new ShopKeys(db, unstored)
    this.#tell = tell
  }

  /**
   * Finds or makes the shop of each row (D-59), and notes in `batch` what is new. `doubles` name an offer, or a shop, that an earlier row has named; `problems` are
   * theirs, and those of rows that may mean several shops.
   */
  async find(rows: NumberedRow[], batch: BatchToWrite) {
    const problems: RowProblem[] = []
    const doubles: PlacedRow[] = []
    const known = await this.#listKnown(rows)
    const standing = await this.#findStanding(rows, known)
    const placed: PlacedRow[] = []
    const place = (numbered: NumberedRow) => {
      const { parsed } = numbered
      const { shop } = parsed
      const named = known.find(shop, !isOfferRow(parsed))
      const found = typeof named === 'object' ? (standing.get(numbered.row) ?? named) : named
      if (typeof found === 'object') {
        problems.push({
          row: numbered.row,
          column: 'address',
          value: null,
          reason: `There are ${found.choices.length} shops called "${shop.name}". Write which one: ${found.choices.join('; ')}`,
        })
        return
      }
      const shopId = found ?? this.#newId()
      const identity = isOfferRow(parsed) ? offerIdentity(parsed, shopId) : shopRowIdentity(shopId)
      const earlier = this.#offers.name(identity, numbered.row)
      // Before anything is made of the row: one that is refused must not change its shop either.
      if (earlier !== undefined) {
        doubles.push({ ...numbered, shopId, identity, isByNumber: false })
        problems.push({
          row: numbered.row,
          column: null,
          value: quoteValue(isOfferRow(parsed) ? parsed.title : shop.name),
          reason: `The same ${isOfferRow(parsed) ? 'offer' : 'shop'} stands in row ${earlier} already. Keep one of the two`,
        })
        return
      }
      const isByNumber = known.findByNumber(shop) !== undefined
      if (!found) batch.newShops.push(shopId)
      if (!found && !isOfferRow(parsed))
        this.#tell({
          row: numbered.row,
          column: 'shop',
          value: quoteValue(shop.name),
          reason: quoteValue(describeNewShop(known.listAddresses(namesOf(shop).nameKey))),
        })
      batch.newIdentities.push(...this.#shopKeys.learn(known.learn(shop, shopId)))
      batch.shopExternalIds.push(...this.#shopKeys.learnExternalId(shop))
      if (this.#withdrawn.has(shopId)) this.#returned.add(shopId)
      placed.push({ ...numbered, shopId, identity, isByNumber })
    }
    const endTurn = takeTurns()
    for (const row of rows) {
      await endTurn()
      place(row)
    }
    return { placed, doubles, problems }
  }

  /** The shops that rows may mean, and which of them do not show. */
  async #listKnown(rows: NumberedRow[]) {
    const keys = rows.flatMap(({ parsed: { shop } }) => keysOf(shop))
    // A row of a file of shops may complete, or stand beside, those of its name.
    const names = rows
      .filter(({ parsed }) => !parsed.shop.address || !isOfferRow(parsed))
      .map(({ parsed: { shop } }) => namesOf(shop).nameKey)
    const listed = await this.#shopKeys.list([...new Set(keys)], [...new Set(names)])
    this.#withdrawn = new Set(listed.flatMap(({ shop_id, isWithdrawn }) => (isWithdrawn && !this.#returned.has(shop_id) ? [shop_id] : [])))
    return new KnownShops(listed.map((key) => ({ ...key, isWithdrawn: this.#withdrawn.has(key.shop_id) })))
  }

  /**
   * The one of several shops of a name that has the very offer of a row that does not say where: so a file means the same when a branch has
   * come beside the shop that it named. Only rows that may need it are asked about.
   */
  async #findStanding(rows: NumberedRow[], known: KnownShops) {
    const placed = new Set(rows.flatMap(({ parsed: { shop } }) => (shop.address ? [namesOf(shop).nameKey] : [])))
    const claims = rows.flatMap(({ row, parsed }) => {
      if (!isOfferRow(parsed) || parsed.shop.address || known.findByNumber(parsed.shop)) return []
      const { nameKey } = namesOf(parsed.shop)
      const shops = known.listIds(nameKey)
      const isOne = shops.length === 0 || (shops.length === 1 && !placed.has(nameKey))
      return isOne || shops.length > BRANCHES ? [] : shops.map((shopId) => ({ row, shopId, identity: offerIdentity(parsed, shopId) }))
    })
    if (claims.length === 0) return new Map<number, string>()
    await this.#unstored.settle()
    const offers = await listOffersByIdentity(this.#db, [...new Set(claims.map(({ identity }) => identity))])
    const shopOf = new Map(offers.map(({ identity, stored }) => [identity, stored?.shop_id]))
    const matches = Map.groupBy(
      claims.filter(({ shopId, identity }) => shopOf.get(identity) === shopId),
      ({ row }) => row,
    )
    return new Map([...matches].flatMap(([row, [only, another]]) => (only && !another ? [[row, only.shopId] as const] : [])))
  }

  /** Everything that finding these rows has taught. */
  forget(placed: PlacedRow[], { newIdentities, shopExternalIds }: BatchToWrite) {
    for (const { identity, row, shopId } of placed) {
      this.#offers.release(identity, row)
      if (this.#withdrawn.has(shopId)) this.#returned.delete(shopId)
    }
    this.#shopKeys.forget([...newIdentities, ...shopExternalIds])
  }
}
