/** One row of an import file: from text, as people and spreadsheets write it, to a checked offer and its shop. */
import { TEXT } from './constants.ts'
import { type Cell, type CellReader, createCellReader, type Problem, type RawCells } from './offer-csv-cells.ts'
import { readDates } from './offer-csv-date-range.ts'
import { describeDiscount, readDiscountCell } from './offer-csv-discount-cell.ts'
import { findBundleTag, findDiscount, type WrittenDiscount } from './offer-csv-discount.ts'
import { readValidHours, readWeekdays } from './offer-csv-hours.ts'
import { readPrice, readRating, readUsageLimit } from './offer-csv-numbers.ts'
import type { WrittenPrices } from './offer-csv-price-words.ts'
import { unlessElse } from './offer-csv-shifted.ts'
import {
  readCategory,
  readLine,
  readLongText,
  readPayment,
  readPictureUrl,
  readService,
  readTags,
  readUrl,
  readYesNo,
} from './offer-csv-text.ts'
import { findInWords, readPricesInWords, readPriceCells } from './offer-csv-words.ts'
import type { Service } from './offer.ts'
import { readShopOnce, type RowContext, type ShopRow } from './shop-csv.ts'
import { suggestTitle } from './suggest-title.ts'
import type { Weekday } from './time.ts'

export { guardCell, guardWritten, quoteValue, type Cell, type Problem, type RawCells } from './offer-csv-cells.ts'
export type { RowContext, ShopRow } from './shop-csv.ts'
export { findColumn, guessColumn, OFFER_COLUMNS, type OfferColumn } from './offer-csv-columns.ts'

/** What a row says. Money is in minor units of the city's currency, instants are milliseconds since 1970. */
export type OfferRow = ShopRow & {
  title: string
  offer: {
    externalId: string | undefined
    offerUrl: Cell<string>
    description: Cell<string>
    imageUrl: Cell<string>
    category: Cell<string>
    tags: Cell<string[]>
    /** A tag that the words earn, `buy-1-get-1`: to be added to the tags, also where their cell is empty and the stored ones stay. */
    tagFromText: string | undefined
    rating: Cell<number>
    discount: Cell<number>
    /** Read from title or description, only where the discount's cell is empty. */
    discountFromText: WrittenDiscount | undefined
    originalPrice: Cell<number>
    discountedPrice: Cell<number>
    /** Read from title or description, only where both cells of prices are empty. */
    pricesFromText: WrittenPrices | undefined
    minimumPurchase: Cell<number>
    usageLimit: Cell<number>
    startsAt: Cell<number>
    endsAt: Cell<number>
    terms: Cell<string>
    redemptionCode: Cell<string>
    weekdays: Cell<Weekday[]>
    validHours: Cell<{ from: string; to: string }>
    payment: Cell<string>
    newCustomersOnly: Cell<boolean>
    service: Cell<Service[]>
  }
}

/** A row of a file of offers, or of one of shops. */
export type FileRow = OfferRow | ShopRow
export const isOfferRow = (row: FileRow): row is OfferRow => 'offer' in row

type RowResult = { row: OfferRow; warnings: Problem[] } | { problems: Problem[] }

const readTitle = unlessElse('title', ['date', 'link'], readLine(TEXT.title))
const readName = readLine(TEXT.name)

/**
 * Reads one row and collects everything that is wrong with it. Refused is what would mislead a shopper or lose an identity: title, shop,
 * address, dates, prices, discount, place, hours, conditions. Mended or left out, with a warning, is what a page can do without:
 * telephone, e-mail, links, pictures, rating. What is read from words is told with how it was read. Never throws, whatever the cells hold.
 */
export function parseOfferRow(cells: RawCells, context: RowContext): RowResult {
  const reader = createCellReader(cells)
  const title = reader.readNeeded('title', readTitle)
  const { shop, problems, warnings } = readShopOnce(cells, context)
  reader.problems.push(...problems)
  reader.warnings.push(...warnings)
  const row: OfferRow = { title, shop, offer: readOffer(reader, title, context) }
  checkDates(reader, row.offer)
  checkPrices(reader, row.offer)
  if (reader.problems.length > 0) return { problems: reader.problems }
  const suggests = suggestTitle(title)
  if (suggests) reader.warn('title', 'Words that call to act seem to have run on to the title', { suggests })
  return { row, warnings: reader.warnings }
}

function readOffer(reader: CellReader, title: string, context: RowContext): OfferRow['offer'] {
  const readMoney = (text: string) => readPrice(text, context.city.currency)
  const description = reader.read('description', readLongText)
  const discount = readDiscountCell(reader)
  const isStated = discount.stated !== undefined
  const prices = readPriceCells(reader, context.city)
  const hasPrices = prices.originalPrice !== undefined || prices.discountedPrice !== undefined
  const words = { title, description }
  return {
    externalId: reader.read('external_id', readName) ?? undefined,
    offerUrl: reader.readMildly('offer_url', readUrl),
    description,
    imageUrl: reader.readMildly('image_url', readPictureUrl),
    category: reader.read('category', readCategory),
    tags: reader.read('tags', readTags),
    tagFromText: discount.tag ?? findInWords(reader, words, findBundleTag, tellTag),
    rating: reader.readMildly('rating', readRating),
    discount: discount.stated,
    discountFromText: isStated ? undefined : (discount.fromWords ?? findInWords(reader, words, findDiscount, tellDiscount)),
    ...prices,
    pricesFromText: hasPrices ? undefined : readPricesInWords(reader, words, context.city),
    minimumPurchase: reader.read('minimum_purchase', readMoney),
    usageLimit: reader.read('usage_limit', readUsageLimit),
    ...readDates(reader, context),
    terms: reader.read('terms', readLongText),
    redemptionCode: reader.read('redemption_code', readName),
    weekdays: reader.read('valid_weekdays', readWeekdays),
    validHours: reader.read('valid_hours', readValidHours),
    payment: reader.read('payment', readPayment),
    newCustomersOnly: reader.read('new_customers_only', readYesNo),
    service: reader.read('service', readService),
  }
}

function checkDates(reader: CellReader, { startsAt, endsAt }: OfferRow['offer']) {
  if (typeof startsAt === 'number' && typeof endsAt === 'number' && startsAt > endsAt)
    reader.refuse('end_date', 'Lies before the start date')
}

const tellTag = (tag: string) => ({ reason: 'Its words earn a tag', readAs: tag })
const tellDiscount = (found: WrittenDiscount) => ({ reason: 'The discount was read from the words', readAs: describeDiscount(found) })

/** Prices that contradict each other refuse the row; a discount that contradicts them is kept with a warning, and the page shows the smaller (D-42). */
function checkPrices(reader: CellReader, { originalPrice, discountedPrice, discount, discountFromText }: OfferRow['offer']) {
  if (typeof originalPrice !== 'number' || typeof discountedPrice !== 'number') return
  if (discountedPrice > originalPrice) return reader.refuse('discounted_price', 'Is higher than the original price')
  const stated = discount ?? (discountFromText?.isUpTo ? undefined : discountFromText?.percent)
  if (stated === undefined || stated === null || originalPrice === 0) return
  const byPrice = ((originalPrice - discountedPrice) / originalPrice) * 100
  if (Math.abs(stated - byPrice) <= 1) return
  const source = typeof discount === 'number' ? 'discount' : 'discounted_price'
  reader.warn(
    source,
    `The discount is ${stated} percent, and the prices make it ${Math.round(byPrice * 10) / 10}. The page shows the smaller`,
  )
}
