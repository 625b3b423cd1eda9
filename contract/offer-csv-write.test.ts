import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { parseOfferRow, type OfferColumn, type OfferRow, type RawCells } from './offer-csv.ts'
import { writeDegrees, writeHours, writeMoment, writeTags, writeText, writeWeekdays } from './offer-csv-write-cells.ts'
import { toCsvLine, writeOffer, writeShop } from './offer-csv-write.ts'
import { DAY, endOfDay, startOfDay } from './time.ts'

const context = { city: colombo, today: '2026-11-24', allowTokens: false }
const LEAST = { title: 'Kottu for two', shop: 'Galle Road Kottu Bar' }

function read(cells: RawCells, city = colombo): OfferRow {
  const result = parseOfferRow({ ...LEAST, ...cells }, { ...context, city })
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.row
}
const write = (row: OfferRow, city = colombo) => ({ ...writeOffer(row, city), ...writeShop(row.shop) })

/** What breaks readers and spreadsheets. */
const NASTY = [
  '=1+1', '=cmd|\' /C calc\'!A0', '+1-1', '-', '--', '@SUM(A1)', "'", "''", "'=a", "''=a", "'-", '\t', '"', '""', ',', ';', '|', '\\', '\\|', '\n', '\r\n', ' ',
  '&', '&amp;', '&lt;b&gt;', '&amp;lt;', '&#8203;', '&#x1d5d4;', '&nbsp;', '&copy', '<b>', '<br>', '</p>', '<<b>b>', '<3', 'N/A', 'null', '#REF!', '—', 'tbd',
  'ＮＵＬＬ', '𝗕𝗜𝗚', '🅰🅱', '5️⃣', 'a\u0336b', '\u00ad', '\u200b', '\u200d', '\u202e', '\ufeff', '\u00a0', '\u3000', '🍛', '👨‍👩‍👧', 'කොත්තු', 'கொத்து', 'é', 'CafÃ©',
  '007', '1e5', '0x1F', '20%', 'Rs. 500', 'buy 1 get 1', 'up to 50% off', 'was Rs. 1380 now Rs. 990', '{today}', '2026-11-24', 'sep=;', 'x',
] // prettier-ignore
const nasty = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 6 })
  .map((parts) => parts.join(''))

const pick = (...cells: string[]) => fc.constantFrom(...cells)
/** Cells as they stand in files, right ones and odd ones. */
const CELLS: Partial<Record<OfferColumn, fc.Arbitrary<string>>> = {
  start_date: pick('24/11/2026', '2026-11-24 09:30', '2026-11-24T09:30:01.001Z', '2024-02-29 23:59:59.999', 'ongoing', '-'),
  end_date: pick('24/12/2026', '2026-12-24 00:00', '2026-12-24 15:00', '2026-12-24T18:29:59.999Z', 'until further notice', '-'),
  phone: pick('0112303500', '077 123 4567 / 0112303500', '+94 (11) 230-3500', '1234567', '(077)12.34.567', '-'),
  offer_url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  discount: pick('0', '20', '12.5%', '0.25%', 'up to 50%', '20% saving', 'buy 1 get 1', 'Rs. 500 off', '-'),
  original_price: pick('1,380', 'Rs. 0.07', '999999999.99', 'was Rs. 1380 now Rs. 990', '-'),
  discounted_price: pick('0.07', 'free', '0.01', '-'),
  minimum_purchase: pick('1000', '-'),
  usage_limit: pick('1', 'unlimited', '-'),
  tags: fc.oneof(nasty, pick('a,b|', 'a|A|b', 'lunch, dinner', 'buy-1-get-1')),
  rating: pick('4.3333', '0', '5/5', '-'),
  shop_categories: fc.oneof(nasty, pick('Food|Retail', 'A\\|B|C', 'A\\\\|B', '-')),
  shop_email: pick('=cmd@example.com', 'a@b.lk', '-'),
  hours: pick('mon-fri 9am-5pm; sat 10-14:00; sun closed', 'daily 24 hours', 'fri-mon 18:00-02:00', 'wed 09:00-00:00', '-'),
  special_hours: pick('2026-12-25 closed; 2026-12-31 10:00-14:00', '31/12/2026 24 hours', '-'),
  valid_weekdays: pick('sat, sun', 'fri-mon', 'wed', '-'),
  valid_hours: pick('12:00-15:00', '22:00-02:00', '24 hours', '-'),
  payment: fc.oneof(nasty, pick('card', 'cash only', 'Harbour Bank cards')),
  new_customers_only: pick('yes', 'no', '-'),
  service: pick('dine-in|takeaway', 'any', '-'),
}
const WORDS: OfferColumn[] = ['title', 'image_url', 'description', 'category', 'shop', 'address', 'terms', 'redemption_code', 'shop_description', 'shop_website', 'shop_category', 'shop_logo', 'facebook', 'external_id', 'external_shop_id'] // prettier-ignore
const anyCells: fc.Arbitrary<RawCells> = fc.record(
  {
    ...Object.fromEntries(WORDS.map((name) => [name, nasty])),
    ...CELLS,
    latitude: fc.double({ min: -1, max: 11, noNaN: true }).map(writeDegrees),
    longitude: fc.double({ min: 75, max: 84, noNaN: true }).map(writeDegrees),
  },
  { requiredKeys: ['latitude', 'longitude'] },
)

