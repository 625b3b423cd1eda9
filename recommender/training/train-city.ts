/** Trains the model of a city where it is time to: reads, trains in a thread, compares with the model before, keeps. */
import { Worker } from 'node:worker_threads'

import type { City } from '#contract/city.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import type { Db, Pool } from '#db/connection.ts'

import { findLastLine, findLastTraining, hasShoppers, insertModel, listServingModels } from './data.ts'
import { findReadableModel } from './keep-model.ts'
import { readTrainingSet } from './read-training-set.ts'
import type { TrainingOrder, TrainingResult } from './train-worker.ts'

type Log = Record<'info' | 'warn', (fields: object, text: string) => void>
export type TrainingParts = { pool: Pool; db: Db; city: City; clock: { now: () => number }; log: Log }

/** Of fewer shoppers a model would be one of persons: what one of them did would be shown to the next. */
const SHOPPERS = 30
/** While a model knows fewer than that, another is trained whenever there are twice as many: what few say changes with each of them. */
const FEW = 1_000
/** Once a day, and before that where so much has been done since, though not all the time. */
const EVERY = DAY
const ENOUGH = { lines: 1_000, after: 10 * MINUTE }
/** A thread may take so much memory before it ends. Typed arrays are not counted in it. */
const MEMORY_MB = 1_024

export type TrainingOutcome =
  | { kind: 'not-due' | 'elsewhere' | 'nothing-done' }
  | { kind: 'trained'; id: number; serves: boolean; events: number; users: number; shops: number; seconds: number; result: TrainingResult }

/**
 * Each city has a lock in the database: as many processes as there are train as many cities side by side, and none twice. An installation
 * has one city (D-20), so it trains one. A process that dies leaves nothing behind: the next minute somebody begins again.
 */
export async function trainCity(
  parts: TrainingParts,
  { isForced = false, signal }: { isForced?: boolean; signal?: AbortSignal } = {},
): Promise<TrainingOutcome> {
  const { pool, db, city, clock, log } = parts
  if (!isForced && !(await isDue(db, city, clock.now()))) return { kind: 'not-due' }
  const lock = await pool.tryLock(`kade:train:${city.key}`)
  if (!lock) return { kind: 'elsewhere' }
  try {
    // Somebody may have finished in between.
    if (!isForced && !(await isDue(db, city, clock.now()))) return { kind: 'not-due' }
    const began = performance.now()
    const now = clock.now()
    const until = await findLastLine(db)
    const set = await readTrainingSet(db, { now, until })
    if (set.events.user.length === 0) return { kind: 'nothing-done' }
    const previous = await findReadableModel(db, { models: await listServingModels(db, city.key) })
    const size = { events: set.events.user.length, users: set.users, shops: set.shops.length }
    const result = await runWorker({ set, previous: previous?.bytes }, signal)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    const metrics = { ...size, seconds, method: result.method, trainedUntil: result.trainedUntil, comparison: result.comparison ?? null }
    const serves = result.isAccepted
    const id = await insertModel(db, { city: city.key, now, interactionId: until, serves, metrics, bytes: result.bytes })
    const fields = { model: id, city: city.key, serves, ...metrics, bytes: result.bytes.length }
    if (serves) log.info(fields, 'a model was trained')
    else log.warn(fields, 'a model was trained that is worse than the one before, which goes on serving')
    return { kind: 'trained', id, serves, ...size, seconds, result }
  } finally {
    await lock.release()
  }
}

async function isDue(db: Db, city: City, now: number): Promise<boolean> {
  const [last, line] = await Promise.all([findLastTraining(db, city.key), findLastLine(db)])
  if (!last) return hasShoppers(db, SHOPPERS)
  if (line <= last.interaction_id) return false
  const age = now - last.trained_at.getTime()
  if (age >= EVERY) return true
  if (age < ENOUGH.after) return false
  const users = Number(last.metrics['users'] ?? FEW)
  return line - last.interaction_id >= ENOUGH.lines || (users < FEW && hasShoppers(db, 2 * users))
}

/** The arrays, and the bytes of the model before, move into the thread instead of being copied. A signal ends it in the middle. */
function runWorker(order: TrainingOrder, signal: AbortSignal | undefined): Promise<TrainingResult> {
  const moved = [...Object.values(order.set.events), ...(order.previous ? [order.previous] : [])].map(
    (array) => array.buffer as ArrayBuffer,
  )
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./train-worker.ts', import.meta.url), {
      workerData: order,
      transferList: moved,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const stop = () => void worker.terminate()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    worker.once('message', (result: TrainingResult) => {
      resolve(result)
      stop()
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(new Error('the training ended without a model'))
    })
  })
}
