import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { findColumn, guardCell, guessColumn, OFFER_COLUMNS, parseOfferRow, type OfferColumn, type RawCells } from './offer-csv.ts'

const context = { city: colombo, today: '2026-11-24', allowTokens: false }
const least: RawCells = { title: 'Lunch for two', shop: 'Harbour Kitchen' }
const parse = (cells: RawCells) => parseOfferRow({ ...least, ...cells }, context)
const problemsOf = (cells: RawCells) => {
  const result = parse(cells)
  return 'problems' in result ? result.problems : []
}
const taken = (cells: RawCells) => {
  const result = parse(cells)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result
}

test('the columns are those of the field, then those of our own, and each example is taken without a word', () => {
  expect(OFFER_COLUMNS).toHaveLength(39)
  expect(
    OFFER_COLUMNS.slice(0, 10)
      .map(({ name }) => name)
      .join(),
  ).toBe('title,image_url,description,start_date,end_date,category,shop,address,phone,offer_url')
  expect(OFFER_COLUMNS.filter(({ needed }) => needed).map(({ name }) => name)).toEqual(['title', 'shop'])
  expect(taken(Object.fromEntries(OFFER_COLUMNS.map(({ name, example }) => [name, example]))).warnings).toEqual([])
})

test('a heading is found whatever its case, spaces, hyphens and byte order mark', () => {
  for (const heading of ['image_url', 'Image URL', ' IMAGE-URL ', 'imageUrl', '\ufeffimage_url'])
    expect(findColumn(heading)).toBe('image_url')
  for (const heading of ['', 'picture', 'constructor', '__proto__']) expect(findColumn(heading)).toBeUndefined()
  for (const heading of ['Start Date', 'start date ', '\u200bＳＴＡＲＴ\u00a0ＤＡＴＥ', '𝗦𝘁𝗮𝗿𝘁 𝗗𝗮𝘁𝗲:', '"start-date"'])
    expect(findColumn(heading)).toBe('start_date')
})

test('a heading may have another name; one that may mean several columns is none', () => {
  const guesses = ['SHOP NAME', 'Merchant', 'Picture', 'Valid Till', 'T&C', 'Contact No.', 'Discount %', 'Was'].map(guessColumn)
  expect(guesses).toEqual(['shop', 'shop', 'image_url', 'end_date', 'terms', 'phone', 'discount', 'original_price'])
  for (const heading of ['', 'name', 'price', 'id', 'code', 'date', 'notes', 'constructor']) expect(guessColumn(heading)).toBeUndefined()
})

test('no other name of a column is one of ours', () => {
  for (const { name } of OFFER_COLUMNS) expect(guessColumn(name)).toBeUndefined()
})

