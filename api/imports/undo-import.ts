/** Takes back what an import did: what it created is withdrawn, what it changed is as it was before, what it left alone stays. */
import { setImmediate as letOthers } from 'node:timers/promises'

import { countBoth } from '#contract/count-both.ts'
import { AppError } from '#contract/errors.ts'
import { countWords } from '#contract/format-count.ts'
import type { ImportReport, UndoCounts } from '#contract/import.ts'

import { readClock, type Context } from '../context.ts'
import { findImport, startImport } from './data.ts'
import { isDemoPresent } from './data-demo.ts'
import { listPast, listUndos, type PastFacts } from './data-past.ts'
import { listShopVersions, startBatch, writeBatch, type ReplacingOffer, type ReplacingShop } from './data-rows.ts'
import { listAuthored, listOfferVersions, listOwners, listVersionsOfShops } from './data-undo.ts'
import { isSamePlaceAndName, shopFactsOf, type StoredOffer } from './lay-facts.ts'
import { FEW, Pace } from './measure-batches.ts'
import { createReport } from './merge-reports.ts'
import { offerAsBefore, shopAsBefore, offerGone, isGone, shopGone } from './lay-past.ts'
import { createProgress } from './run-import.ts'
import { findNext, findRange, SWEEP, type VersionTable } from './sweep-table.ts'
import { followShop, moveOffers, type MovedOffer } from './follow-shops.ts'

/** Shops that are looked up at a time. */
const LOOKED_UP = 100

/** Begins the import that takes back another one. */
export async function beginUndo(context: Context, undoes: number) {
  const { db } = context
  const undone = await findImport(db, undoes)
  if (!undone) throw new AppError('import_not_found')
  const { file_name: fileName } = undone
  return startImport(db, { kind: 'undo', fileName, fileHash: null, at: readClock(context), undoes })
}

/** Writes the facts from before where nobody sees them, batch by batch. */
export async function writeUndo(context: Context, importId: number, undone: number, signal: AbortSignal): Promise<ImportReport> {
  const undoing = new Undoing(context, importId, undone, signal)
  const counts = await undoing.run()
  const rows = counts.withdrawn + counts.restored
  return createReport(importId, {
    rows,
    changed: rows,
    shopsChanged: counts.shopsWithdrawn + counts.shopsRestored,
    demoIsPresent: await isDemoPresent(context.db),
    undo: { ...counts, message: describeUndo(counts) },
  })
}

class Undoing {
  readonly #context: Context
  readonly #importId: number
  readonly #undone: number
  readonly #signal: AbortSignal
  readonly #at: Date
  readonly #counts: UndoCounts = { withdrawn: 0, restored: 0, shopsWithdrawn: 0, shopsRestored: 0, shopsKept: 0 }
  readonly #movedShops = new Set<string>()
  /** Shops that show again, or do no more, for somebody had withdrawn or restored them. */
  readonly #turnedShops = new Set<string>()
  #undos: ReadonlySet<number> = new Set()
  #walked = 0
  /** The longest, in milliseconds, that the database was at one thing of a batch: so long others may have waited. */
  #longest = 0

  constructor(context: Context, importId: number, undone: number, signal: AbortSignal) {
    this.#context = context
    this.#importId = importId
    this.#undone = undone
    this.#signal = signal
    this.#at = readClock(context)
  }

