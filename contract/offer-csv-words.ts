/** What the words of a row say where its columns say nothing, and the cells in which two prices stand. Each reading is told. */
import type { City } from './city.ts'
import { toMajorUnits } from './money.ts'
import type { Cell, CellReader } from './offer-csv-cells.ts'
import { findPrices, readPriceCell, type WrittenPrices } from './offer-csv-price-words.ts'

type Description = Cell<string>
type Words = { title: string; description: Description }

/** Looks in the title, then in the description, and tells where it found what. */
export function findInWords<T>(
  reader: CellReader,
  { title, description }: Words,
  find: (text: string) => T | undefined,
  tell: (found: T) => { reason: string; readAs: string },
): T | undefined {
  const inTitle = find(title)
  const found = inTitle ?? find(description ?? '')
  if (found === undefined) return undefined
  const { reason, readAs } = tell(found)
  reader.warn(inTitle === undefined ? 'description' : 'title', reason, { readAs })
  return found
}

type PriceCells = { originalPrice: Cell<number>; discountedPrice: Cell<number> }

/** The two columns of prices. Either may hold both: `was Rs. 1380 now Rs 990`. */
export function readPriceCells(reader: CellReader, { currency }: Pick<City, 'currency'>): PriceCells {
  let pair: WrittenPrices | undefined
  const readOne = (which: 'original' | 'discounted') => (text: string) => {
    const single = readPriceCell(text, currency)
    if (!('reason' in single)) return single
    const both = findPrices(text, currency, true)
    if (both?.original === undefined) return single
    pair = both
    return {
      value: both[which]!,
      warning: 'Two prices stand here, and each was taken as what its words call it',
      readAs: describePrices(both, currency),
    }
  }
  const originalPrice = reader.read('original_price', readOne('original'))
  const discountedPrice = reader.read('discounted_price', readOne('discounted'))
  return {
    originalPrice: originalPrice === undefined ? pair?.original : originalPrice,
    discountedPrice: discountedPrice === undefined ? pair?.discounted : discountedPrice,
  }
}

/** `1380, now 990`. */
const describePrices = ({ original, discounted }: WrittenPrices, currency: string) =>
  `${original === undefined ? '' : `${toMajorUnits(original, currency)}, now `}${toMajorUnits(discounted, currency)}`

/** The prices in the words of a title or description: two before one, and the title before the description. */
export function findPricesInWords(
  { title, description }: Words,
  currency: string,
): (WrittenPrices & { column: 'title' | 'description' }) | undefined {
  const inTitle = findPrices(title, currency, true)
  const later = inTitle?.original === undefined && description ? findPrices(description, currency, false) : undefined
  const isLater = later !== undefined && (!inTitle || (later.original !== undefined && later.discounted === inTitle.discounted))
  if (isLater) return { ...later, column: 'description' }
  return inTitle && { ...inTitle, column: 'title' }
}

/** The same, told to whoever reads the report. */
export function readPricesInWords(reader: CellReader, words: Words, { currency }: Pick<City, 'currency'>): WrittenPrices | undefined {
  const found = findPricesInWords(words, currency)
  if (!found) return undefined
  const { column, ...prices } = found
  const which = prices.original === undefined ? 'The price was' : 'Two prices were'
  reader.warn(column, `${which} read from the words “${prices.quote}”`, { readAs: describePrices(prices, currency) })
  return prices
}
