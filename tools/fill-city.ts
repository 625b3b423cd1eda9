/** A made-up city of any size, as the rows of an import file. Row and shop follow from seed and number alone, so each can be made by itself. */
import type { City } from '#contract/city.ts'
import { distanceBetween } from '#contract/distance.ts'
import type { RawCells } from '#contract/offer-csv.ts'
import { addDays } from '#contract/time.ts'

import { createLottery, createRandom, type Random } from './fill-random.ts'
import { FAMILIES, FIRST_WORDS, QUALITIES, REASONS, STREETS, TERMS, TRADES, type Trade } from './fill-words.ts'

export type MadeUpCity = {
  /** The cells of one row, from 0. Its offer is another one for every number. */
  makeRow: (number: number) => RawCells
}

const METRES_PER_DEGREE = 111_195
const BASE = 'https://shops.example'
const chooseTrade = createLottery(TRADES, ({ share }) => share)

/** `today` (YYYY-MM-DD) is what the offers' days lie around. Each shop has one offer at least, and few have many. */
export function makeUpCity({ seed, shops, city, today }: { seed: number; shops: number; city: City; today: string }): MadeUpCity {
  const places = city.neighbourhoods.length > 0 ? city.neighbourhoods : [{ name: city.name, ...city.center }]
  const chooseNeighbourhood = createLottery(places, (place) => 1 / (0.5 + distanceBetween(city.center, place)))
  const made: Shop[] = []
  const makeShop = (number: number) => (made[number] ??= describeShop(number, createRandom(seed, 'shop', number), chooseNeighbourhood))
  return {
    makeRow: (number) => {
      const random = createRandom(seed, 'offer', number)
      const shop = makeShop(number < shops ? number : Math.floor(shops * random.next() ** 1.7))
      return { ...shop.cells, ...describeOffer(number, random, shop, today) }
    },
  }
}

type Shop = { number: number; trade: Trade; cells: RawCells }

function describeShop(number: number, random: Random, chooseNeighbourhood: (at: number) => City['neighbourhoods'][number]): Shop {
  const trade = chooseTrade(random.next())
  const { name: neighbourhood, ...place } = chooseNeighbourhood(random.next())
  const name = [random.pick(FIRST_WORDS), random.pick(FAMILIES), random.pick(trade.signs)].filter(Boolean).join(' ')
  const lat = place.lat + (random.spread() * 700) / METRES_PER_DEGREE
  const lng = place.lng + (random.spread() * 700) / (METRES_PER_DEGREE * Math.cos((place.lat * Math.PI) / 180))
  const isPlaced = random.chance(0.97)
  return {
    number,
    trade,
    cells: {
      shop: name,
      address: `${1 + number}/${random.between(1, 400)} ${random.pick(STREETS)}, ${neighbourhood}`,
      phone: `+94 11 2${String(number % 1_000_000).padStart(6, '0')}`,
      shop_category: trade.category,
      ...(random.chance(0.6) && { shop_description: `${name} in ${neighbourhood}. ${random.pick(REASONS)}` }),
      ...(random.chance(0.4) && { shop_email: `shop-${number}@shops.example`, shop_website: `${BASE}/${number}` }),
      ...(isPlaced && { latitude: lat.toFixed(6), longitude: lng.toFixed(6) }),
      ...(random.chance(0.85) && { hours: random.pick(trade.hours) }),
    },
  }
}

function describeOffer(number: number, random: Random, { number: shop, trade }: Shop, today: string): RawCells {
  const percent = random.pick([5, 10, 10, 15, 20, 20, 25, 30, 40, 50, 60])
  const item = nameItem(random, trade)
  return {
    title: nameOffer(random, item, percent),
    description: `${item.charAt(0).toUpperCase()}${item.slice(1)}. ${random.pick(REASONS)}${random.chance(0.3) ? ` ${random.pick(REASONS)}` : ''}`,
    category: trade.category,
    offer_url: `${BASE}/${shop}/offers/${number}`,
    tags: pickTags(random, trade),
    ...pickWindow(random, today),
    ...pickPrices(random, trade, percent),
    ...(random.chance(0.5) && { terms: random.pick(TERMS) }),
    ...(random.chance(0.2) && { redemption_code: `KADE-${number.toString(36).toUpperCase()}` }),
    ...(random.chance(0.6) && { rating: (3 + random.next() * 2).toFixed(1) }),
    ...pickConditions(random, trade),
  }
}

