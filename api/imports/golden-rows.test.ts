/**
 * 319 rows in the manner of the field's files, of our own making, labelled by hand: what a person makes of them. The labels stand in
 * columns that the import does not know.
 */
import { readFileSync } from 'node:fs'

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'
import { toMinorUnits } from '#contract/money.ts'
import { parseOfferRow, type OfferRow } from '#contract/offer-csv.ts'
import { wallTime } from '#contract/time.ts'

import { readCsv } from './read-csv.ts'

const FILE = new URL('golden-rows.csv', import.meta.url)
const context = { city: colombo, today: '2026-11-22', allowTokens: false }

type Label = Record<'taken' | 'start' | 'end' | 'discount' | 'original' | 'price', string>
const FACTS = ['start', 'end', 'discount', 'original', 'price'] as const
type Fact = (typeof FACTS)[number]

const labels = parse<Record<`is_${keyof Label}`, string>>(readFileSync(FILE), { columns: true }).map(
  (cells) => Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name.replace('is_', ''), cell])) as Label,
)

const dayOf = (at: number | null | undefined) => (typeof at === 'number' ? wallTime(at, colombo.timeZone).day : '')
const moneyOf = (text: string) => (text === '' ? '' : String(toMinorUnits(Number(text), colombo.currency)))
const said = (label: Label): Record<Fact, string> => ({
  ...label,
  discount: label.discount === '0' ? '' : label.discount,
  original: moneyOf(label.original),
  price: moneyOf(label.price),
})

/** What the import makes of a row, in the words of the labels. */
function describeRow({ offer }: OfferRow): Record<Fact, string> {
  const { discountFromText: words, pricesFromText: prices } = offer
  return {
    start: dayOf(offer.startsAt),
    end: dayOf(offer.endsAt),
    discount: offer.discount ? String(offer.discount) : words ? `${words.isUpTo ? 'up to ' : ''}${words.percent}` : '',
    original: String(offer.originalPrice ?? prices?.original ?? ''),
    price: String(offer.discountedPrice ?? prices?.discounted ?? ''),
  }
}

async function measure() {
  const faults: string[] = []
  const facts = { good: 0, right: 0, wrongly: 0 }
  let at = 0
  for await (const { row, cells, problems = [] } of readCsv({ path: FILE.pathname, encoding: 'utf-8' })) {
    const label = labels[at++]!
    const result = problems.length > 0 ? { problems } : parseOfferRow(cells, context)
    const isTaken = 'row' in result
    if (label.taken === 'no') {
      if (isTaken) faults.push(`${row} taken: ${cells.title}`)
      facts.wrongly += Number(isTaken)
      continue
    }
    facts.good++
    const wanted = said(label)
    const got = isTaken ? describeRow(result.row) : undefined
    const wrong = FACTS.filter((fact) => got?.[fact] !== wanted[fact])
    if (got && wrong.length === 0) facts.right++
    else
      faults.push(
        `${row} ${cells.title}: ${got ? wrong.map((fact) => `${fact} ${got[fact]} for ${wanted[fact]}`).join(', ') : JSON.stringify(result)}`,
      )
  }
  return { ...facts, read: at, faults }
}

test('of the rows that a person would call good, 95 of 100 are taken with the right dates, discount and prices, and no other row is', async () => {
  const { good, right, wrongly, read, faults } = await measure()
  const report = `${right} of ${good} right\n${faults.join('\n')}`
  expect(read, report).toBe(labels.length)
  expect(read).toBeGreaterThanOrEqual(300)
  expect(good).toBeGreaterThanOrEqual(280)
  expect(wrongly, report).toBe(0)
  expect(right / good, report).toBeGreaterThanOrEqual(0.95)
  // So many there were last: one that breaks is seen.
  expect(right, report).toBeGreaterThanOrEqual(300)
})