test('a full row becomes an offer and its shop', () => {
  const { row, warnings } = taken({
    title: '  Rice & curry,\n20% off ',
    image_url: 'https://x.lk/a.jpg',
    description: 'Good.\r\nVery.',
    start_date: '3/4/2026',
    end_date: '5/4/2026',
    category: 'food',
    shop: 'Harbour\tKitchen',
    address: '12 Galle Road,\nColombo 3',
    phone: '011-230-3500',
    offer_url: 'https://x.lk/lunch',
    discount: '20%',
    original_price: 'Rs. 1,000',
    discounted_price: '800',
    minimum_purchase: '500',
    usage_limit: '2',
    tags: 'lunch|rice',
    terms: 'None.',
    redemption_code: 'LUNCH20',
    rating: '4.5',
    shop_description: 'By the harbour.',
    shop_email: 'a@x.lk',
    shop_website: 'https://x.lk',
    shop_category: 'FOOD',
    shop_logo: 'https://x.lk/l.png',
    latitude: '6.9',
    longitude: '79.86',
    hours: 'mon 09:00-17:00',
    special_hours: '2026-12-25 closed',
    facebook: 'https://facebook.com/x',
    twitter: 'https://x.com/x',
    instagram: 'https://instagram.com/x',
    external_id: 'A-1',
    external_shop_id: 'S-1',
    valid_weekdays: 'mon-fri',
    valid_hours: '12:00-15:00',
    payment: 'Card',
    new_customers_only: 'yes',
    service: 'dine-in',
  })
  expect(warnings).toEqual([])
  expect(row).toEqual({
    title: 'Rice & curry, 20% off',
    shop: {
      name: 'Harbour Kitchen',
      address: '12 Galle Road, Colombo 3',
      externalId: 'S-1',
      phone: '+94 112 303 500',
      description: 'By the harbour.',
      email: 'a@x.lk',
      website: 'https://x.lk',
      category: 'Food',
      logoUrl: 'https://x.lk/l.png',
      position: { lat: 6.9, lng: 79.86 },
      hours: { monday: { isOpen: true, open: '09:00', close: '17:00' } },
      specialHours: [{ day: '2026-12-25', isOpen: false, open: '00:00', close: '00:00' }],
      facebook: 'https://facebook.com/x',
      twitter: 'https://x.com/x',
      instagram: 'https://instagram.com/x',
    },
    offer: {
      externalId: 'A-1',
      offerUrl: 'https://x.lk/lunch',
      description: 'Good.\nVery.',
      imageUrl: 'https://x.lk/a.jpg',
      category: 'Food',
      tags: ['lunch', 'rice'],
      tagFromText: undefined,
      rating: 4.5,
      discount: 20,
      discountFromText: undefined,
      originalPrice: 100_000,
      discountedPrice: 80_000,
      pricesFromText: undefined,
      minimumPurchase: 50_000,
      usageLimit: 2,
      startsAt: Date.parse('2026-04-02T18:30:00Z'),
      endsAt: Date.parse('2026-04-05T18:29:59.999Z'),
      terms: 'None.',
      redemptionCode: 'LUNCH20',
      weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      validHours: { from: '12:00', to: '15:00' },
      payment: 'card',
      newCustomersOnly: true,
      service: ['dine-in'],
    },
  })
})

test('an empty cell says nothing, and - clears', () => {
  const names = OFFER_COLUMNS.map(({ name }) => name).filter((name) => !['title', 'shop'].includes(name))
  const clearable = ({ row }: ReturnType<typeof taken>) => {
    const { externalId: _, discountFromText: __, tagFromText: ___, pricesFromText: ____, ...offer } = row.offer
    const { name: _____, externalId: ______, ...shop } = row.shop
    return [...Object.values(offer), ...Object.values(shop)]
  }
  expect(new Set(clearable(taken(Object.fromEntries(names.map((name) => [name, '  '])))))).toEqual(new Set([undefined]))
  expect(new Set(clearable(taken(Object.fromEntries(names.map((name) => [name, '-'])))))).toEqual(new Set([null]))
})

test('every problem of a row is reported, with its column, its value and what to write instead', () => {
  expect(problemsOf({ title: '', shop: '-', discount: '120', start_date: '31/02/2026', original_price: '-5' })).toEqual([
    { column: 'title', value: '', reason: 'A title is needed' },
    { column: 'shop', value: '-', reason: 'A shop is needed; it cannot be cleared' },
    { column: 'discount', value: '120', reason: 'Is more than 100 percent. Write a number from 0 to 100' },
    { column: 'original_price', value: '-5', reason: 'A price cannot be negative. Write one number, as in 1380 or 1,380.50' },
    {
      column: 'start_date',
      value: '31/02/2026',
      reason: 'There is no such day as 31/02/2026. Write day/month/year, as in 3/4/2025, or 2025-04-03',
    },
  ])
})

