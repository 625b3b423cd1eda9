/** Every class of dirt once, as a file of its own (test/corpus), with exactly what the import tells of it. */
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { colombo } from '#contract/colombo.ts'
import { isOfferRow, type OfferRow } from '#contract/offer-csv.ts'

import { Notes } from './gather-notes.ts'
import { readOffers } from './read-offers.ts'
import { spoolUpload } from './spool-upload.ts'

const CORPUS = new URL('../../test/corpus/', import.meta.url)
const dir = mkdtempSync(path.join(tmpdir(), 'corpus-'))
afterAll(() => rmSync(dir, { recursive: true }))
const context = { city: colombo, today: '2026-11-24', allowTokens: false }

/** A row in so many words: what stands in it that no cell says as plainly. */
function describeRow(row: number, { title, shop, offer }: OfferRow) {
  const at = (instant: number | null | undefined) => (instant ? new Date(instant).toISOString() : instant)
  return {
    row,
    title,
    shop: shop.name,
    description: offer.description,
    phone: shop.phone,
    position: shop.position,
    startsAt: at(offer.startsAt),
    endsAt: at(offer.endsAt),
    discount: offer.discount,
    discountFromText: offer.discountFromText,
    tagFromText: offer.tagFromText,
    originalPrice: offer.originalPrice,
    discountedPrice: offer.discountedPrice,
    pricesFromText: offer.pricesFromText,
    category: offer.category,
  }
}

async function readFile(name: string): Promise<unknown> {
  const notes = new Notes()
  const offers: object[] = []
  try {
    const upload = await spoolUpload(createReadStream(new URL(`${name}.csv`, CORPUS)), { dir, maxBytes: 2 ** 20 })
    for await (const { row, parsed } of readOffers(upload, context, notes))
      if (parsed && isOfferRow(parsed)) offers.push(describeRow(row, parsed))
  } catch (error) {
    return { refused: (error as Error).message }
  }
  const { problemsAreMore: _, refused: __, ...told } = notes.report()
  return JSON.parse(JSON.stringify({ offers, ...told }))
}

const names = readdirSync(CORPUS)
  .filter((file) => file.endsWith('.csv'))
  .map((file) => file.slice(0, -'.csv'.length))

test('the corpus holds some forty files', () => expect(names.length).toBeGreaterThanOrEqual(40))

test.each(names)('of the file %s the import tells exactly this', async (name) => {
  expect(await readFile(name)).toEqual(JSON.parse(readFileSync(new URL(`${name}.json`, CORPUS), 'utf8')))
})