/** Some things carry a model number: the rare word that a search looks for. */
function nameItem(random: Random, trade: Trade) {
  const item = `${random.chance(0.5) ? `${random.pick(QUALITIES)} ` : ''}${random.pick(trade.items)}`
  if (trade.category !== 'Electronics') return item
  const letters = String.fromCharCode(65 + random.between(0, 25), 65 + random.between(0, 25))
  return `${item} ${letters}-${random.between(1_000, 9_999)}`
}

function nameOffer(random: Random, item: string, percent: number) {
  const named = `${item.charAt(0).toUpperCase()}${item.slice(1)}`
  return random.pick([
    `${percent}% off ${item}`,
    `${named}, ${percent}% off`,
    `${named} at a better price`,
    named,
    `Save ${percent}% on ${item}`,
    `Buy 1 get 1: ${item}`,
    `Up to ${percent}% off ${item}`,
  ])
}

function pickTags(random: Random, { tags }: Trade) {
  const picked = new Set<string>()
  for (let left = random.between(0, 4); left > 0; left--) picked.add(random.pick(tags))
  return [...picked].join('|')
}

/** Of a hundred: 73 run now, 15 are over, 12 are still to come. One in eight has no end. */
function pickWindow(random: Random, today: string): RawCells {
  const at = random.next()
  if (at < 0.15) {
    const end = -random.between(1, 90)
    return { start_date: writeDay(random, addDays(today, end - random.between(3, 60))), end_date: writeDay(random, addDays(today, end)) }
  }
  const start = at < 0.27 ? random.between(1, 45) : -random.between(0, 120)
  const end = Math.max(start, 0) + Math.floor(120 * random.next() ** 2)
  return {
    ...((start > 0 || random.chance(0.9)) && { start_date: writeDay(random, addDays(today, start)) }),
    ...(!random.chance(0.125) && {
      end_date: writeDay(random, addDays(today, end)) + (end > Math.max(start, 0) && random.chance(0.1) ? ' 18:00' : ''),
    }),
  }
}

/** As files have it: most write day/month/year. */
function writeDay(random: Random, day: string) {
  if (random.chance(0.3)) return day
  const [year, month, date] = day.split('-').map(Number)
  return `${date}/${month}/${year}`
}

function pickPrices(random: Random, { price: [least, most] }: Trade, percent: number): RawCells {
  if (most === 0 || random.chance(0.3)) return random.chance(0.5) ? { discount: String(percent) } : {}
  const original = Math.max(10, Math.round((least * (most / least) ** random.next()) / 10) * 10)
  return {
    ...(random.chance(0.5) && { discount: String(percent) }),
    original_price: random.chance(0.5) ? original.toLocaleString('en') : String(original),
    discounted_price: String(Math.round((original * (100 - percent)) / 100)),
    ...(random.chance(0.1) && { minimum_purchase: String(original) }),
  }
}

function pickConditions(random: Random, { service }: Trade): RawCells {
  if (!random.chance(0.15)) return {}
  return {
    ...(random.chance(0.5) && { valid_weekdays: random.pick(['mon-fri', 'sat, sun', 'tue-thu']) }),
    ...(random.chance(0.3) && { valid_hours: random.pick(['11:00-15:00', '18:00-22:00', '09:00-12:00']) }),
    ...(random.chance(0.2) && { payment: random.pick(['card', 'cash', 'Harbour Bank cards']) }),
    ...(random.chance(0.1) && { new_customers_only: 'yes' }),
    ...(random.chance(0.1) && { usage_limit: String(random.between(1, 3)) }),
    ...(service && random.chance(0.5) && { service }),
  }
}
