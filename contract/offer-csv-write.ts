/** What a row says, as the cells that say it: the inverse of parseOfferRow. */
import type { City } from './city.ts'
import type { Cell, RawCells } from './offer-csv-cells.ts'
import { OFFER_COLUMNS, type OfferColumn } from './offer-csv-columns.ts'
import { findDiscount } from './offer-csv-discount.ts'
import {
  writeCategories,
  writeDegrees,
  writeHours,
  writeMoment,
  writeMoney,
  writePercent,
  writeSpecialHours,
  writeTags,
  writeText,
  writeWeekdays,
} from './offer-csv-write-cells.ts'
import type { OfferRow, ShopRow } from './offer-csv.ts'

type Cells = Partial<Record<OfferColumn, string | undefined>>

export const OFFER_COLUMN_NAMES: readonly OfferColumn[] = OFFER_COLUMNS.map(({ name }) => name)

/** An empty cell for what a row does not say, `-` for what it clears. */
const write = <T>(cell: Cell<T>, say: (value: T) => string) => (cell === undefined ? undefined : cell === null ? '-' : say(cell))
const writeWords = (cell: Cell<string>) => write(cell, writeText)
/** Without the empty ones. */
const clean = (cells: Cells) => Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell)) as RawCells

/** The cells that say what a shop is. */
export const writeShop = (shop: ShopRow['shop']): RawCells =>
  clean({
    shop: writeText(shop.name),
    address: writeWords(shop.address),
    external_shop_id: writeWords(shop.externalId),
    phone: writeWords(shop.phone),
    shop_description: writeWords(shop.description),
    shop_email: writeWords(shop.email),
    shop_website: writeWords(shop.website),
    shop_category: writeWords(shop.category),
    shop_categories: write(shop.categories, writeCategories),
    shop_logo: writeWords(shop.logoUrl),
    latitude: write(shop.position, ({ lat }) => writeDegrees(lat)),
    longitude: write(shop.position, ({ lng }) => writeDegrees(lng)),
    hours: write(shop.hours, writeHours),
    special_hours: write(shop.specialHours, writeSpecialHours),
    facebook: writeWords(shop.facebook),
    twitter: writeWords(shop.twitter),
    instagram: writeWords(shop.instagram),
  })

/**
 * What was read from words stays with the words: its cells are empty. A discount that other words said than those of title and
 * description, those of its own cell, is written as such words. A tag that was read from words is expected among the tags.
 */
export function writeOffer({ title, offer }: Pick<OfferRow, 'title' | 'offer'>, { currency, timeZone }: City): RawCells {
  const writePrice = (cell: Cell<number>) => write(cell, (minor) => writeMoney(minor, currency))
  return clean({
    title: writeText(title),
    image_url: writeWords(offer.imageUrl),
    description: writeWords(offer.description),
    start_date: write(offer.startsAt, (instant) => writeMoment(instant, 'start', timeZone)),
    end_date: write(offer.endsAt, (instant) => writeMoment(instant, 'end', timeZone)),
    category: writeWords(offer.category),
    offer_url: writeWords(offer.offerUrl),
    discount: offer.discount === undefined ? writeDiscountWords(title, offer) : write(offer.discount, writePercent),
    original_price: writePrice(offer.originalPrice),
    discounted_price: writePrice(offer.discountedPrice),
    minimum_purchase: writePrice(offer.minimumPurchase),
    usage_limit: write(offer.usageLimit, String),
    tags: write(offer.tags, writeTags),
    terms: writeWords(offer.terms),
    redemption_code: writeWords(offer.redemptionCode),
    rating: write(offer.rating, String),
    external_id: writeWords(offer.externalId),
    valid_weekdays: write(offer.weekdays, writeWeekdays),
    valid_hours: write(offer.validHours, ({ from, to }) => `${from}-${to}`),
    payment: writeWords(offer.payment),
    new_customers_only: write(offer.newCustomersOnly, (only) => (only ? 'yes' : 'no')),
    service: write(offer.service, (services) => services.join('|')),
  })
}

function writeDiscountWords(title: string, { description, discountFromText: found }: OfferRow['offer']) {
  if (!found) return undefined
  const said = findDiscount(title) ?? findDiscount(description ?? '')
  if (said && said.percent === found.percent && said.isUpTo === found.isUpTo) return undefined
  return `${found.isUpTo ? 'up to' : 'save'} ${found.percent}%`
}

const QUOTED = /^\s|[",\r\n;\t|]|\s$/
/** One line of the file. */
export const toCsvLine = (cells: readonly (string | undefined)[]) =>
  `${cells.map((cell = '') => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
/** In front of the file: it tells spreadsheets that it is UTF-8. */
export const UTF8_MARK = '\ufeff'
