/** The catalogue as files that import to the same state (decision 0017), written in bounded memory. */
import { AppError } from '#contract/errors.ts'
import { SHOP_COLUMNS } from '#contract/offer-csv-columns.ts'
import { OFFER_COLUMN_NAMES, toCsvLine, UTF8_MARK, writeOffer, writeShop } from '#contract/offer-csv-write.ts'
import type { OfferColumn, RawCells } from '#contract/offer-csv.ts'
import type { Db } from '#db/connection.ts'
import { getRevision } from '#db/revision.ts'

import type { Context } from '../context.ts'
import { listFirstShopIds, listOfferIds, listOffers, listShopIds, listShops, type ExportedShop, type Window } from './data.ts'
import { deriveOffer, deriveShop } from '../imports/derive-rows.ts'

/** Rows that are looked up at a time. */
const WINDOW = 250

/** Ids by ids, a window at a time, to the end. */
async function* walk(list: (window: Window) => Promise<string[]>): AsyncGenerator<string[]> {
  let after: string | undefined
  do {
    const ids = await list({ after, limit: WINDOW })
    if (ids.length > 0) yield ids
    after = ids.length === WINDOW ? ids.at(-1) : undefined
  } while (after !== undefined)
}

/** Every offer that shows, or those of one import. */
export const writeOffers = ({ db, config }: Context, importId?: number) => {
  const write = async (ids: string[], isWanted: (shop: ExportedShop) => boolean) => {
    const offers = await listOffers(db, ids, importId)
    const shops = await listShops(db, [...new Set(offers.map(({ shop_id }) => shop_id))])
    const wanted = new Map(shops.filter(isWanted).map((shop) => [shop.shop_id, writeShop(deriveShop(shop, shop.external_id))]))
    return offers.flatMap((offer) => {
      const shop = wanted.get(offer.shop_id)
      return shop ? [{ ...shop, ...writeOffer(deriveOffer(offer, offer.external_id, config.city), config.city) }] : []
    })
  }
  async function* rows() {
    for await (const shopIds of walk((window) => listShopIds(db, window)))
      for (const shopId of await listFirstShopIds(db, shopIds))
        for await (const ids of walk((window) => listOfferIds(db, { ...window, shopId }))) yield write(ids, () => true)
    for await (const ids of walk((window) => listOfferIds(db, window))) yield write(ids, (shop) => !shop.is_first)
  }
  return writeTable(db, OFFER_COLUMN_NAMES, rows(), importId)
}

/** Every shop that shows, those without offers too, or those of one import. */
export const writeShops = ({ db }: Context, importId?: number) => {
  async function* rows() {
    for (const first of [true, false])
      for await (const ids of walk((window) => listShopIds(db, window))) {
        const shops = await listShops(db, ids, importId)
        yield shops.filter((shop) => shop.is_first === first).map((shop) => writeShop(deriveShop(shop, shop.external_id)))
      }
  }
  return writeTable(db, SHOP_COLUMNS, rows(), importId)
}

/**
 * The header and the rows as text, a batch at a time. All of it is of one state of the catalogue: what changes meanwhile breaks the file
 * off, for half of it would be of another. Nothing goes out before the first rows are there, so a failure before them has its status.
 */
async function* writeTable(
  db: Db,
  columns: readonly OfferColumn[],
  batches: AsyncIterable<RawCells[]>,
  importId: number | undefined,
): AsyncGenerator<string> {
  const revision = await getRevision(db)
  let head = UTF8_MARK + toCsvLine(columns)
  for await (const rows of batches) {
    if ((await getRevision(db)) !== revision)
      throw new AppError('unavailable', { message: 'The catalogue changed while it was being read. Download it again.', retryAfter: 2 })
    if (rows.length === 0) continue
    yield head + rows.map((row) => toCsvLine(columns.map((name) => row[name]))).join('')
    head = ''
  }
  if (!head) return
  // A header alone would look as if the import had been empty. That of an empty catalogue is the truth.
  if (importId !== undefined) throw new AppError('not_found', { message: 'Nothing that this import brought or changed shows now.' })
  yield head
}
