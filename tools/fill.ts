/**
 * Fills the configured database with a made-up city: npm run fill -- --offers 100000 --shops 1000 [--seed 1] [--force]
 * The same numbers on the same day make the same city, to the ids. Its rows go the way of an imported file, without the file.
 */
import { parseArgs } from 'node:util'

import fastify from 'fastify'
import { v7 as uuidV7 } from 'uuid'

import { readConfig, type Config } from '#api/config.ts'
import { createContext, readClock, type Context } from '#api/context.ts'
import { cleanImport, IMPORT_LOCK, publishImport, startImport } from '#api/imports/data.ts'
import type { NumberedRow } from '#api/imports/find-rows.ts'
import { RowWriter } from '#api/imports/write-rows.ts'
import { parseOfferRow } from '#contract/offer-csv.ts'
import { wallTime } from '#contract/time.ts'
import { openDatabase, openPool, type Pool } from '#db/connection.ts'

import { makeUpCity } from './fill-city.ts'
import { buildIndexes, dropIndexes } from './fill-indexes.ts'
import { createRandom } from './fill-random.ts'

export type FillRequest = { offers: number; shops: number; seed: number; isForced?: boolean }
export class FillError extends Error {}

const BATCH = 2_000
/** Below this, dropping and building indexes takes longer than it saves. */
const WORTH_DROPPING = 5_000
/** Ids begin here and grow by a second each. */
const FIRST_ID = Date.parse('2025-01-01T00:00:00Z')
const TABLES = ['offer', 'offer_version', 'shop', 'shop_version', 'shop_identity']

/** Fills a database that nobody else writes to. `tell` hears how many offers are in. */
export async function fill(config: Config, request: FillRequest, tell: (offers: number) => void = () => {}) {
  const url = config.DATABASE_URL ?? config.DATA_DIR
  await (await openDatabase(url)).end()
  const pool = await openPool(url, { patience: 3_600_000, connections: 4 })
  const lock = await pool.tryLock(IMPORT_LOCK)
  try {
    if (!lock) throw new FillError('An import is running. Wait for its end')
    await buildIndexes(pool)
    const isEmpty = !(await hasOffers(pool))
    if (!isEmpty && !request.isForced) throw new FillError('The database holds offers already. Fill another one, or add --force')
    const context = createContext({ config, pool, log: fastify({ logger: false }).log })
    context.newId = countIds(request.seed)
    const at = readClock(context)
    const importId = await startImport(context.db, { kind: 'fill', fileName: null, fileHash: null, at })
    // Whoever adds to a database in use keeps its indexes.
    if (isEmpty && request.offers >= WORTH_DROPPING) await dropIndexes(pool)
    const counts = await writeCity(context, importId, request, tell)
    await buildIndexes(pool)
    await publishImport(lock, { importId, at, report: counts })
    await cleanImport(context.db, importId)
    for (const table of TABLES) await pool.query(`vacuum analyze ${table}`)
    return counts
  } finally {
    await lock?.release()
    await pool.end()
  }
}

const hasOffers = async (pool: Pool) => (await pool.query('select 1 from offer limit 1')).rows.length > 0

/** Ids like those of the product, which grow with time, but the same at each run. */
function countIds(seed: number) {
  const random = createRandom(seed, 'id')
  let count = 0
  return () => uuidV7({ msecs: FIRST_ID + count++ * 1_000, random: Uint8Array.from({ length: 16 }, () => random.between(0, 255)), seq: 0 })
}

async function writeCity(context: Context, importId: number, { offers, shops, seed }: FillRequest, tell: (offers: number) => void) {
  const { city } = context.config
  const today = wallTime(context.clock.now(), city.timeZone).day
  const { makeRow } = makeUpCity({ seed, shops: Math.min(shops, offers), city, today })
  const writer = new RowWriter(context, importId)
  const reading = { city, today, allowTokens: false }
  for (let first = 0; first < offers; first += BATCH) {
    const batch: NumberedRow[] = []
    for (let row = first; row < Math.min(first + BATCH, offers); row++) {
      const result = parseOfferRow(makeRow(row), reading)
      if ('problems' in result) throw new FillError(`The made-up row ${row} is not taken: ${JSON.stringify(result.problems)}`)
      batch.push({ row, parsed: result.row })
    }
    const [problem] = await writer.write(batch)
    if (problem) throw new FillError(`A made-up row is not taken: ${JSON.stringify(problem)}`)
    tell(first)
  }
  await writer.finish(BATCH, undefined)
  tell(offers)
  return writer.counts
}

function readRequest(): FillRequest {
  const { values } = parseArgs({
    options: {
      offers: { type: 'string' },
      shops: { type: 'string' },
      seed: { type: 'string', default: '1' },
      force: { type: 'boolean', default: false },
    },
  })
  const read = (name: 'offers' | 'shops' | 'seed', least: number, given: string | undefined) => {
    const number = Number(given)
    if (!Number.isInteger(number) || number < least) throw new FillError(`--${name} must be a whole number of at least ${least}`)
    return number
  }
  const offers = read('offers', 1, values.offers)
  return {
    offers,
    shops: read('shops', 1, values.shops ?? String(Math.ceil(offers / 100))),
    seed: read('seed', 0, values.seed),
    isForced: values.force,
  }
}

async function main() {
  const request = readRequest()
  const started = performance.now()
  const show = (offers: number) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${offers.toLocaleString('en')} of ${request.offers.toLocaleString('en')} offers `)
  }
  const { created, shopsCreated } = await fill(readConfig(process.env), request, show)
  process.stdout.write(
    `${process.stdout.isTTY ? '\r' : ''}${created.toLocaleString('en')} offers and ${shopsCreated.toLocaleString('en')} shops are in, after ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  )
}

if (import.meta.main) {
  await main().catch((error: Error) => {
    process.stderr.write(`${error.name === 'Error' || error instanceof FillError ? error.message : (error.stack ?? error.message)}\n`)
    process.exitCode = 1
  })
}
