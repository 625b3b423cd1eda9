/** How fast rows are read and checked, without a database: a million rows in the manner of the field would take so many seconds of one processor. */
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { colombo } from '#contract/colombo.ts'
import { OFFER_COLUMNS, parseOfferRow } from '#contract/offer-csv.ts'

import { Notes } from '#api/imports/gather-notes.ts'
import { readCsv } from '#api/imports/read-csv.ts'
import { readOffers } from '#api/imports/read-offers.ts'
import { makeUpCity } from '#tools/fill-city.ts'

const ROWS = 40_000
const TIMES = 5
const TODAY = '2026-11-22'
/** What the field's files have: no discount, no coordinates, words run on to the title. */
const FIELD = ['title', 'image_url', 'description', 'start_date', 'end_date', 'category', 'shop', 'address', 'phone', 'offer_url'] as const

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

async function writeFile(file: string, names: readonly (typeof OFFER_COLUMNS)[number]['name'][]) {
  const { makeRow } = makeUpCity({ seed: 7, shops: ROWS / 100, city: colombo, today: TODAY })
  const stream = createWriteStream(file)
  stream.write(`${names.join(',')}\n`)
  for (let row = 0; row < ROWS; row++) {
    const cells = makeRow(row)
    if (!stream.write(`${names.map((name) => quote(cells[name] ?? '')).join(',')}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

const context = { city: colombo, today: TODAY, allowTokens: false }

/** Rows read, and each checked by itself. */
async function readRows(file: string) {
  let taken = 0
  for await (const { cells } of readCsv({ path: file, encoding: 'utf-8' })) taken += Number('row' in parseOfferRow(cells, context))
  return taken
}

/** The same as an import does it: the beginning sampled, and the rows compared with each other. */
async function readWhole(file: string) {
  let taken = 0
  for await (const { parsed } of readOffers({ path: file, encoding: 'utf-8' }, context, new Notes())) taken += Number(parsed !== undefined)
  return taken
}

/** Rows that one second of processor time reads: the best of several, for others share the machine. */
async function measure(read: (file: string) => Promise<number>, file: string) {
  let best = 0
  for (let time = 0; time < TIMES; time++) {
    const before = process.cpuUsage()
    const taken = await read(file)
    const { user, system } = process.cpuUsage(before)
    if (taken < ROWS) throw new Error(`only ${taken} rows were taken`)
    best = Math.max(best, ROWS / ((user + system) / 1e6))
  }
  return Math.round(best)
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'kade-reading-'))
try {
  for (const [kind, names] of [
    ['all columns', OFFER_COLUMNS.map(({ name }) => name)],
    ["the field's columns", FIELD],
  ] as const) {
    const file = path.join(folder, 'offers.csv')
    await writeFile(file, names)
    for (const read of [readRows, readWhole])
      process.stdout.write(`${kind}, ${read.name}: ${(await measure(read, file)).toLocaleString('en')} rows per second of processor time\n`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
