/** One row of an import file: from text, as people and spreadsheets write it, to a checked offer and its shop. */
import type { City } from './city.ts'
import { TEXT } from './constants.ts'
import { type Cell, type CellReader, createCellReader, type Problem, type RawCells } from './offer-csv-cells.ts'
import { type DateContext, readMoment } from './offer-csv-dates.ts'
import { describeDiscount, readDiscountCell } from './offer-csv-discount-cell.ts'
import { findBundleTag, findDiscount, type WrittenDiscount } from './offer-csv-discount.ts'
import { readHours, readSpecialHours, readValidHours, readWeekdays, type SpecialHours } from './offer-csv-hours.ts'
import { readDegrees, readPrice, readRating, readUsageLimit, toPosition } from './offer-csv-numbers.ts'
import { readPhone } from './offer-csv-phone.ts'
import type { WrittenPrices } from './offer-csv-price-words.ts'
import {
  readCategories,
  readCategory,
  readEmail,
  readLine,
  readLongText,
  readPayment,
  readService,
  readTags,
  readPictureUrl,
  readUrl,
  readYesNo,
} from './offer-csv-text.ts'
import { findInWords, findPricesInWords, readPriceCells } from './offer-csv-words.ts'
import type { Service } from './offer.ts'
import type { BusinessHours } from './shop.ts'
import { suggestTitle } from './suggest-title.ts'
import type { Weekday } from './time.ts'
import type { Position } from './wire.ts'

export { guardCell, quoteValue, type Cell, type Problem, type RawCells } from './offer-csv-cells.ts'
export { findColumn, guessColumn, OFFER_COLUMNS, type OfferColumn } from './offer-csv-columns.ts'

/** What a row says. Money is in minor units of the city's currency, instants are milliseconds since 1970. */
export type OfferRow = {
  title: string
  shop: {
    name: string
    address: Cell<string>
    externalId: string | undefined
    phone: Cell<string>
    description: Cell<string>
    email: Cell<string>
    website: Cell<string>
    category: Cell<string>
    /** All of them, in place of those that are gathered from its offers. */
    categories: Cell<string[]>
    logoUrl: Cell<string>
    position: Cell<Position>
    hours: Cell<BusinessHours>
    specialHours: Cell<SpecialHours>
    facebook: Cell<string>
    twitter: Cell<string>
    instagram: Cell<string>
  }
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

export type RowResult = { row: OfferRow; warnings: Problem[] } | { problems: Problem[] }
/** Where and when a row is read. `today` (YYYY-MM-DD) is for the tokens of the demo city, which no other file may use. */
export type RowContext = DateContext & { city: City }

const readTitle = readLine(TEXT.title)
const readName = readLine(TEXT.name)
const readWords = readLine(TEXT.line)

/**
 * Reads one row and collects everything that is wrong with it. Refused is what would mislead a shopper or lose an identity: title, shop,
 * address, dates, prices, discount, place, hours, conditions. Mended or left out, with a warning, is what a page can do without:
 * telephone, e-mail, links, pictures, rating. What is read from words is told with how it was read. Never throws, whatever the cells hold.
 */
export function parseOfferRow(cells: RawCells, context: RowContext): RowResult {
  const reader = createCellReader(cells)
  const title = reader.readNeeded('title', readTitle)
  const row: OfferRow = { title, shop: readShop(reader, context), offer: readOffer(reader, title, context) }
  checkDates(reader, row.offer)
  checkPrices(reader, row.offer)
  if (reader.problems.length > 0) return { problems: reader.problems }
  const suggests = suggestTitle(title)
  if (suggests) reader.warn('title', 'Words that call to act seem to have run on to the title', { suggests })
  return { row, warnings: reader.warnings }
}

function readShop(reader: CellReader, context: RowContext): OfferRow['shop'] {
  const name = reader.readNeeded('shop', readName)
  const address = reader.read('address', readWords)
  const position = readPosition(reader, context.city)
  return {
    name,
    address,
    externalId: reader.read('external_shop_id', readName) ?? undefined,
    phone: reader.readMildly('phone', (text) => readPhone(text, context.city)),
    description: reader.read('shop_description', readLongText),
    email: reader.readMildly('shop_email', readEmail),
    website: reader.readMildly('shop_website', readUrl),
    category: reader.read('shop_category', readCategory),
    logoUrl: reader.readMildly('shop_logo', readPictureUrl),
    categories: reader.read('shop_categories', readCategories),
    position,
    hours: reader.read('hours', readHours),
    specialHours: reader.read('special_hours', (text) => readSpecialHours(text, context)),
    facebook: reader.readMildly('facebook', readUrl),
    twitter: reader.readMildly('twitter', readUrl),
    instagram: reader.readMildly('instagram', readUrl),
  }
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
    pricesFromText: hasPrices ? undefined : findPricesInWords(reader, words, context.city),
    minimumPurchase: reader.read('minimum_purchase', readMoney),
    usageLimit: reader.read('usage_limit', readUsageLimit),
    startsAt: reader.read('start_date', (text) => readMoment(text, 'start', context)),
    endsAt: reader.read('end_date', (text) => readMoment(text, 'end', context)),
    terms: reader.read('terms', readLongText),
    redemptionCode: reader.read('redemption_code', readName),
    weekdays: reader.read('valid_weekdays', readWeekdays),
    validHours: reader.read('valid_hours', readValidHours),
    payment: reader.read('payment', readPayment),
    newCustomersOnly: reader.read('new_customers_only', readYesNo),
    service: reader.read('service', readService),
  }
}

/** A place needs both numbers; clearing it needs `-` in both. */
function readPosition(reader: CellReader, city: City): Cell<Position> {
  const before = reader.problems.length
  const lat = reader.read('latitude', (text) => readDegrees(text, 90))
  const lng = reader.read('longitude', (text) => readDegrees(text, 180))
  if (reader.problems.length > before) return undefined
  if (typeof lat !== 'number' || typeof lng !== 'number') {
    if (lat === lng) return lat as null | undefined
    reader.refuse(lat === undefined ? 'latitude' : 'longitude', 'Latitude and longitude stand together. Fill both, or leave both empty')
    return undefined
  }
  const reading = toPosition({ lat, lng }, city)
  if ('reason' in reading) {
    reader.refuse('latitude', reading.reason)
    return undefined
  }
  if (reading.warning) reader.warn('latitude', reading.warning)
  return reading.value
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
