import pg from 'pg'

import { forbidNested, isPlannedOnce, type Connection, type HeldLock, type Pool } from './pool.ts'

const QUERY_TIMED_OUT = 'Query read timeout'

const names = new Map<string, string>()
/** One name for each statement, on all connections. */
function nameStatement(text: string) {
  const name = names.get(text) ?? `kade_${names.size}`
  names.set(text, name)
  return name
}

/** PostgreSQL through pg.Pool. */
export class ServerPool implements Pool {
  readonly engine = 'server'
  readonly #pool: pg.Pool

  constructor(url: string, { patience, connections }: { patience: number; connections: number }) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: patience,
      statement_timeout: patience,
      // The server's own limit does not fire where the network hangs.
      query_timeout: patience + 500,
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      options: '-c TimeZone=UTC',
    })
    // A connection that breaks is replaced, and fails the query that it was at; without listeners for both it would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async connect(): Promise<Connection> {
    forbidNested()
    const client = await this.#pool.connect()
    let stuck = false
    return {
      query: async (text, params) => {
        try {
          return await client.query({
            text,
            ...(isPlannedOnce(text) && { name: nameStatement(text) }),
            ...(params && { values: params as unknown[] }),
          })
        } catch (error) {
          // A query that was given up still runs on that connection: it must not be handed to anyone else.
          if (error instanceof Error && error.message === QUERY_TIMED_OUT) stuck = true
          throw error
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
    await this.#pool.end()
  }
}