  async run(): Promise<UndoCounts> {
    this.#undos = await listUndos(this.#context.db)
    const [shops, offers] = [await this.#findRange('shop_version'), await this.#findRange('offer_version')]
    const all = 2 * lengthOf(shops) + lengthOf(offers)
    // Offers take place and name of their shops, and a shop goes only when its offers are gone.
    await this.#walk('shop_version', shops, all, (ids) => this.#restoreShops(ids))
    await this.#walk('offer_version', offers, all, (ids) => this.#takeBackOffers(ids))
    // Of each shop all offers are looked at.
    await this.#walk('shop_version', shops, all, (ids) => this.#withdrawShops(ids), FEW)
    await this.#bringOffers()
    return this.#counts
  }

  #findRange = (table: VersionTable) => findRange(this.#context.db, table)

  /** Calls for the newest versions that are the import's, as many at once as are looked up and written in the time of a batch. */
  async #walk(table: VersionTable, range: Range, all: number, work: (ids: number[]) => Promise<void>, sizes?: typeof FEW) {
    const { db, pool } = this.#context
    const pace = new Pace(pool.engine, sizes)
    const progress = createProgress(this.#context, this.#importId, all)
    for (let from = range?.first; range && from !== undefined && from <= range.last;) {
      const ids = await listAuthored(db, table, this.#undone, [from, Math.min(from + SWEEP - 1, range.last)])
      while (ids.length > 0) {
        this.#signal.throwIfAborted()
        const batch = ids.splice(0, pace.size)
        this.#longest = 0
        await work(batch)
        pace.learn({ rows: batch.length, took: this.#longest })
        await letOthers()
        await progress(this.#walked, this.#counts.withdrawn + this.#counts.restored)
      }
      this.#signal.throwIfAborted()
      const next = await findNext(db, table, from + SWEEP, range.last)
      this.#walked += Math.min(next ?? Infinity, range.last + 1) - from
      from = next
      await progress(this.#walked, this.#counts.withdrawn + this.#counts.restored)
    }
  }

  /** Shops that the import changed. Those that it created, or brought back, wait for their offers. */
  async #restoreShops(ids: number[]) {
    const { db } = this.#context
    const shops = await this.#time(listVersionsOfShops(db, ids))
    const past = await this.#listPast('shop_version', shops, ({ shop_id }) => shop_id)
    const written = shops.flatMap((shop): ReplacingShop[] => {
      const before = past.get(shop.shop_id)
      if (!before || (isWithdrawn(before) && shop.withdrawn_at === null)) return []
      return [{ facts: shopAsBefore(before.facts, shop), replaces: shop, restoredFrom: before.added_in }]
    })
    this.#counts.shopsRestored += written.length
    return this.#writeShops(written)
  }

  /** Offers of shops that go back to another place or name, or in or out of sight, follow them at the end. */
  #writeShops(written: ReplacingShop[]) {
    for (const { facts, replaces } of written) {
      if (!isSamePlaceAndName(facts, replaces)) this.#movedShops.add(facts.shop_id)
      if ((facts.withdrawn_at === null) !== (replaces.withdrawn_at === null)) this.#turnedShops.add(facts.shop_id)
    }
    return this.#write({ shops: written })
  }

  async #takeBackOffers(ids: number[]) {
    const { db } = this.#context
    const offers = await this.#time(listOfferVersions(db, ids))
    const past = await this.#listPast('offer_version', offers, ({ offer_id }) => offer_id)
    const shopIdOf = ({ offer_id, shop_id }: StoredOffer) => (past.get(offer_id)?.facts['shop_id'] as string | undefined) ?? shop_id
    const back = offers.filter(({ offer_id }) => past.has(offer_id) && !isWithdrawn(past.get(offer_id)!))
    const owners = new Map(back.map((offer) => [shopIdOf(offer), past.get(offer.offer_id)!.added_in]))
    const shops = await this.#listShownShops([...new Set(offers.map(shopIdOf))], owners)
    const written = offers.map((offer): ReplacingOffer => {
      const [before, shop] = [past.get(offer.offer_id), shops.get(shopIdOf(offer))]
      if (!before) return { facts: offerGone(offer, this.#at, shop), replaces: offer }
      return { facts: offerAsBefore(before.facts, offer, shop), replaces: offer, restoredFrom: before.added_in }
    })
    const gone = written.filter(({ facts }) => facts.withdrawn_at !== null).length
    this.#counts.withdrawn += gone
    this.#counts.restored += written.length - gone
    return this.#write({ offers: written })
  }

  /** Shops by their ids. Those that an undo has made gone come back for the offers that go back to them, and are of who said those. */
  async #listShownShops(ids: string[], owners: Map<string, number>) {
    const { db } = this.#context
    const shops = await this.#time(listShopVersions(db, ids))
    const written = shops.flatMap((shop): ReplacingShop[] => {
      const owner = owners.get(shop.shop_id)
      if (owner === undefined || shop.withdrawn_at === null || !isGone(shop, this.#undos)) return []
      return [{ facts: { ...shopFactsOf(shop), withdrawn_at: null }, replaces: shop, restoredFrom: owner }]
    })
    this.#counts.shopsRestored += written.length
    if (written.length > 0) await this.#writeShops(written)
    return new Map((written.length > 0 ? await listShopVersions(db, ids) : shops).map((shop) => [shop.shop_id, shop]))
  }

  /**
   * Shops that the import created or brought back. Where offers of others stand with them, they are those others' from now on, as if the
   * import had never been.
   */
  async #withdrawShops(ids: number[]) {
    const { db } = this.#context
    const shops = (await this.#time(listVersionsOfShops(db, ids))).filter(({ withdrawn_at }) => withdrawn_at === null)
    const past = await this.#listPast('shop_version', shops, ({ shop_id }) => shop_id)
    const asked = shops.map(({ shop_id }) => ({ id: shop_id, after: past.get(shop_id)?.added_in ?? 0 }))
    const owners = await this.#time(listOwners(db, asked))
    const written = shops.map((shop): ReplacingShop => {
      const [before, owner] = [past.get(shop.shop_id), owners.get(shop.shop_id)]
      const facts = before ? shopAsBefore(before.facts, shop) : shopFactsOf(shop)
      if (owner !== undefined) return { facts: { ...facts, withdrawn_at: null }, replaces: shop, restoredFrom: owner }
      if (before) return { facts, replaces: shop, restoredFrom: before.added_in }
      return { facts: shopGone(shop, this.#at), replaces: shop }
    })
    const gone = written.filter(({ facts }) => facts.withdrawn_at !== null).length
    const kept = written.filter(({ facts }) => owners.has(facts.shop_id) && !past.has(facts.shop_id)).length
    this.#counts.shopsWithdrawn += gone
    this.#counts.shopsKept += kept
    this.#counts.shopsRestored += written.length - gone - kept
    return this.#writeShops(written)
  }

  async #write(rows: { shops: ReplacingShop[] } | { offers: ReplacingOffer[] }) {
    const batch = { ...startBatch(this.#importId, this.#at), ...rows }
    if (batch.shops.length + batch.offers.length > 0) await this.#time(writeBatch(this.#context, batch))
  }

  async #time<T>(work: Promise<T>) {
    const begun = performance.now()
    const done = await work
    this.#longest = Math.max(this.#longest, performance.now() - begun)
    return done
  }

  #listPast<T>(table: VersionTable, rows: T[], idOf: (row: T) => string) {
    return this.#time(listPast(this.#context.db, table, this.#undone, rows.map(idOf)))
  }

  /** Offers of other imports go back with the place and name of their shops, and in and out of sight with them, and stay theirs. */
  async #bringOffers() {
    const { db, pool } = this.#context
    const pace = new Pace(pool.engine)
    const write = async (offers: MovedOffer[]) => {
      this.#signal.throwIfAborted()
      this.#longest = 0
      await this.#write({ offers })
      pace.learn({ rows: offers.length, took: this.#longest })
    }
    const moving = { size: () => pace.size, write }
    const ids = [...new Set([...this.#turnedShops, ...this.#movedShops])]
    while (ids.length > 0) {
      for (const shop of await listShopVersions(db, ids.splice(0, LOOKED_UP))) {
        this.#signal.throwIfAborted()
        if (this.#turnedShops.has(shop.shop_id)) {
          const count = await followShop(db, { shop, byHand: false }, moving)
          this.#counts[shop.withdrawn_at === null ? 'restored' : 'withdrawn'] += count
        }
        if (this.#movedShops.has(shop.shop_id)) await moveOffers(db, shop, moving)
      }
    }
  }
}

const isWithdrawn = ({ facts }: PastFacts) => (facts['withdrawn_at'] ?? null) !== null
type Range = Awaited<ReturnType<typeof findRange>>
const lengthOf = (range: Range) => (range ? range.last - range.first + 1 : 0)

function describeUndo({ withdrawn, restored, shopsWithdrawn, shopsRestored, shopsKept }: UndoCounts) {
  const done = [
    ...(withdrawn + shopsWithdrawn > 0 ? [`${countBoth(withdrawn, shopsWithdrawn)} withdrawn`] : []),
    ...(restored + shopsRestored > 0 ? [`${countBoth(restored, shopsRestored)} as before`] : []),
  ]
  const kept =
    shopsKept === 0
      ? ''
      : ` ${countWords(shopsKept, 'shop that it created stays', 'shops that it created stay')}, for offers of other imports stand with ${shopsKept === 1 ? 'it' : 'them'}.`
  return `Taken back: ${done.join(', ') || 'it had changed nothing that stands'}.${kept}`
}
