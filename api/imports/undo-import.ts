/** Takes back what an import did: what it created is withdrawn, what it changed is as it was before, what it left alone stays. */
import { setImmediate as letOthers } from 'node:timers/promises'

import { AppError } from '#contract/errors.ts'
import type { ImportReport, UndoCounts } from '#contract/import.ts'

import type { Context } from '../context.ts'
import { findImport, startImport } from './data.ts'
import { isDemoPresent } from './data-demo.ts'
import { listPast, type PastFacts } from './data-past.ts'
import { listShopVersions } from './data-rows.ts'
import {
  listAuthored,
  listOfferVersions,
  listShopsWithOffers,
  listUndone,
  listVersionsOfShops,
  writeVersions,
  type WrittenOffer,
  type WrittenShop,
} from './data-undo.ts'
import { isSamePlaceAndName, type StoredOffer, type StoredShop } from './lay-facts.ts'
import { Pace } from './measure-batches.ts'
import { createReport } from './merge-reports.ts'
import { moveOffers, type MovedOffer } from './update-moved-offers.ts'
import { offerAsBefore, shopAsBefore, offerGone, shopGone } from './lay-past.ts'
import { createProgress } from './run-import.ts'
import { findNext, findRange, SWEEP, type VersionTable } from './sweep-table.ts'

