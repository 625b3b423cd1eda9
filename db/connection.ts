/** Opens the database: PostgreSQL by its address, or PGlite in a directory. The same SQL runs on both. */
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'

import { AWAY_CODES } from './database-away.ts'
import { EmbeddedPool } from './embedded-pool.ts'
import { migrate } from './migrate.ts'
import { runInTransaction, type Connection, type Pool } from './pool.ts'
import type { Schema } from './schema.ts'
import { ServerPool } from './server-pool.ts'

export type { Pool } from './pool.ts'
export type Db = Kysely<Schema>
export type Trx = Transaction<Schema>

// Counts and ids stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const parseAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
/** Every connection speaks UTC, and what V8 reads as ISO 8601 it reads fastest; infinity (a number) and faraway years are left to the driver. */
export function parseTimestamp(text: string): Date | number {
  const date = text.endsWith('+00') ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : undefined
  return date === undefined || Number.isNaN(date.getTime()) ? (parseAnyTimestamp(text) as Date | number) : date
}
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)

const isServerUrl = (url: string) => /^postgres(ql)?:/.test(url)

/**
 * Opens `postgres://…`, or a directory. `connections` are those for transactions; readers share others. `patience` is how long, in milliseconds, one waits for a connection and a statement may run
 * (a statement cannot be stopped on the embedded engine: bound every query by design).
 */
export const openPool = async (url: string, { patience = 4_000, connections = 10 } = {}): Promise<Pool> =>
  isServerUrl(url) ? new ServerPool(url, { patience, connections }) : EmbeddedPool.open(url, patience)

/** Opens the database and brings it up to date. A migration may take longer than a request, so it has a connection of its own. */
export async function openDatabase(url: string): Promise<Pool> {
  const patient = await openPool(url, isServerUrl(url) ? { patience: 600_000, connections: 1 } : {})
  try {
    await migrate(patient)
  } catch (error) {
    await patient.end()
    throw error
  }
  if (patient.engine === 'embedded') return patient
  await patient.end()
  return openPool(url)
}

/**
 * Kysely takes a connection for everything. A single `select` needs none of its own; what begins otherwise does, and so does all that
 * follows it.
 */
const lend = (pool: Pool, shares: boolean) => ({
  connect: async () => {
    let own: Connection | undefined
    return {
      query: async (text: string, params?: readonly unknown[]) => {
        if (shares && !own && text.trimStart().startsWith('select ')) return pool.read(text, params)
        own ??= await pool.connect()
        return own.query(text, params)
      },
      release: () => own?.release(),
    }
  },
  end: async () => {},
})

/** The query builder over a pool. Whoever does not share connections makes nobody wait behind a slow `select`. */
export const openDb = (pool: Pool, { shares = true } = {}): Db =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: lend(pool, shares) as unknown as PostgresPool }) })

/** Runs several writes as one. Inside, the pool itself is out of bounds. */
export const transact = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute((trx) => runInTransaction(() => work(trx)))

/** What the driver sends as it is. */
const isSendable = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || (Array.isArray(value) && value.every(isSendable))

/**
 * Runs writes of which none needs what another answers as one transaction, all sent at once, commit included: no way there and back between
 * them. Throws what the first says that fails; then nothing is written. Where the connection is lost, or nobody waits any longer, they may
 * be written afterwards: whoever sends them first takes a lock that makes those wait who go on from there.
 */
export async function transactAtOnce({ pool, db }: { pool: Pool; db: Db }, writes: RawBuilder<unknown>[]) {
  const compiled = writes.map((write) => write.compile(db))
  // One that the driver failed to send would be missing, and the others committed.
  if (!compiled.every(({ parameters }) => parameters.every(isSendable)))
    throw new TypeError('only texts, numbers and lists of them are sent at once')
  const connection = await pool.connect()
  try {
    // Behind one that fails PostgreSQL runs none, and takes the commit for a rollback.
    const answers = await Promise.allSettled([
      connection.query('begin'),
      ...compiled.map(({ sql, parameters }) => connection.query(sql, parameters)),
      connection.query('commit'),
    ])
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
  } finally {
    connection.release()
  }
}

const UNAVAILABLE = new Set([
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOENT',
  ...AWAY_CODES,
])
/** What the driver says without a code. */
const UNAVAILABLE_TEXT =
  /Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/

/** The database is away, starting, overloaded or stuck: worth a try later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code?.startsWith('08') || UNAVAILABLE.has(code ?? '') || UNAVAILABLE_TEXT.test(error.message)) return true
  return error instanceof AggregateError ? error.errors.some(isDatabaseUnavailable) : isDatabaseUnavailable(error.cause)
}
const NO_ROOM = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** The disk is full. */
export const isDiskFull = (error: unknown) =>
  error instanceof Error && (NO_ROOM.has((error as { code?: string }).code ?? '') || /No space left on device/.test(error.message))

/** Somebody else has what should be there once. */
export const isUniqueViolation = (error: unknown) => error instanceof Error && (error as { code?: string }).code === '23505'
/** What a row points to is not there, or not any more. */
export const isForeignKeyViolation = (error: unknown) => error instanceof Error && (error as { code?: string }).code === '23503'
