import { setImmediate as letOthers } from 'node:timers/promises'

import { LRUCache } from 'lru-cache'

import { CATEGORIES } from '#contract/constants.ts'
import type { ImportPreview, RowProblem } from '#contract/import.ts'
import { isOfferRow, quoteValue, type FileRow, type OfferRow, type ShopRow } from '#contract/offer-csv.ts'
import { foldName } from '#contract/search.ts'

import type { Context } from '../context.ts'
import {
  listOffersByIdentity,
  listShopIdentities,
  listShopVersions,
  startBatch,
  writeBatch,
  type BatchToWrite,
  type KnownOffer,
  type KnownShop,
} from './data-rows.ts'
import { FileOffers } from './keep-file-offers.ts'
import { Changes } from './gather-changes.ts'
import {
  isSameOffer,
  isSamePlaceAndName,
  isSameShop,
  layOffer,
  layPrices,
  layShop,
  layWindow,
  offerFactsOf,
  shopFactsOf,
  type ShopFacts,
  type StoredShop,
} from './lay-facts.ts'
import { externalShopKey, KnownShops, offerIdentity, shopKey, shopRowIdentity } from './match-rows.ts'
import { moveOffers } from './update-moved-offers.ts'

export type NumberedRow = { row: number; parsed: FileRow }
const REMEMBERED_IDENTITIES = 20_000
const REMEMBERED_SHOPS = 2_000
type PlacedRow = NumberedRow & { shopId: string; identity: string; isByNumber: boolean }
type PlacedOffer = PlacedRow & { parsed: OfferRow }
const isPlacedOffer = (placed: PlacedRow): placed is PlacedOffer => isOfferRow(placed.parsed)
export type Counts = { created: number; changed: number; unchanged: number; shopsCreated: number; shopsChanged: number }

/**
 * Writes the rows of one import, batch by batch, where nobody sees them. It remembers which offers the file has named already, which
 * shops have moved, and the shops of the last batches; the database is asked for the rest.
 */
export class RowWriter {
  readonly counts: Counts = { created: 0, changed: 0, unchanged: 0, shopsCreated: 0, shopsChanged: 0 }
  /** How many rows the batch had that was stored last, and how long, in milliseconds, the database was at it. */
  lastStored = { rows: 0, took: 0 }
  readonly #context: Context
  readonly #importId: number
  /** Which offers the file has named. */
  readonly offers: FileOffers
  readonly changes: Changes
  readonly #changedShops = new Set<string>()
  readonly #movedShops = new Set<string>()
  /** Shops as the last batches found them: nobody else writes meanwhile. */
  readonly #identities = new LRUCache<string, KnownShop>({ max: REMEMBERED_IDENTITIES })
  readonly #storedShops = new LRUCache<string, StoredShop>({ max: REMEMBERED_SHOPS })
  readonly #categories = new Set<string>(CATEGORIES)
  /** The batch that is being stored, and its shops: what they have become is not known before it is. */
  #storing = Promise.resolve()
  #shopsInStoring = new Set<string>()

  readonly #tell: (warning: RowProblem) => void

  /** `offers` and `preview` are what is known of rows of the same file that were written before; `tell` hears what is remarkable. */
  constructor(
    context: Context,
    importId: number,
    {
      tell = () => {},
      ...earlier
    }: { offers?: FileOffers; preview?: ImportPreview | undefined; tell?: (warning: RowProblem) => void } = {},
  ) {
    this.#tell = tell
    this.#context = context
    this.#importId = importId
    this.offers = earlier.offers ?? new FileOffers()
    this.changes = new Changes(context.config.city, context.clock.now(), earlier.preview)
  }