/** Begins the import that takes back another one. */
export async function beginUndo({ db, clock }: Context, undoes: number) {
  const undone = await findImport(db, undoes)
  if (!undone) throw new AppError('import_not_found')
  const { file_name: fileName } = undone
  return startImport(db, { kind: 'undo', fileName, fileHash: null, at: new Date(clock.now()), undoes })
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
  #walked = 0

  constructor(context: Context, importId: number, undone: number, signal: AbortSignal) {
    this.#context = context
    this.#importId = importId
    this.#undone = undone
    this.#signal = signal
    this.#at = new Date(context.clock.now())
  }

  async run(): Promise<UndoCounts> {
    const stayed = await listUndone(this.#context.db)
    const [shops, offers] = [await this.#findRange('shop_version'), await this.#findRange('offer_version')]
    const all = 2 * lengthOf(shops) + lengthOf(offers)
    // Offers take place and name of their shops, and a shop goes only when its offers are gone.
    await this.#walk('shop_version', shops, [this.#undone], all, (ids) => this.#restoreShops(ids))
    await this.#walk('offer_version', offers, [this.#undone], all, (ids) => this.#takeBackOffers(ids))
    await this.#walk('shop_version', shops, [this.#undone, ...stayed], all, (ids) => this.#withdrawShops(ids))
    await this.#moveOffers()
    return this.#counts
  }

  #findRange = (table: VersionTable) => findRange(this.#context.db, table)

  /** Calls for the newest versions that these imports wrote, as many at once as are written in the time of a batch. */
  async #walk(table: VersionTable, range: Range, authors: number[], all: number, work: (ids: number[]) => Promise<number>) {
    const { db, pool } = this.#context
    const pace = new Pace(pool)
    const progress = createProgress(this.#context, this.#importId, all)
    for (let from = range?.first; range && from !== undefined && from <= range.last;) {
      const ids = await listAuthored(db, table, authors, [from, Math.min(from + SWEEP - 1, range.last)])
      while (ids.length > 0) {
        this.#signal.throwIfAborted()
        const batch = ids.splice(0, pace.size)
        pace.learn({ rows: batch.length, took: await work(batch) })
        await letOthers()
        await progress(this.#walked, this.#counts.withdrawn + this.#counts.restored)
      }
      this.#signal.throwIfAborted()
      const next = await findNext(db, table, from + SWEEP)
      this.#walked += Math.min(next ?? Infinity, range.last + 1) - from
      from = next
      await progress(this.#walked, this.#counts.withdrawn + this.#counts.restored)
    }
  }

  /** Shops that the import changed. Those that it created, or brought back, wait for their offers. */
  async #restoreShops(ids: number[]) {
    const { db } = this.#context
    const shops = await listVersionsOfShops(db, ids)
    const past = await this.#listPast('shop_version', shops, ({ shop_id }) => shop_id)
    const written = shops.flatMap((shop): WrittenShop[] => {
      const before = past.get(shop.shop_id)
      if (!before || (isWithdrawn(before) && shop.withdrawn_at === null)) return []
      return [{ facts: shopAsBefore(before.facts, shop), replaces: shop, restoredFrom: before.added_in }]
    })
    this.#noteMoved(written)
    this.#counts.shopsRestored += written.length
    return this.#write('shop_version', written)
  }

  /** Offers of shops that go back to another place or name follow them at the end. */
  #noteMoved(written: WrittenShop[]) {
    for (const { facts, replaces } of written) if (!isSamePlaceAndName(facts, replaces)) this.#movedShops.add(facts.shop_id)
  }

  async #takeBackOffers(ids: number[]) {
    const { db } = this.#context
    const offers = await listOfferVersions(db, ids)
    const past = await this.#listPast('offer_version', offers, ({ offer_id }) => offer_id)
    const shopIdOf = ({ offer_id, shop_id }: StoredOffer) => (past.get(offer_id)?.facts['shop_id'] as string | undefined) ?? shop_id
    const shops = new Map((await listShopVersions(db, [...new Set(offers.map(shopIdOf))])).map((shop) => [shop.shop_id, shop]))
    const written = offers.map((offer): WrittenOffer => {
      const [before, shop] = [past.get(offer.offer_id), shops.get(shopIdOf(offer))]
      if (!before) return { facts: offerGone(offer, this.#at, shop), replaces: offer, restoredFrom: null }
      return { facts: offerAsBefore(before.facts, offer, shop), replaces: offer, restoredFrom: before.added_in }
    })
    const gone = written.filter(({ facts }) => facts.withdrawn_at !== null).length
    this.#counts.withdrawn += gone
    this.#counts.restored += written.length - gone
    return this.#write('offer_version', written)
  }

  /** Shops that the import created, and those that others which were undone had to leave, unless somebody else's offers stand with them. */
  async #withdrawShops(ids: number[]) {
    const { db } = this.#context
    const shops = (await listVersionsOfShops(db, ids)).filter(({ withdrawn_at }) => withdrawn_at === null)
    const past = await this.#listPast('shop_version', shops, ({ shop_id }) => shop_id)
    const needed = await listShopsWithOffers(
      db,
      shops.map(({ shop_id }) => shop_id),
    )
    const written = shops.flatMap((shop): WrittenShop[] => {
      const before = past.get(shop.shop_id)
      const stays = needed.has(shop.shop_id)
      if (!before) return stays ? [] : [{ facts: shopGone(shop, this.#at), replaces: shop, restoredFrom: null }]
      const facts = shopAsBefore(before.facts, shop)
      return [{ facts: stays ? { ...facts, withdrawn_at: null } : facts, replaces: shop, restoredFrom: before.added_in }]
    })
    const gone = written.filter(({ facts }) => facts.withdrawn_at !== null).length
    this.#counts.shopsWithdrawn += gone
    this.#counts.shopsRestored += written.length - gone
    this.#counts.shopsKept += shops.filter((shop) => needed.has(shop.shop_id) && !past.has(shop.shop_id) && this.#isOfUndone(shop)).length
    this.#noteMoved(written)
    return this.#write('shop_version', written)
  }

  /** Answers how long, in milliseconds, the database was at it. */
  async #write(table: VersionTable, rows: (WrittenOffer | WrittenShop)[]) {
    const begun = performance.now()
    if (rows.length > 0) await writeVersions(this.#context.db, this.#importId, table, rows)
    return performance.now() - begun
  }

  #isOfUndone = ({ restored_from, added_in }: StoredShop) => (restored_from ?? added_in) === this.#undone

  #listPast<T>(table: VersionTable, rows: T[], idOf: (row: T) => string) {
    return listPast(this.#context.db, table, this.#undone, rows.map(idOf))
  }

  /** Offers of other imports go back with the place and name of their shops, and stay theirs. */
  async #moveOffers() {
    const { db, pool } = this.#context
    const pace = new Pace(pool)
    for (const shopId of this.#movedShops) {
      const [shop] = await listShopVersions(db, [shopId])
      const write = async (moved: MovedOffer[]) => {
        this.#signal.throwIfAborted()
        pace.learn({ rows: moved.length, took: await this.#write('offer_version', moved) })
      }
      if (shop) await moveOffers(db, shop, { size: () => pace.size, write })
    }
  }
}

const isWithdrawn = ({ facts }: PastFacts) => (facts['withdrawn_at'] ?? null) !== null
type Range = Awaited<ReturnType<typeof findRange>>
const lengthOf = (range: Range) => (range ? range.last - range.first + 1 : 0)

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

function describeUndo({ withdrawn, restored, shopsWithdrawn, shopsRestored, shopsKept }: UndoCounts) {
  const offers = `Taken back: ${count(withdrawn, 'offer', 'offers')} withdrawn, ${restored} as before.`
  const shops =
    shopsWithdrawn + shopsRestored === 0 ? '' : ` ${count(shopsWithdrawn, 'shop', 'shops')} withdrawn, ${shopsRestored} as before.`
  const kept =
    shopsKept === 0
      ? ''
      : ` ${count(shopsKept, 'shop that it created stays', 'shops that it created stay')}, for offers of other imports stand with ${shopsKept === 1 ? 'it' : 'them'}.`
  return offers + shops + kept
}
