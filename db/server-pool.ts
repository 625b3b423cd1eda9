import pg from 'pg'

import { DatabaseAway } from './database-away.ts'
import { forbidNested, isPlannedOnce, joinResults, type Connection, type HeldLock, type Pool } from './pool.ts'
import { SharedConnections } from './shared-connection.ts'

const QUERY_TIMED_OUT = 'Query read timeout'

const names = new Map<string, string>()
/** One name for each statement, on all connections. */
function nameStatement(text: string) {
  const name = names.get(text) ?? `kade_${names.size}`
  names.set(text, name)
  return name
}

const describeStatement = (text: string, params: readonly unknown[] | undefined): pg.QueryConfig => ({
  text,
  ...(isPlannedOnce(text) && { name: nameStatement(text) }),
  ...(params && { values: params as unknown[] }),
})

/** PostgreSQL through pg.Pool, and beside it connections that readers share. */
export class ServerPool implements Pool {
  readonly engine = 'server'
  readonly #config: pg.ClientConfig
  /** How long, in milliseconds, one waits for an answer. */
  readonly #patience: number
  readonly #pool: pg.Pool
  readonly #readers: SharedConnections
  /**
   * For statements that are planned once: by default PostgreSQL goes on planning them where it believes to gain by it. Without their values it
   * believes in so few rows that it would rather sort them than walk in the order of an index.
   */
  readonly #plannedReaders: SharedConnections
  #hasEnded = false

  constructor(url: string, { patience, connections }: { patience: number; connections: number }) {
    // The server's own limit does not fire where the network hangs.
    this.#patience = patience + 500
    this.#config = {
      connectionString: url,
      connectionTimeoutMillis: patience,
      statement_timeout: patience,
      query_timeout: this.#patience,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Whatever a scan begins with is what shows: it would go on where another left off, in what an import has written and nobody sees yet.
      // And no statement takes so long that it is worth compiling.
      options: '-c TimeZone=UTC -c synchronize_seqscans=off -c jit=off',
    }
    this.#readers = new SharedConnections(this.#config)
    // What is planned without values seems long: help from other processes would take longer to come than the walk.
    this.#plannedReaders = new SharedConnections({
      ...this.#config,
      options: `${this.#config.options} -c plan_cache_mode=force_generic_plan -c enable_sort=off -c max_parallel_workers_per_gather=0`,
    })
    this.#pool = new pg.Pool({ ...this.#config, max: connections, pipeline: true })
    // A connection that breaks is replaced, and fails the query that it was at; without listeners for both it would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async connect(): Promise<Connection> {
    forbidNested()
    const client = await this.#pool.connect()
    let stuck = false
    let asked = 0
    return {
      query: async (text, params) => {
        // What was asked before goes first, and has as long.
        asked += 1
        try {
          const statement = { ...describeStatement(text, params), query_timeout: this.#patience * asked }
          return joinResults(await client.query(statement))
        } catch (error) {
          // A query that was given up still runs on that connection: it must not be handed to anyone else.
          if (error instanceof Error && error.message === QUERY_TIMED_OUT) stuck = true
          throw error
        } finally {
          asked -= 1
        }
      },
      release: () => client.release(stuck),
    }
  }

  async query(text: string, params?: readonly unknown[]) {
    const connection = await this.connect()
    try {
      return await connection.query(text, params)
    } finally {
      connection.release()
    }
  }

  async read(text: string, params?: readonly unknown[]) {
    forbidNested()
    if (this.#hasEnded) throw new DatabaseAway('KADE_STOPPED')
    const statement = describeStatement(text, params)
    const readers = statement.name ? this.#plannedReaders : this.#readers
    const connection = readers.take()
    try {
      return await connection.query(statement)
    } catch (error) {
      // Somebody else's statement took the connection down with it: reading once more does no harm.
      if (this.#hasEnded || !connection.isCut || (error as Error).message === QUERY_TIMED_OUT) throw error
      return readers.take().query(statement)
    }
  }

  async tryLock(name: string): Promise<HeldLock | undefined> {
    const connection = await this.connect()
    let isTaken = false
    try {
      const { rows } = await connection.query('select pg_try_advisory_lock(hashtext($1)) as taken', [name])
      isTaken = rows[0]?.['taken'] === true
    } finally {
      if (!isTaken) connection.release()
    }
    if (!isTaken) return undefined
    const release = async () => {
      await connection.query('select pg_advisory_unlock(hashtext($1))', [name]).catch(() => {})
      connection.release()
    }
    return { connection, release }
  }

  async end() {
    this.#hasEnded = true
    await Promise.all([this.#pool.end(), this.#readers.end(), this.#plannedReaders.end()])
  }
}