/** One row per class of dirt that refuses a row, with its exact report. */
test.each<[RawCells, OfferColumn, string]>([
  [{ title: 'x'.repeat(301) }, 'title', 'Is 301 characters long, and 300 are the most. Shorten it'],
  [{ title: 'a\u0000b' }, 'title', 'Contains characters that are not text. Type the cell again and save the file as UTF-8'],
  [{ title: 'a\ud800b' }, 'title', 'Contains characters that are not text. Type the cell again and save the file as UTF-8'],
  [{ title: '\u200b' }, 'title', 'Holds nothing that can be seen'],
  [{ description: 'bell \u0007' }, 'description', 'Contains characters that are not text. Type the cell again and save the file as UTF-8'],
  [{ hours: ' ;'.repeat(2_000) }, 'hours', 'Is 3999 characters long, which cannot be right'],
  [
    { start_date: '{today}' },
    'start_date',
    '{today} is understood in the demo city alone. Write day/month/year, as in 3/4/2025, or 2025-04-03',
  ],
  [{ start_date: '5/4/2026', end_date: '4/4/2026' }, 'end_date', 'Lies before the start date'],
  [{ original_price: '1000', discounted_price: '1200' }, 'discounted_price', 'Is higher than the original price'],
  [{ latitude: '6.9' }, 'longitude', 'Latitude and longitude stand together. Fill both, or leave both empty'],
  [{ longitude: '79.8' }, 'latitude', 'Latitude and longitude stand together. Fill both, or leave both empty'],
  [{ latitude: '-', longitude: '79.8' }, 'longitude', 'Latitude and longitude stand together. Fill both, or leave both empty'],
  [{ latitude: '0', longitude: '0' }, 'latitude', 'Latitude and longitude are both 0. Leave both empty where the place is not known'],
  [
    { latitude: '79.86', longitude: '6.9' },
    'latitude',
    'Latitude and longitude are swapped: latitude 6.9 and longitude 79.86 are in Colombo',
  ],
  [{ hours: 'always' }, 'hours', '“always” is not understood. Write mon-fri 09:00-17:00; sat 10:00-15:00; sun closed'],
  [{ new_customers_only: 'maybe' }, 'new_customers_only', 'Is neither yes nor no'],
])('%j refuses the row at %s', (cells, column, reason) => {
  expect(problemsOf(cells)).toEqual([{ column, value: expect.any(String), reason }])
})

/** One row per class of dirt that costs the cell alone, with its exact report. */
test.each<[RawCells, string]>([
  [{ phone: '12' }, 'Is not a telephone number of 7 to 15 digits. Left out'],
  [{ shop_email: 'nobody' }, 'Is not an e-mail address. Left out'],
  [{ image_url: 'javascript:alert(1)' }, 'Is not an address on the web. Write it as in https://example.com/page. Left out'],
  [{ shop_logo: 'logo.png' }, 'Is not an address on the web. Write it as in https://example.com/page. Left out'],
  [{ offer_url: 'soon' }, 'Is not an address on the web. Write it as in https://example.com/page. Left out'],
  [{ facebook: '@kitchen' }, 'Is not an address on the web. Write it as in https://example.com/page. Left out'],
  [{ rating: '9' }, 'Is not a rating from 0 to 5. Left out'],
])('%j is left out with a warning, and the offer stays', (cells, reason) => {
  const { row, warnings } = taken(cells)
  const [[column, value]] = Object.entries(cells) as [[string, string]]
  expect(warnings).toEqual([{ column, value, reason }])
  expect(row).toEqual(taken({}).row)
})

test('a row whose cells stand in the wrong columns is refused, though each of them could be read', () => {
  const wrong: [RawCells, OfferColumn, string][] = [
    [{ title: '31/12/2026' }, 'title', 'Is a date, and no title'],
    [{ title: 'https://kade.example/tea' }, 'title', 'Is an address on the web, and no title'],
    [{ shop: '2026-12-31' }, 'shop', 'Is a date, and no name of a shop'],
    [{ address: '31 December 2026' }, 'address', 'Is a date, and no address'],
    [{ category: '25' }, 'category', 'Is a number, and no category'],
    [{ category: '10%' }, 'category', 'Is a number, and no category'],
    [{ category: '24/12/2026 18:00' }, 'category', 'Is a date, and no category'],
    [{ category: 'www.kade.example/logo.png' }, 'category', 'Is an address on the web, and no category'],
    [{ shop_category: '7' }, 'shop_category', 'Is a number, and no category'],
    [{ discount: '2026-12-31' }, 'discount', 'Is a date, and no discount'],
    [{ discount: '3 Jan 2027' }, 'discount', 'Is a date, and no discount'],
  ]
  for (const [cells, column, reason] of wrong)
    expect(problemsOf(cells)).toMatchObject([{ column, reason: `${reason}. Perhaps the cells of this row stand in the wrong columns` }])
})

