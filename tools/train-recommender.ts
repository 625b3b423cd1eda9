/** Trains the model of the city now, whether it is time to or not: npm run recommender:train. A server that runs does so by itself. */
import fastify from 'fastify'

import { ConfigError, readConfig, type Config } from '#api/config.ts'
import { createContext } from '#api/context.ts'
import { createLogOptions } from '#api/http/write-log.ts'
import { openDatabase } from '#db/connection.ts'
import { trainCity, type TrainingOutcome } from '#recommender/training/train-city.ts'

/** Over the configured database. */
export async function trainNow(config: Config): Promise<TrainingOutcome> {
  const pool = await openDatabase(config.DATABASE_URL ?? config.DATA_DIR)
  try {
    const { log } = fastify({ logger: createLogOptions({ LOG_LEVEL: 'error' }) })
    return await trainCity({ ...createContext({ config, pool, log }), city: config.city }, { isForced: true })
  } finally {
    await pool.end()
  }
}

export function describeOutcome(outcome: TrainingOutcome): string {
  if (outcome.kind === 'trained') {
    const { id, serves, events, users, shops, seconds, result } = outcome
    const size = `${events} likes and clicks of ${users} shoppers, ${shops} shops, ${seconds} s, ${Math.ceil(result.bytes.length / 1024)} KiB`
    const against = result.comparison
      ? ` NDCG@10 ${result.comparison.next.toFixed(4)}, before ${result.comparison.previous.toFixed(4)}, of ${result.comparison.shoppers} shoppers.`
      : ''
    return `Model ${id}: ${result.method}. ${size}.${against} ${serves ? 'It serves.' : 'It is worse than the one before, which goes on serving.'}`
  }
  if (outcome.kind === 'elsewhere') return 'Another process is training this city at this moment.'
  return 'Nobody has liked or clicked anything yet: there is nothing to learn from.'
}

if (import.meta.main) {
  try {
    process.stdout.write(`${describeOutcome(await trainNow(readConfig(process.env)))}\n`)
  } catch (error) {
    const isHeld = (error as Error).message.startsWith('the data directory is in use')
    const text = isHeld ? `${(error as Error).message}. The server that runs there trains by itself` : String((error as Error).stack)
    process.stderr.write(`No model was trained: ${error instanceof ConfigError ? error.message : text}\n`)
    process.exit(1)
  }
}