/** What comes of a row in a database where nothing is known yet. Where a cell clears nothing and where it is empty is one then. */
const settle = ({ title, shop, offer }: OfferRow) => {
  const bare = (facts: object) =>
    Object.fromEntries(
      Object.entries(facts).filter(
        ([, value]) => value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
      ),
    )
  const { tagFromText, tags, ...rest } = offer
  const words = {
    discountFromText: offer.discountFromText && { ...offer.discountFromText },
    pricesFromText: offer.pricesFromText && { ...offer.pricesFromText, quote: '' },
  }
  return {
    title,
    shop: bare(shop),
    offer: bare({
      ...rest,
      ...words,
      discount: offer.discount || undefined,
      tags: [...new Set([...(tags ?? []), ...(tagFromText ? [tagFromText] : [])])].toSorted(),
    }),
  }
}
/** What is left of a row without the cells that refuse it. */
function readSound(cells: RawCells, tries = 3): OfferRow | undefined {
  const result = parseOfferRow({ ...LEAST, ...cells }, context)
  if ('row' in result) return result.row
  const bad = new Set(result.problems.map(({ column }) => column))
  return tries === 0
    ? undefined
    : readSound(Object.fromEntries(Object.entries(cells).filter(([name]) => !bad.has(name as OfferColumn))), tries - 1)
}
/** As an export tells it: a tag of words stands among the tags. */
const tell = (row: OfferRow): OfferRow => ({
  ...row,
  offer: { ...row.offer, tags: [...new Set([...(row.offer.tags ?? []), ...(row.offer.tagFromText ? [row.offer.tagFromText] : [])])] },
})

test('whatever a file says, what is written of it is read as the same, through a file as well', () => {
  let taken = 0
  fc.assert(
    fc.property(anyCells, (cells) => {
      const row = readSound(cells)
      if (!row) return
      taken++
      const written = write(tell(row))
      const names = Object.keys(written) as OfferColumn[]
      const [line]: string[][] = parse(toCsvLine(names.map((name) => written[name])), { record_delimiter: ['\r\n'], trim: true })
      const again = Object.fromEntries(names.map((name, at) => [name, line![at]]))
      expect(settle(read(again))).toEqual(settle(row))
    }),
    { numRuns: 400, seed: 2031 },
  )
  expect(taken).toBeGreaterThan(380)
})

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ["'=a", "''=a"],
  ['-', "'-"],
  ['+94 77 123 4567', '+94 77 123 4567'],
  ['N/A', '&#78;/A'],
  ['<b>big</b>', '&lt;b>big&lt;/b>'],
  ['&amp;', '&amp;amp;'],
  ['Salt & pepper <3', 'Salt & pepper <3'],
  ['𝗕𝗜𝗚', '&#120277;&#120284;&#120282;'],
  ['කොත්තු 🍛, "hot"', 'කොත්තු 🍛, "hot"'],
])('the words %s are written as %s', (text, cell) => {
  expect(writeText(text)).toBe(cell)
  expect(read({ terms: cell }).offer.terms).toBe(text)
})