test.each<RawCells>([
  { title: '12.12 sale' },
  { title: 'Every 31 December' },
  { shop: '7-Eleven' },
  { shop: 'kade.example' },
  { address: '1 May Street' },
  { address: '12/3 Main Street' },
  { category: '☕' },
  { category: '3D printing' },
  { discount: '1/2 price' },
])('%j is where it belongs', (cells) => expect(problemsOf(cells)).toEqual([]))

test('a character that could not be read is asked about', () => {
  expect(taken({ title: 'Caf\ufffd' }).warnings).toEqual([
    { column: 'title', value: 'Caf\ufffd', reason: 'Holds a character that could not be read, shown as \ufffd. Save the file as UTF-8' },
  ])
})

test('a reported value is cut to 200 characters and can be stored', () => {
  const [problem] = problemsOf({ discount: `\u0000${'x'.repeat(198)}🍛more` })
  expect(problem?.value).toBe(`\ufffd${'x'.repeat(198)}\ufffd`)
})

test('cells that a spreadsheet would run are text, and told', () => {
  const { row, warnings } = taken({
    title: '=1+1',
    description: '+SUM(A1:A9)',
    terms: '@cmd|calc',
    address: '=HYPERLINK("https://x.lk")',
    payment: '=cmd',
    phone: '+94 115 123 123',
  })
  expect([row.title, row.offer.description, row.offer.terms, row.shop.address, row.offer.payment, row.shop.phone]).toEqual([
    '=1+1',
    '+SUM(A1:A9)',
    '@cmd|calc',
    '=HYPERLINK("https://x.lk")',
    '=cmd',
    '+94 115 123 123',
  ])
  const reason = 'Begins like a formula of a spreadsheet. It was taken as text, and nothing was worked out'
  expect(warnings).toEqual([
    { column: 'title', value: '=1+1', reason, readAs: '=1+1' },
    { column: 'address', value: '=HYPERLINK("https://x.lk")', reason, readAs: '=HYPERLINK("https://x.lk")' },
    { column: 'description', value: '+SUM(A1:A9)', reason, readAs: '+SUM(A1:A9)' },
    { column: 'terms', value: '@cmd|calc', reason, readAs: '@cmd|calc' },
    { column: 'payment', value: '=cmd', reason, readAs: '=cmd' },
  ])
  expect(taken({ title: "'=1+1", terms: '- one a day' }).row).toMatchObject({ title: '=1+1', offer: { terms: '- one a day' } })
})

test('what is written for spreadsheets is text there, and reads as the same again', () => {
  for (const text of ['=1+1', '@cmd', '+SUM(A1)', '-x', "'=1", "''=1"]) {
    expect(guardCell(text)[0]).toBe("'")
    expect(taken({ terms: guardCell(text) })).toMatchObject({ row: { offer: { terms: text } }, warnings: [] })
  }
  for (const text of ['Tea', '-5', '+94 112 303 500', '-', "it's", '']) expect(guardCell(text)).toBe(text)
})

test('without a stated discount the words are read, the title before the description, and told', () => {
  expect(taken({ title: '𝟮𝟬% 𝗼𝗳𝗳 lunch', description: 'up to 50% off' }).row).toMatchObject({
    title: '20% off lunch',
    offer: { discount: undefined, discountFromText: { percent: 20, isUpTo: false } },
  })
  expect(taken({ description: 'up to 50% off' }).row.offer.discountFromText).toEqual({ percent: 50, isUpTo: true })
  expect(taken({ title: '20% off', discount: '10' }).row.offer).toMatchObject({ discount: 10, discountFromText: undefined })
  expect(taken({ title: '20% off', discount: '-' }).row.offer).toMatchObject({ discount: null, discountFromText: undefined })
  expect(taken({ title: '0% interest, 100% cotton' }).row.offer.discountFromText).toBeUndefined()
  expect(taken({ title: 'Buy 1 get 1 free', tags: 'pizza' }).row.offer).toMatchObject({
    tags: ['pizza'],
    tagFromText: 'buy-1-get-1',
    discountFromText: undefined,
  })
})

