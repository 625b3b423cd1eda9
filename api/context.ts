/** What every part of the API works with: one plain object. Time and ids come from here, so that a test can hold the clock. */
import type { FastifyBaseLogger } from 'fastify'

import { openDb, type Db, type Pool } from '#db/connection.ts'

import type { Config } from './config.ts'
import { createIds } from './new-id.ts'

/** `now` is in milliseconds since 1970. */
export type Clock = { now: () => number }

export type Context = {
  config: Config
  pool: Pool
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  /** A new id, growing with time (uuid v7). */
  newId: () => string
  /** Called whenever what readers see has changed. */
  onCatalogueChange: Set<() => void>
  /** Called with the id of an offer of which one thing has changed here, beside the catalogue: what is kept of it alone is forgotten. */
  onOfferChange: Set<(id: string) => void>
}

/** The time it is. */
export const readClock = ({ clock }: Pick<Context, 'clock'>) => new Date(clock.now())

/** For an operator, whose statements may be slow: on PostgreSQL shoppers never wait for them. The embedded engine has one session for all. */
export const apartFromReaders = (context: Context): Context => ({ ...context, db: openDb(context.pool, { shares: false }) })

export function createContext({
  config,
  pool,
  log,
  clock = { now: Date.now },
}: {
  config: Config
  pool: Pool
  log: FastifyBaseLogger
  clock?: Clock
}): Context {
  return { config, pool, db: openDb(pool), clock, log, newId: createIds(), onCatalogueChange: new Set(), onOfferChange: new Set() }
}
