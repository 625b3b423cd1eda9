/**
 * The database alone through the driver. It lets the product answer some questions and writes down what it asks the database, then asks
 * that again and again, from as many places at once as the load generator does.
 */
import { createApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import { openPool, type Pool } from '#db/connection.ts'
import type { Query } from '#db/pool.ts'

import { summarize, type LoadResult } from './load.ts'
import { answerMessages } from './processes.ts'

/** First what to ask, then for how long, as often as one likes. */
export type ReplayRequest = { paths: string[] } | { connections: number; seconds: number }

type Asked = Parameters<Query>
/** So many of the first fill what the product keeps, and do not count. */
const FIRST = 250
/**
 * Those that follow are recorded for so long, in milliseconds: about as many different ones as the product is asked meanwhile. The
 * same few again and again would find their rows in the caches of the processor.
 */
const RECORDED_FOR = 5_000

/** A pool that tells what goes through it. */
const overhear = (pool: Pool, hear: (asked: Asked) => void): Pool => ({
  engine: pool.engine,
  query: pool.query.bind(pool),
  read: (...asked: Asked) => {
    hear(asked)
    return pool.read(...asked)
  },
  tryLock: pool.tryLock.bind(pool),
  end: async () => {},
  connect: async () => {
    const { query, release } = await pool.connect()
    return {
      release,
      query: (...asked: Asked) => {
        hear(asked)
        return query(...asked)
      },
    }
  },
})

/** What the product asks the database for each of these addresses. */
async function recordQueries(pool: Pool, paths: string[]): Promise<Asked[][]> {
  let heard: Asked[] = []
  const { server } = await createApp({
    config: readConfig({ ...process.env, LOG_LEVEL: 'warn' }),
    pool: overhear(pool, (asked) => heard.push(asked)),
  })
  const recorded: Asked[][] = []
  let end = Infinity
  for (const [at, path] of paths.entries()) {
    if (at === FIRST) end = performance.now() + RECORDED_FOR
    if (performance.now() > end) break
    heard = []
    const { statusCode, body } = await server.inject(path)
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`)
    if (at >= FIRST) recorded.push(heard)
  }
  await server.close()
  if (recorded.every((asked) => asked.length === 0)) throw new Error('nothing of it comes from the database')
  return recorded
}

type Run = Exclude<ReplayRequest, { paths: string[] }>
async function replay(pool: Pool, recorded: Asked[][], { connections, seconds }: Run): Promise<LoadResult> {
  const latencies: number[] = []
  let next = 0
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let now = performance.now(); now < end;) {
        for (const asked of recorded[next++ % recorded.length]!) await pool.query(...asked)
        const then = now
        now = performance.now()
        latencies.push(now - then)
      }
    }),
  )
  return summarize(latencies, begun, 0)
}

if (import.meta.main) {
  const pool = await openPool(process.env['DATABASE_URL'] ?? process.env['DATA_DIR']!)
  let recorded: Asked[][] = []
  const work = async (request: ReplayRequest) => {
    if (!('paths' in request)) return replay(pool, recorded, request)
    recorded = await recordQueries(pool, request.paths)
    return recorded.length
  }
  answerMessages(work)
}