test('a discount that the prices contradict is taken with a warning, up to is not asked', () => {
  const prices = { original_price: '1000', discounted_price: '800' }
  expect(taken({ ...prices, discount: '21' }).warnings).toEqual([])
  expect(taken({ ...prices, discount: '30' }).warnings).toEqual([
    { column: 'discount', value: '30', reason: 'The discount is 30 percent, and the prices make it 20. The page shows the smaller' },
  ])
  expect(taken({ ...prices, title: '30% off' }).warnings).toEqual([
    { column: 'title', value: '30% off', reason: 'The discount was read from the words', readAs: '30%' },
    {
      column: 'discounted_price',
      value: '800',
      reason: 'The discount is 30 percent, and the prices make it 20. The page shows the smaller',
    },
  ])
  expect(taken({ ...prices, title: 'Up to 30% off' }).warnings).toEqual([expect.objectContaining({ readAs: 'up to 30%' })])
})

test('tokens of the demo city are understood there alone', () => {
  const result = parseOfferRow(
    { ...least, start_date: '{today-10}', end_date: '{today+3} 15:00', special_hours: '{today+2} closed' },
    { ...context, allowTokens: true },
  )
  expect(result).toMatchObject({
    row: {
      offer: { startsAt: Date.parse('2026-11-13T18:30:00Z'), endsAt: Date.parse('2026-11-27T09:30:00Z') },
      shop: { specialHours: [{ day: '2026-11-26' }] },
    },
  })
})

/** Strings that look like what each column expects, and anything at all. */
const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.stringMatching(/^[\d/:. ,%+a-z{}-]{0,25}$/),
  fc.constantFrom(
    ...OFFER_COLUMNS.map(({ example }) => example),
    '-',
    'Rs. 1,380',
    '3/4/2026 18:00',
    '\ud800',
    '\u0000',
    '9'.repeat(400),
    '2026-04-03T10:00:00+99:99',
    '{today+9999}',
    'mon-fri 9-5pm; sun closed',
  ),
)
const anyRow = fc.record(Object.fromEntries(OFFER_COLUMNS.map(({ name }) => [name, cell])) as Record<OfferColumn, typeof cell>, {
  requiredKeys: [],
})

test('no row makes it throw, and whatever is taken can be stored', () => {
  fc.assert(
    fc.property(anyRow, fc.boolean(), (cells, allowTokens) => {
      const result = parseOfferRow(cells, { ...context, allowTokens })
      const text = JSON.stringify(result)
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toMatch(/\\u0000|NaN|Infinity/)
      if ('problems' in result) expect(result.problems.length).toBeGreaterThan(0)
      else {
        const { startsAt, endsAt, originalPrice, discount } = result.row.offer
        for (const number of [startsAt, endsAt, originalPrice, discount]) expect(number ?? 0).toSatisfy(Number.isFinite)
        if (typeof startsAt === 'number' && typeof endsAt === 'number') expect(startsAt).toBeLessThanOrEqual(endsAt)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a row says the same whatever rows were read before it, also where they said nearly the same of a shop', () => {
  const full = Object.fromEntries(OFFER_COLUMNS.map(({ name, example }) => [name, example]))
  const column = fc.constantFrom(...OFFER_COLUMNS.map(({ name }) => name))
  const change = fc.tuple(column, fc.constantFrom(undefined, '', '-', 'nonsense', '<b>=1+1', '31/2/2026'))
  fc.assert(
    fc.property(fc.array(change, { minLength: 40, maxLength: 80 }), (changes) => {
      const shared = { ...context }
      for (const [name, changed] of changes) {
        const row = { ...full, [name]: changed }
        expect(parseOfferRow(row, shared)).toEqual(parseOfferRow(row, { ...context }))
      }
    }),
    { numRuns: 30 },
  )
})
