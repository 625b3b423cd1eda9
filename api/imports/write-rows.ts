import { CATEGORIES } from '#contract/constants.ts'
import { NO_COUNTS, type ImportCounts, type ImportPreview, type RowProblem } from '#contract/import.ts'
import { isOfferRow, quoteValue } from '#contract/offer-csv.ts'
import { createLastUsed } from '#db/last-used.ts'

import { readClock, type Context } from '../context.ts'
import { listUndos } from './data-past.ts'
import {
  listOffersByIdentity,
  listReplacedShops,
  listShopVersions,
  startBatch,
  writeBatch,
  type BatchToWrite,
  type KnownOffer,
} from './data-rows.ts'
import { describeEnded, describeReturn, describeRevival } from './describe-warnings.ts'
import { findContradiction } from './find-contradiction.ts'
import { isPlacedOffer, RowFinder, type NumberedRow, type PlacedOffer, type PlacedRow } from './find-rows.ts'
import { FileOffers } from './keep-file-offers.ts'
import { Unstored } from './keep-unstored.ts'
import { Changes } from './gather-changes.ts'
import {
  isSameOffer,
  isSamePlaceAndName,
  isSameShop,
  keepSaid,
  layOffer,
  layShop,
  offerFactsOf,
  shopFactsOf,
  type ShopFacts,
  type StoredOffer,
  type StoredShop,
} from './lay-facts.ts'
import { isGone } from './lay-past.ts'
import { moveOffers, type MovedOffer } from './follow-shops.ts'
import { takeTurns } from './take-turns.ts'

const REMEMBERED_SHOPS = 2_000

/** Hears once how long, in milliseconds, the database was at a batch. */
type OnStored = (took: number) => void

/**
 * Writes the rows of one import, batch by batch, where nobody sees them. It remembers which offers the file has named already, which
 * shops have moved, and the shops of the last batches; the database is asked for the rest.
 */
export class RowWriter {
  readonly counts: ImportCounts = { ...NO_COUNTS }
  readonly #context: Context
  readonly #importId: number
  /** Which offers the file has named. */
  readonly offers: FileOffers
  readonly changes: Changes
  readonly #changedShops = new Set<string>()
  readonly #movedShops = new Set<string>()
  readonly #finder: RowFinder
  /** Shops as the last batches found them: nobody else writes meanwhile. */
  readonly #storedShops = createLastUsed<string, StoredShop>(REMEMBERED_SHOPS)
  readonly #categories = new Set<string>(CATEGORIES)
  /** The batch that is worked out and stored next: once the one before is, and the next has looked up what it needs. */
  #next: { batch: BatchToWrite; onStored: OnStored } | undefined
  #storing = Promise.resolve()
  readonly #unstored = new Unstored(() => this.#settle())

  /** Undone imports say nothing any more: what a row leaves open is not laid over what they said. */
  #undos: ReadonlySet<number> | undefined

