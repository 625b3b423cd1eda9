import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readService } from './offer-csv-text.ts'
import { readWeekdays } from './offer-csv-hours.ts'
import { CONDITION_KINDS, type ConditionKind, type OfferTexts, suggestConditions } from './suggest-conditions.ts'
import golden from './suggest-conditions.golden.json' with { type: 'json' }

type Labels = {
  weekdays?: string
  hours?: string
  payment?: string
  newCustomersOnly?: boolean
  service?: string
  minimumPurchase?: number
}
type Example = { title?: string; description?: string; terms?: string; says: Labels }
const examples: Example[] = golden
const textsOf = ({ title = 'An offer', description, terms }: Example): OfferTexts => ({
  title,
  ...(description && { description }),
  ...(terms && { terms }),
})
const suggest = (terms: string, title = 'An offer') => suggestConditions({ title, terms }, 'LKR')

const valueOf = (reading: object) => ('value' in reading ? reading.value : reading)
/** A label as the columns of a file would say it. */
const expected: Record<ConditionKind, (says: Labels) => unknown> = {
  weekdays: ({ weekdays }) => weekdays && valueOf(readWeekdays(weekdays)),
  hours: ({ hours }) => hours && { from: hours.slice(0, 5), to: hours.slice(6) },
  payment: ({ payment }) => payment,
  newCustomersOnly: ({ newCustomersOnly }) => newCustomersOnly,
  service: ({ service }) => service && valueOf(readService(service)),
  minimumPurchase: ({ minimumPurchase }) => minimumPurchase && minimumPurchase * 100,
}
const same = (a: unknown, b: unknown) => JSON.stringify(a)?.toLowerCase() === JSON.stringify(b)?.toLowerCase()

/** How often a kind was read rightly, with another value, where nothing is said, and not at all. */
function measure(kind: ConditionKind) {
  const count = { right: 0, otherValue: 0, invented: 0, missed: 0 }
  const faults: string[] = []
  for (const example of examples) {
    const wanted = expected[kind](example.says)
    const read = suggestConditions(textsOf(example), 'LKR')
    const got = kind === 'minimumPurchase' ? read?.minimumMinor : read?.[kind]
    if (wanted === undefined && got === undefined) continue
    const outcome = same(wanted, got) ? 'right' : got === undefined ? 'missed' : wanted === undefined ? 'invented' : 'otherValue'
    count[outcome] += 1
    if (outcome !== 'right') faults.push(`${outcome}: ${JSON.stringify(got)} for ${JSON.stringify(example)}`)
  }
  const precision = count.right / (count.right + count.otherValue + count.invented)
  const recall = count.right / (count.right + count.otherValue + count.missed)
  return { ...count, precision, recall, faults }
}

test('the golden set is large, and half of it says nothing', () => {
  expect(examples.length).toBeGreaterThanOrEqual(400)
  expect(examples.filter(({ says }) => Object.keys(says).length === 0).length).toBeGreaterThan(examples.length / 2)
})

test.each(CONDITION_KINDS)('%s is read rightly in at least 97 of 100 cases, never as another value, and found in 80', (kind) => {
  const { faults, ...measured } = measure(kind)
  const report = `${kind} ${JSON.stringify(measured)}\n${faults.join('\n')}`
  expect(measured.right, report).toBeGreaterThanOrEqual(20)
  expect(measured.otherValue, report).toBe(0)
  expect(measured.precision, report).toBeGreaterThanOrEqual(0.97)
  expect(measured.recall, report).toBeGreaterThanOrEqual(0.8)
})

test('a suggestion names the words that it was read from, as they stand in the text', () => {
  expect(suggest('While stocks last. Valid Monday to Friday. Minimum bill of Rs. 3,000.')?.quotes).toEqual({
    weekdays: 'Valid Monday to Friday',
    minimumPurchase: 'Minimum bill of Rs. 3,000',
  })
  const long = `${'A long story about the house and its garden by the sea, '.repeat(4)}where 20% off every Tuesday is a custom of old that all the neighbours know`
  expect(suggest(long)?.quotes.weekdays).toBe('garden by the sea, where 20% off every Tuesday is a')
})

test('what a column states is not suggested', () => {
  const texts = { title: 'An offer', terms: 'Dine-in only. Cash only. New customers only.' }
  expect(suggestConditions(texts, 'LKR', { service: true, newCustomersOnly: true })).toEqual({
    payment: 'cash',
    quotes: { payment: 'Cash only' },
  })
  expect(suggestConditions(texts, 'LKR', { service: true, newCustomersOnly: true, payment: true })).toBeUndefined()
})

test('amounts are those of the currency of the city alone', () => {
  expect(suggestConditions({ title: 'An offer', terms: 'Minimum spend ¥3000.' }, 'JPY')?.minimumMinor).toBe(3000)
  expect(suggest('Minimum spend USD 50.')).toBeUndefined()
})

test.each([
  ['Not on long weekends.', undefined],
  ['Valid Monday to Friday, but also on Sundays.', undefined],
  ['Valid on all days except Sundays and poya days.', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']],
  ['Valid Monday to Friday. Not valid on Wednesdays.', undefined],
])('%s suggests the days %j', (terms, weekdays) => expect(suggest(terms)?.weekdays).toEqual(weekdays))

test('statements that contradict each other in one kind leave the other kinds alone', () => {
  expect(suggest('Dine-in only. Takeaway only. Cash only.')).toEqual({ payment: 'cash', quotes: { payment: 'Cash only' } })
})

const PIECES = [
  'mon - fri ',
  'valid ',
  'only ',
  'not ',
  '5pm ',
  'to ',
  'Rs. 500 ',
  'minimum bill ',
  'cash ',
  'HNB cards ',
  'first order ',
  'dine-in ',
  '🍛',
  'ﷺ',
  '\n',
  '. ',
  ' ',
]
test('any words end in a suggestion that a database can hold, or in none', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme' })), { maxLength: 40 }), (pieces) => {
      const suggested = suggest(pieces.join(''))
      if (suggested === undefined) return
      const { quotes, ...values } = suggested
      const kinds = Object.keys(values).map((kind) => (kind === 'minimumMinor' ? 'minimumPurchase' : kind))
      expect(Object.keys(quotes).toSorted()).toEqual(kinds.toSorted())
      for (const quote of Object.values(quotes)) expect(quote?.isWellFormed() && quote !== '' && !quote.includes('\n')).toBe(true)
      expect(suggested.weekdays?.length ?? 1).toBeLessThan(7)
    }),
    { numRuns: 500 },
  )
})

test('texts of 10 000 characters that are made to be slow are not', () => {
  const hostile = [
    'minimum ',
    'mon - ',
    '1',
    '1 am to ',
    'For A ',
    'credit and ',
    'not valid ',
    '\n',
    '.',
    'dine-in, ',
    'spend Rs ',
    ',1',
    ' ',
    "A'",
    'valid every monday ',
    'on your first ',
    'A/',
    'till 12 noon 12 noon 12 noon 12 noon 12 noon 12 noon 12 noon 12 noon 12 noon _\n',
    '12 noon to 1 pm 12 noon 12 noon 12 noon 12 noon 12 noon 12 noon 12 noon _\n',
  ]
  const begun = performance.now()
  for (const piece of hostile) {
    const text = `with ${piece.repeat(10_000 / piece.length)} mon card only, min bill Rs 5pm`
    suggestConditions({ title: text, description: text, terms: text }, 'LKR')
  }
  expect(performance.now() - begun).toBeLessThan(1_000)
})
