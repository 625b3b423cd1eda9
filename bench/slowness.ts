/** How much slower this machine is than the one on which goals in seconds, and for a slowed processor, were set. */
import { openPool } from '#db/connection.ts'

import type { Dataset, Engine } from './dataset.ts'
import { median } from './load.ts'

/** What an index of so many places took there, in milliseconds. */
const PLACES = 100_000
const THERE: Record<Engine, number> = { embedded: 1_300, server: 900 }
const BUILDS = 5
/** A build may take as long as it takes. */
const PATIENCE = 600_000

/** Builds that index a few times, in a database that nobody has open. Milliseconds, each. */
export async function timeIndex({ variables }: Dataset): Promise<number[]> {
  const pool = await openPool(variables['DATABASE_URL'] ?? variables['DATA_DIR']!, { patience: PATIENCE, connections: 1 })
  try {
    // One that broke off left it.
    await pool.query('drop table if exists bench_place')
    await pool.query(`create table bench_place as
      select kade_point(6.8 + 0.3 * random(), 79.8 + 0.3 * random()) as point from generate_series(1, ${PLACES})`)
    const times: number[] = []
    for (let build = 0; build < BUILDS; build++) {
      const begun = performance.now()
      await pool.query('create index bench_place_point on bench_place using gist (point)')
      times.push(performance.now() - begun)
      await pool.query('drop index bench_place_point')
    }
    await pool.query('drop table bench_place')
    return times
  } finally {
    await pool.end()
  }
}

/** How many times as long the index took here, by the median of its times. Never less than once: a faster machine excuses nothing. */
export const slownessOf = (engine: Engine, times: number[]) => Math.max(1, median(times) / THERE[engine])

/** How long, in milliseconds, a processor takes to count so far: the best of a few times. Neighbours on the same processor make it differ by four. */
export function timeLoop() {
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now()
    let sum = 0
    for (let i = 0; i < 100_000_000; i++) sum += i % 7
    return sum > 0 ? performance.now() - begun : Infinity
  })
  return Math.min(...times)
}
const LOOP_THERE = 100

/** By how much a browser is to be slowed down here to be as slow as `slowdown` makes it there: at least 1, and at most `slowdown`, which is measured anyway. */
export const slowdownHere = (slowdown: number) => Math.min(slowdown, Math.max(1, (slowdown * LOOP_THERE) / timeLoop()))
