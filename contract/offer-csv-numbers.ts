/** Numbers as people write them in a file: prices, percentages, counts, ratings, degrees. */
import type { City } from './city.ts'
import { RADIUS_LIMIT } from './constants.ts'
import { distanceBetween } from './distance.ts'
import { toMinorUnits } from './money.ts'
import type { Reading } from './offer-csv-cells.ts'
import type { Position } from './wire.ts'

const PRICE_LIMIT = 1_000_000_000
const USAGE_LIMIT = 1_000_000
const SWAPPED_WITHIN = 150

/** How an amount of this currency is marked, as a pattern: `LKR`, `Rs`, with a point or without. */
export function currencyNames(currency: string) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  return `(?:${[currency, symbol].map((word) => word.replace(/[$.*+?^{}()|[\]\\]/g, String.raw`\$&`)).join('|')})\\.?`
}

const affixes = new Map<string, RegExp>()
/** What may stand around an amount of this currency: `Rs.`, `LKR`, and the `/=` and `/-` of handwritten prices. */
function affixOf(currency: string) {
  let pattern = affixes.get(currency)
  if (!pattern) {
    const name = currencyNames(currency)
    pattern = new RegExp(String.raw`^${name}\s*|\s*(?:${name}|/[=-])$`, 'giu')
    affixes.set(currency, pattern)
  }
  return pattern
}

const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
const POINT_GROUPED = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/
const PLAIN = /^\d+(?:\.\d+)?$/

/** A price in minor units of the currency, from `1,380`, `Rs. 1380`, `LKR 1,380.00` or `1380/=`. */
export function readPrice(text: string, currency: string): Reading<number> {
  const how = 'Write one number, as in 1380 or 1,380.50'
  const words = text.normalize('NFKC').replace(affixOf(currency), '').trim()
  const digits = GROUPED.test(words)
    ? words.replaceAll(',', '')
    : POINT_GROUPED.test(words)
      ? words.replaceAll('.', '').replace(',', '.')
      : words
  if (!PLAIN.test(digits)) {
    if (/^[-−(]/.test(words)) return { reason: `A price cannot be negative. ${how}` }
    if (/\d\s*e\s*\+?\d/i.test(words)) return { reason: `Is shortened by the spreadsheet. Format the column as a number. ${how}` }
    if ((words.match(/\d[\d.,]*/g)?.length ?? 0) > 1) return { reason: `Holds several numbers. ${how}` }
    return { reason: /\d/.test(words) ? `Is not a price in ${currency}. ${how}` : `Is not a price. ${how}` }
  }
  const amount = Number(digits)
  if (amount > PRICE_LIMIT) return { reason: `Is larger than a price can be. ${how}` }
  const places = String(toMinorUnits(1, currency)).length - 1
  if ((digits.split('.')[1]?.length ?? 0) > places)
    return { reason: `Has more decimals than ${currency} knows, so 1.380 may be 1.38 or 1380. ${how}` }
  return { value: toMinorUnits(amount, currency) }
}

/** A stated discount, 0 to 100, with or without `%`. */
export function readPercent(text: string): Reading<number> {
  const how = 'Write a number from 0 to 100'
  const [, number, sign] = /^(\d{1,9}(?:[.,]\d{1,6})?)\s*(%|percent)?(?:\s*off)?$/i.exec(text.normalize('NFKC')) ?? []
  if (!number) return { reason: `Is not a percentage. ${how}; words such as “up to 50% off” belong in the title` }
  // Four decimals and no more: the database keeps six digits, and what it hands back must be what was read.
  const percent = Number(Number(number.replace(',', '.')).toFixed(4))
  if (percent > 100) return { reason: `Is more than 100 percent. ${how}` }
  if (percent > 0 && percent < 1 && !sign)
    return {
      value: percent,
      warning: `Is taken as ${percent} percent. Write ${Number((percent * 100).toFixed(4))} where a share was meant`,
    }
  return { value: percent }
}

/** 0 to 5, also as `4.5/5`. */
export function readRating(text: string): Reading<number> {
  const [, number] = /^(\d(?:[.,]\d{1,4})?)(?:\s*\/\s*5)?$/.exec(text.normalize('NFKC')) ?? []
  const rating = Number(number?.replace(',', '.'))
  return number && rating <= 5 ? { value: rating } : { reason: 'Is not a rating from 0 to 5' }
}

/** Times per customer; `unlimited` is no limit. */
export function readUsageLimit(text: string): Reading<number | null> {
  if (/^(?:unlimited|no limit)$/i.test(text)) return { value: null }
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return count > 0 && count <= USAGE_LIMIT
    ? { value: count }
    : { reason: 'Is not a number of times. Write a whole number such as 1, or unlimited' }
}

/** Degrees on the map; a comma may stand for the point. */
export function readDegrees(text: string, limit: 90 | 180): Reading<number> {
  const number = text.normalize('NFKC').replace('−', '-').replace(/\s*°$/, '')
  const degrees = /^[-+]?\d{1,3}(?:[.,]\d{1,20})?$/.test(number) ? Number(number.replace(',', '.')) : Number.NaN
  if (Number.isNaN(degrees)) return { reason: 'Is not a number of degrees. Write it as in 6.9117' }
  return Math.abs(degrees) <= limit
    ? // Not -0, which the database hands back as 0.
      { value: degrees || 0 }
    : { reason: `Lies outside -${limit} to ${limit}${limit === 90 ? '. Perhaps latitude and longitude are swapped' : ''}` }
}

/** A place on the map, unless the pair is that of an empty field (0, 0) or clearly swapped: then it would be in the city. */
export function toPosition(position: Position, city: Pick<City, 'center' | 'name'>): Reading<Position> {
  if (position.lat === 0 && position.lng === 0)
    return { reason: 'Latitude and longitude are both 0. Leave both empty where the place is not known' }
  const away = distanceBetween(position, city.center)
  if (away <= RADIUS_LIMIT) return { value: position }
  const swapped = Math.abs(position.lng) <= 90 && distanceBetween({ lat: position.lng, lng: position.lat }, city.center) <= SWAPPED_WITHIN
  if (swapped)
    return { reason: `Latitude and longitude are swapped: latitude ${position.lng} and longitude ${position.lat} are in ${city.name}` }
  return { value: position, warning: `Lies ${Math.round(away)} km from ${city.name}` }
}
