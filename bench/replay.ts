/**
 * The database alone through the driver. It lets the product answer some questions and writes down what it asks the database, then asks
 * that again and again, from as many places at once as the load generator does.
 */
import { createApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import { openPool, type Pool } from '#db/connection.ts'
import type { Query } from '#db/pool.ts'

import { percentile, type LoadResult } from './load.ts'

export type ReplayRequest = { paths: string[]; connections: number; seconds: number }

type Asked = Parameters<Query>
const SAMPLE = 250

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
  // The first ones fill what the product keeps, and do not count.
  for (const [at, path] of paths.slice(0, 2 * SAMPLE).entries()) {
    heard = []
    const { statusCode, body } = await server.inject(path)
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`)
    if (at >= SAMPLE) recorded.push(heard)
  }
  await server.close()
  if (recorded.every((asked) => asked.length === 0)) throw new Error('nothing of it comes from the database')
  return recorded
}

async function replay(pool: Pool, recorded: Asked[][], { connections, seconds }: ReplayRequest): Promise<LoadResult> {
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
  const took = (performance.now() - begun) / 1000
  const sorted = Float64Array.from(latencies).toSorted()
  return {
    perSecond: sorted.length / took,
    requests: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
    failures: 0,
  }
}

if (import.meta.main) {
  const pool = await openPool(process.env['DATABASE_URL'] ?? process.env['DATA_DIR']!)
  let known: string | undefined
  let recorded: Asked[][] = []
  const work = async (request: ReplayRequest) => {
    const key = request.paths.join(' ')
    if (key !== known) recorded = await recordQueries(pool, request.paths)
    known = key
    return replay(pool, recorded, request)
  }
  process.on(
    'message',
    (request: ReplayRequest) =>
      void work(request).then(
        (result) => process.send!(result),
        (error: Error) => process.send!({ error: error.message }),
      ),
  )
  process.on('disconnect', () => process.exit(0))
}