  /** Offers that somebody had withdrawn, and that come back. */
  readonly #revived = new Crowd()
  /** Offers that are new or changed, and over. */
  readonly #ended = new Crowd()
  /** The rows of the file that were taken have been written before: these come after them. */
  readonly #isMending: boolean
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
    this.#isMending = earlier.offers !== undefined
    this.offers = earlier.offers ?? new FileOffers()
    this.#finder = new RowFinder(context, this.offers, this.#unstored, tell)
    this.changes = new Changes(context.config.city, context.clock.now(), earlier.preview)
  }

  /**
   * Works out what the rows of a batch come to and answers those that had to be refused. Meanwhile the batch before is stored: all that this
   * one asks of the database it has asked by then, for the embedded engine does one thing after the other. What fails is thrown at whoever comes next.
   */
  async write(rows: NumberedRow[], onStored: OnStored = () => {}): Promise<RowProblem[]> {
    this.#undos ??= await listUndos(this.#context.db)
    const { placed, known, stored, batch, problems } = await this.#workOut(rows)
    await this.#storeNext()
    this.counts.shopsCreated += batch.newShops.length
    const shops = await this.#layShops(placed, stored, batch)
    await this.#layOffers(placed.filter(isPlacedOffer), known, shops, batch)
    this.#next = { batch, onStored }
    this.#unstored.add(batch)
    return problems
  }

  /** Everything is written, or it throws. */
  async #settle() {
    await this.#storeNext()
    await this.#storing
  }

  /** What is being stored is in the end, what waits is not any more. Never throws. */
  async stop() {
    this.#next = undefined
    await this.#storing.catch(() => undefined)
  }

  async #storeNext() {
    await this.#storing
    if (!this.#next) return
    const { batch, onStored } = this.#next
    this.#next = undefined
    this.#storing = this.#store(batch, onStored)
    this.#storing.catch(() => undefined)
  }

  async #store(batch: BatchToWrite, onStored: OnStored) {
    const begun = performance.now()
    const { shops, offers, newIdentities, shopExternalIds, offerExternalIds } = batch
    if ([shops, offers, newIdentities, shopExternalIds, offerExternalIds].some(({ length }) => length > 0))
      await writeBatch(this.#context, batch)
    this.#unstored.delete(batch)
    onStored(performance.now() - begun)
  }

  #unlessGone<T extends StoredOffer | StoredShop>(stored: T | undefined) {
    return stored && !isGone(stored, this.#undos!) ? stored : undefined
  }

  #startBatch(): BatchToWrite {
    return startBatch(this.#importId, readClock(this.#context))
  }

  /**
   * Finds the shop and the offer of each row. Where the catalogue contradicts some of them the others are placed once more, as if those did
   * not stand in the file: what they say of a shop, and which offer they claim, must lead nobody.
   */
  async #workOut(rows: NumberedRow[]) {
    const contradictions: RowProblem[] = []
    for (let left = rows; ;) {
      const batch = this.#startBatch()
      const { placed, doubles, problems } = await this.#finder.find(left, batch)
      const shopIds = [...new Set(placed.map(({ shopId }) => shopId))]
      if (this.#unstored.hasAny(shopIds)) await this.#settle()
      const known = await this.#listKnownOffers(placed.filter(isPlacedOffer))
      // Also those that name an offer for the second time, for the first may be refused: so two rounds are enough, however many they are.
      const claims = [...placed, ...doubles].filter(isPlacedOffer)
      const contradicting = claims.flatMap(
        (row) => findContradiction(row, known.get(row.identity)?.stored, this.#context.config.city.currency) ?? [],
      )
      const isFirst = new Set(placed.map(({ row }) => row))
      const found = contradicting.some(({ row }) => isFirst.has(row)) ? contradicting : []
      if (found.length === 0) {
        const stored = await this.#listStoredShops(shopIds, new Set(batch.newShops))
        return { placed, known, stored, batch, problems: [...contradictions, ...problems] }
      }
      contradictions.push(...found)
      this.#finder.forget(placed, batch)
      const refused = new Set(found.map(({ row }) => row))
      left = left.filter(({ row }) => !refused.has(row))
    }
  }

  async #listStoredShops(ids: string[], isNew: Set<string>) {
    const stored = new Map(ids.map((id) => [id, this.#storedShops.get(id)]))
    const missing = ids.filter((id) => !stored.get(id) && !isNew.has(id))
    if (missing.length > 0) for (const shop of await listShopVersions(this.#context.db, missing)) stored.set(shop.shop_id, shop)
    return stored
  }

  /** Lays the rows over what is known of their shops, in the order of the file. */
  async #layShops(placed: PlacedRow[], stored: Map<string, StoredShop | undefined>, batch: BatchToWrite) {
    const facts = new Map<string, ShopFacts>()
    const endTurn = takeTurns()
    for (const { row, parsed, shopId, isByNumber } of placed) {
      await endTurn()
      const before = facts.get(shopId) ?? stored.get(shopId)
      facts.set(shopId, layShop(parsed, shopId, facts.get(shopId) ?? this.#unlessGone(stored.get(shopId)), isByNumber))
      if (before?.withdrawn_at)
        this.#tell({ row, column: 'shop', value: quoteValue(before.name), reason: describeReturn(isOfferRow(parsed)) })
    }
    if (this.#isMending) await this.#keepSaid(facts, stored)
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
      if (before.withdrawn_at) this.counts.shopsReturned += 1
    }
    return facts
  }

  /** A mended row comes out as if the file had been whole, unless its rows contradict each other: then the others stand. */
  async #keepSaid(facts: Map<string, ShopFacts>, stored: Map<string, StoredShop | undefined>) {
    const own = [...facts.keys()].filter((id) => stored.get(id)?.added_in === this.#importId)
    if (own.length === 0) return
    const replaced = await listReplacedShops(this.#context.db, this.#importId, own)
    const known = new Map(replaced.map((shop) => [shop.shop_id, this.#unlessGone(shop)]))
    for (const id of own) facts.set(id, keepSaid(facts.get(id)!, stored.get(id)!, known.get(id)))
  }

  async #listKnownOffers(placed: PlacedOffer[]) {
    if (placed.length === 0) return new Map<string, KnownOffer>()
    const identities = placed.map(({ identity }) => identity)
    return new Map((await listOffersByIdentity(this.#context.db, identities)).map((offer) => [offer.identity, offer]))
  }

  async #layOffers(placed: PlacedOffer[], known: Map<string, KnownOffer>, shops: Map<string, ShopFacts>, batch: BatchToWrite) {
    const endTurn = takeTurns()
    for (const { row, parsed, shopId, identity } of placed) {
      await endTurn()
      const before = known.get(identity)
      const shop = shops.get(shopId)!
      const id = before?.id ?? this.#context.newId()
      const { externalId = null } = parsed.offer
      if (before && before.external_id === null && externalId !== null) batch.offerExternalIds.push({ id, external_id: externalId })
      const facts = layOffer(parsed, id, shop, this.#unlessGone(before?.stored), this.#context.config.city.currency)
      const isSame = before?.stored !== undefined && isSameOffer(facts, before.stored)
      this.changes.addOffer({ row, before: before?.stored && !isSame ? offerFactsOf(before.stored) : undefined, after: facts, shop })
      if (isSame) {
        this.counts.unchanged += 1
        continue
      }
      if (!before) batch.newOffers.push({ id, identity, external_id: externalId })
      this.counts[before?.stored ? 'changed' : 'created'] += 1
      if (before?.stored?.withdrawn_at) {
        this.counts.returned += 1
        if (!before.stored.withdrawn_with_shop) this.#revived.add(row)
      }
      if (Date.parse(facts.ends_at) < batch.at.getTime()) this.#ended.add(row)
      batch.offers.push({ facts, replaces: before?.stored })
      if (!this.#categories.has(facts.category)) {
        this.#categories.add(facts.category)
        batch.newCategories.push({ id: this.#context.newId(), name: facts.category })
      }
    }
  }

  /**
   * Writes what waits, brings the offers of moved and renamed shops along, also those that the file does not name, and tells what the whole
   * file shows.
   */
  async finish(limit: number, signal: AbortSignal | undefined) {
    await this.#settle()
    const { db } = this.#context
    this.#revived.tell((row, others) => this.#tell({ row, column: 'title', value: null, reason: describeRevival(others) }))
    this.#ended.tell((row, others) => this.#tell({ row, column: 'end_date', value: null, reason: describeEnded(others) }))
    const write = (offers: MovedOffer[]) => {
      signal?.throwIfAborted()
      return writeBatch(this.#context, { ...this.#startBatch(), offers })
    }
    const ids = [...this.#movedShops]
    while (ids.length > 0) {
      for (const shop of await listShopVersions(db, ids.splice(0, limit))) {
        signal?.throwIfAborted()
        await moveOffers(db, shop, { size: () => limit, write })
      }
    }
  }
}

/** Rows that are told of in one note, that of the first of them. */
class Crowd {
  #first: number | undefined
  #count = 0

  add(row: number) {
    this.#first ??= row
    this.#count += 1
  }

  tell(how: (row: number, others: number) => void) {
    if (this.#first !== undefined) how(this.#first, this.#count - 1)
  }
}