test('an instant is written to the millisecond, and as a day alone where it is the edge of one, also where clocks are changed', () => {
  const at = (text: string) => Date.parse(text)
  expect(writeMoment(at('2026-11-23T18:30:00Z'), 'start', 'Asia/Colombo')).toBe('2026-11-24')
  expect(writeMoment(at('2026-11-23T18:30:00Z'), 'end', 'Asia/Colombo')).toBe('2026-11-24 00:00')
  expect(writeMoment(at('2026-11-24T18:29:59.999Z'), 'end', 'Asia/Colombo')).toBe('2026-11-24')
  expect(writeMoment(at('2026-11-24T09:30:07Z'), 'end', 'Asia/Colombo')).toBe('2026-11-24 15:00:07')
  expect(writeMoment(at('2026-11-01T06:30:00Z'), 'end', 'America/New_York')).toBe('2026-11-01T06:30:00.000Z')
  const zones = fc.constantFrom('Asia/Colombo', 'America/New_York', 'Asia/Beirut', 'America/Havana', 'Australia/Lord_Howe', 'UTC')
  const instants = fc.integer({ min: at('2000-01-02T00:00:00Z'), max: at('2100-12-30T00:00:00Z') })
  const days = instants.map((instant) => new Date(instant).toISOString().slice(0, 10))
  const edges = fc.constantFrom<'start' | 'end'>('start', 'end')
  fc.assert(
    fc.property(zones, edges, fc.oneof(instants, days), fc.integer({ min: -2, max: 2 }), (timeZone, edge, point, hours) => {
      const instant =
        typeof point === 'number'
          ? point
          : (edge === 'start' ? startOfDay(point, timeZone) : endOfDay(point, timeZone)) + (hours * DAY) / 24
      const { offer } = read({ [`${edge}_date`]: writeMoment(instant, edge, timeZone) }, { ...colombo, timeZone })
      expect(edge === 'start' ? offer.startsAt : offer.endsAt).toBe(instant)
    }),
    { numRuns: 500, seed: 2031 },
  )
})

test('money has as many decimals as its currency', () => {
  for (const [currency, cell] of [
    ['LKR', '13.8'],
    ['JPY', '1380'],
    ['KWD', '1.38'],
  ] as const) {
    // prettier-ignore
    const city = { ...colombo, currency }
    const row = read({}, city)
    const written = write({ ...row, offer: { ...row.offer, originalPrice: 1_380 } }, city)
    expect([currency, written.original_price, read(written, city).offer.originalPrice]).toEqual([currency, cell, 1_380])
  }
})

test('hours, days and tags are written as the columns explain them', () => {
  const day = { isOpen: true, open: '09:00', close: '17:00' }
  expect(writeHours({ sunday: { ...day, isOpen: false }, monday: day, tuesday: day, thursday: day })).toBe(
    'mon-tue 09:00-17:00; thu 09:00-17:00; sun closed',
  )
  expect(writeHours({ friday: { isOpen: true, open: '00:00', close: '00:00' } })).toBe('fri 24 hours')
  expect(writeWeekdays(['sunday', 'monday', 'tuesday', 'wednesday'])).toBe('mon-wed, sun')
  expect([writeTags(['a', 'b']), writeTags(['a,b'])]).toEqual(['a|b', 'a,b|'])
})

test('what was read from words is left to the words, and never becomes a statement', () => {
  const words = read({ title: 'Up to 50% off lunch, was Rs. 1380 now Rs. 990' })
  expect(write(words)).not.toHaveProperty('discount')
  expect(write(words)).not.toHaveProperty('original_price')
  expect(write(read({ discount: 'up to 40%' })).discount).toBe('up to 40%')
  expect(write(read({ discount: '20% saving' })).discount).toBe('save 20%')
  expect(read({ discount: 'save 20%' }).offer).toMatchObject({ discount: undefined, discountFromText: { percent: 20, isUpTo: false } })
})