  /**
   * Works out what the rows of a batch come to and answers those that had to be refused. The others are written when the batch before is;
   * what fails then is thrown at whoever comes next.
   */
  async write(rows: NumberedRow[]): Promise<RowProblem[]> {
    const problems: RowProblem[] = []
    const batch = this.#startBatch()
    const placed = await this.#placeRows(rows, batch, problems)
    if (placed.some(({ shopId }) => this.#shopsInStoring.has(shopId))) await this.#storing
    const known = await this.#listKnownOffers(placed.filter(isPlacedOffer))
    const sound = placed.filter((row) => !isPlacedOffer(row) || !this.#refuseContradiction(row, known.get(row.identity), problems))
    if (sound.length < placed.length) this.#forgetShops(sound, batch)
    this.counts.shopsCreated += batch.newShops.length
    const shops = await this.#layShops(sound, batch)
    // Each step is milliseconds of work: in between, shoppers have their turn.
    await letOthers()
    this.#layOffers(sound.filter(isPlacedOffer), known, shops, batch)
    await letOthers()
    await this.#storing
    this.#shopsInStoring = new Set(batch.shops.map(({ facts }) => facts.shop_id))
    this.#storing = this.#store(batch, rows.length)
    this.#storing.catch(() => undefined)
    return problems
  }

  /** Everything is written, or it throws. */
  async settle() {
    await this.#storing
  }

  async #store(batch: BatchToWrite, rows: number) {
    const begun = performance.now()
    const { shops, offers, newIdentities, namedShops, namedOffers } = batch
    if ([shops, offers, newIdentities, namedShops, namedOffers].some(({ length }) => length > 0)) await writeBatch(this.#context.db, batch)
    this.lastStored = { rows, took: performance.now() - begun }
  }

  #startBatch(): BatchToWrite {
    return startBatch(this.#importId, new Date(this.#context.clock.now()))
  }

  /** Finds or makes the shop of each row (D-59). */
  async #placeRows(rows: NumberedRow[], batch: BatchToWrite, problems: RowProblem[]) {
    const keys = rows.flatMap(({ parsed: { shop } }) => [
      shopKey(shop.name, shop.address),
      ...(shop.externalId ? [externalShopKey(shop.externalId)] : []),
    ])
    // A row of a file of shops may complete, or stand beside, those of its name.
    const names = rows
      .filter(({ parsed }) => !parsed.shop.address || !isOfferRow(parsed))
      .map(({ parsed: { shop } }) => foldName(shop.name))
    const known = new KnownShops(await this.#listIdentities([...new Set(keys)], [...new Set(names)]))
    const placed: PlacedRow[] = []
    for (const numbered of rows) {
      const { parsed } = numbered
      const { shop } = parsed
      const found = known.find(shop, !isOfferRow(parsed))
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
      const identity = isOfferRow(parsed) ? offerIdentity(parsed, shopId) : shopRowIdentity(shopId)
      const earlier = this.offers.name(identity, numbered.row)
      // Before anything is made of the row: one that is refused must not change its shop either.
      if (earlier !== undefined) {
        problems.push({
          row: numbered.row,
          column: null,
          value: quoteValue(isOfferRow(parsed) ? parsed.title : shop.name),
          reason: `The same ${isOfferRow(parsed) ? 'offer' : 'shop'} stands in row ${earlier} already. Keep one of the two`,
        })
        continue
      }
      const isByNumber = known.findByNumber(shop) !== undefined
      if (!found) batch.newShops.push(shopId)
      if (!found && !isOfferRow(parsed)) this.#tellNew(numbered.row, shop, known)
      batch.newIdentities.push(...this.#rememberIdentities(known.learn(shop, shopId)))
      batch.namedShops.push(...this.#nameShop(shop))
      placed.push({ ...numbered, shopId, identity, isByNumber })
    }
    return placed
  }

  /** A name that is misspelled makes a shop that nobody wanted: who completes shops is told of each new one. */
  #tellNew(row: number, { name }: ShopRow['shop'], known: KnownShops) {
    const places = known.listAddresses(name)
    const reason =
      places.length === 0
        ? 'No shop is known by this name. As written it is a new one'
        : `Shops of this name are known elsewhere: ${places.join('; ')}. As written this is another branch`
    this.#tell({ row, column: 'shop', value: quoteValue(name), reason: quoteValue(reason) })
  }

  async #listIdentities(keys: string[], names: string[]) {
    const remembered = keys.flatMap((key) => this.#identities.get(key) ?? [])
    const missing = keys.filter((key) => !this.#identities.has(key))
    if (missing.length + names.length === 0) return remembered
    // A name alone may mean a shop that is just being written.
    if (names.length > 0) await this.#storing
    return [...remembered, ...this.#rememberIdentities(await listShopIdentities(this.#context.db, missing, names))]
  }

  #rememberIdentities(known: KnownShop[]) {
    for (const identity of known) this.#identities.set(identity.key, identity)
    return known
  }

  /** The key of a shop whose number is not stored yet; from now on it is. */
  #nameShop({ externalId }: ShopRow['shop']) {
    const known = externalId === undefined ? undefined : this.#identities.get(externalShopKey(externalId))
    if (externalId === undefined || !known || known.external_id !== null) return []
    known.external_id = externalId
    return [{ key: known.key, external_id: externalId }]
  }

  /** New shops that no row is left of. */
  #forgetShops(sound: PlacedRow[], batch: BatchToWrite) {
    const named = new Set(sound.map(({ shopId }) => shopId))
    const gone = new Set(batch.newShops.filter((shopId) => !named.has(shopId)))
    for (const { key, shop_id } of batch.newIdentities) if (gone.has(shop_id)) this.#identities.delete(key)
    batch.newShops = batch.newShops.filter((shopId) => named.has(shopId))
    batch.newIdentities = batch.newIdentities.filter(({ shop_id }) => !gone.has(shop_id))
  }

  async #listStoredShops(ids: string[]) {
    const stored = new Map(ids.map((id) => [id, this.#storedShops.get(id)]))
    const missing = ids.filter((id) => !stored.get(id))
    if (missing.length > 0) for (const shop of await listShopVersions(this.#context.db, missing)) stored.set(shop.shop_id, shop)
    return stored
  }

  /** Lays the rows over what is known of their shops, in the order of the file. */
  async #layShops(placed: PlacedRow[], batch: BatchToWrite) {
    const stored = await this.#listStoredShops([...new Set(placed.map(({ shopId }) => shopId))])
    const facts = new Map<string, ShopFacts>()
    for (const { row, parsed, shopId, isByNumber } of placed) {
      const before = facts.get(shopId) ?? stored.get(shopId)
      facts.set(shopId, layShop(parsed, shopId, before, isByNumber))
      if (before?.withdrawn_at && !isOfferRow(parsed))
        this.#tell({ row, column: 'shop', value: quoteValue(before.name), reason: 'This shop was withdrawn, and comes back with this row' })
    }
    const isNew = new Set(batch.newShops)
    for (const [shopId, shop] of facts) {
      const before = stored.get(shopId)
      if (before && isSameShop(shop, before)) {
        this.#storedShops.set(shopId, before)
        continue
      }
      // The row that this becomes is known to the database alone.
      this.#storedShops.delete(shopId)
      batch.shops.push({ facts: shop, replaces: before })
      if (!before) continue
      if (!isSamePlaceAndName(shop, before)) this.#movedShops.add(shopId)
      const isFirst = before.added_in !== this.#importId && !isNew.has(shopId) && !this.#changedShops.has(shopId)
      this.changes.addShop(shopFactsOf(before), shop, isFirst)
      if (!isFirst) continue
      this.#changedShops.add(shopId)
      this.counts.shopsChanged += 1
    }
    return facts
  }

  async #listKnownOffers(placed: PlacedOffer[]) {
    if (placed.length === 0) return new Map<string, KnownOffer>()
    const identities = placed.map(({ identity }) => identity)
    return new Map((await listOffersByIdentity(this.#context.db, identities)).map((offer) => [offer.identity, offer]))
  }

  /** A file may give one end of an offer, or one price, and the other one stays: together they can turn out the wrong way round. */
  #refuseContradiction({ row, parsed }: PlacedOffer, known: KnownOffer | undefined, problems: RowProblem[]) {
    const { original_price, discounted_price } = layPrices(parsed, known?.stored)
    if (original_price !== null && discounted_price !== null && discounted_price > original_price) {
      const column = parsed.offer.discountedPrice === undefined ? 'original_price' : 'discounted_price'
      const reason = 'The price now would be higher than the price before: one of the two is from an earlier file. Write both'
      problems.push({ row, column, value: null, reason })
      return true
    }
    const { starts_at, ends_at } = layWindow(parsed, known?.stored)
    if (starts_at <= ends_at) return false
    const column = parsed.offer.endsAt === undefined ? 'start_date' : 'end_date'
    const reason = `The offer would end (${ends_at}) before it starts (${starts_at}): one of the two is from an earlier file. Write both`
    problems.push({ row, column, value: null, reason })
    return true
  }

  #layOffers(placed: PlacedOffer[], known: Map<string, KnownOffer>, shops: Map<string, ShopFacts>, batch: BatchToWrite) {
    for (const { row, parsed, shopId, identity } of placed) {
      const before = known.get(identity)
      const shop = shops.get(shopId)!
      const id = before?.id ?? this.#context.newId()
      const { externalId = null } = parsed.offer
      if (before && before.external_id === null && externalId !== null) batch.namedOffers.push({ id, external_id: externalId })
      const facts = layOffer(parsed, id, shop, before?.stored, this.#context.config.city.currency)
      const isSame = before?.stored !== undefined && isSameOffer(facts, before.stored)
      this.changes.addOffer({ row, before: before?.stored && !isSame ? offerFactsOf(before.stored) : undefined, after: facts, shop })
      if (isSame) {
        this.counts.unchanged += 1
        continue
      }
      if (!before) batch.newOffers.push({ id, identity, external_id: externalId })
      this.counts[before?.stored ? 'changed' : 'created'] += 1
      batch.offers.push({ facts, replaces: before?.stored })
      if (!this.#categories.has(facts.category)) {
        this.#categories.add(facts.category)
        batch.newCategories.push({ id: this.#context.newId(), name: facts.category })
      }
    }
  }

  /** Brings the offers of moved and renamed shops along, also those that the file does not name. */
  async moveOffers(limit: number) {
    for (const shopId of this.#movedShops) {
      const [shop] = await listShopVersions(this.#context.db, [shopId])
      if (shop) await moveOffers(this.#context, this.#importId, shop, limit)
    }
  }
}
