/** One row of a file of shops, and what a row of offers says of its shop: one reader for both. */
import type { City } from './city.ts'
import { TEXT } from './constants.ts'
import { type Cell, type CellReader, createCellReader, type Problem, type RawCells } from './offer-csv-cells.ts'
import { SHOP_COLUMNS } from './offer-csv-columns.ts'
import type { DateContext } from './offer-csv-dates.ts'
import { readHours, readSpecialHours, type SpecialHours } from './offer-csv-hours.ts'
import { readDegrees, toPosition } from './offer-csv-numbers.ts'
import { readPhone } from './offer-csv-phone.ts'
import { unlessElse } from './offer-csv-shifted.ts'
import { readCategories, readCategory, readEmail, readLine, readLongText, readPictureUrl, readUrl } from './offer-csv-text.ts'
import { createMemory } from './remember.ts'
import type { BusinessHours } from './shop.ts'
import type { Position } from './wire.ts'

/** What a row says of a shop. */
export type ShopRow = {
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
}
type ShopResult = { row: ShopRow; warnings: Problem[] } | { problems: Problem[] }

/** Where and when a row is read. `today` (YYYY-MM-DD) is for the tokens of the demo city, which no other file may use. */
export type RowContext = DateContext & { city: City }

const readNumber = readLine(TEXT.name)
const readName = unlessElse('name of a shop', ['date'], readLine(TEXT.name))
const readAddress = unlessElse('address', ['date'], readLine(TEXT.line))

/**
 * Reads one row of a file of shops, as `parseOfferRow` reads the same cells beside an offer. `isStrict` is for who is there to answer, as
 * in a form: what a file only loses, such as a telephone number that is none, is refused then.
 */
export function parseShopRow(cells: RawCells, context: RowContext, { isStrict = false } = {}): ShopResult {
  const reader = createCellReader(cells, { isStrict })
  const row = { shop: readShop(reader, context) }
  return reader.problems.length > 0 ? { problems: reader.problems } : { row, warnings: reader.warnings }
}

type ReadShop = Readonly<ShopRow & Pick<CellReader, 'problems' | 'warnings'>>
const rememberShop = createMemory<ReadShop>({ texts: 2_000, letters: 4_000 })

/** What a row of offers says of its shop, and what is wrong with that. Rows that say the same share one answer, so nobody changes it. */
export const readShopOnce = (cells: RawCells, context: RowContext): ReadShop =>
  rememberShop(context, JSON.stringify(SHOP_COLUMNS.map((column) => cells[column])), () => {
    const reader = createCellReader(cells)
    return { shop: readShop(reader, context), problems: reader.problems, warnings: reader.warnings }
  })

function readShop(reader: CellReader, context: RowContext): ShopRow['shop'] {
  const name = reader.readNeeded('shop', readName)
  const address = reader.read('address', readAddress)
  const position = readPosition(reader, context.city)
  return {
    name,
    address,
    externalId: reader.read('external_shop_id', readNumber) ?? undefined,
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
