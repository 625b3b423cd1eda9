import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

/** Who would wait longer than this, in milliseconds, for those in front goes to another connection. */
const SHORT_WAIT = 2
/** How much one statement counts in the mean of what they take. */
const WEIGHT = 0.1
/** How long, in milliseconds, one waits for the server to close a connection. */
const GOODBYE = 1_000

/**
 * A connection to PostgreSQL that many readers share. Their statements are sent without waiting for one another's answers, so that one
 * process of the server is kept busy instead of many being woken, which costs more than what most statements do.
 */
class SharedConnection {
  readonly #client: pg.Client
  readonly #connected: Promise<unknown>
  #pending = 0
  /** When the statement that is being answered came to be the first, and what statements take. */
  #begun = 0
  #mean = 1
  #isConnected = false
  #isGathering = false
  #isBroken = false

  constructor(config: pg.ClientConfig) {
    this.#client = new pg.Client({ ...config, pipeline: true })
    this.#client.on('error', () => this.#break())
    this.#client.on('end', () => this.#break())
    this.#connected = this.#client.connect()
    this.#connected.then(
      () => (this.#isConnected = true),
      () => this.#break(),
    )
  }

  get isBroken() {
    return this.#isBroken
  }
  /** It worked, and broke. */
  get isCut() {
    return this.#isBroken && this.#isConnected
  }
  /** How long, in milliseconds, one more statement would have to wait. */
  get wait() {
    return this.#pending === 0 ? 0 : Math.max(this.#pending * this.#mean, performance.now() - this.#begun)
  }

  async query(statement: pg.QueryConfig) {
    if (this.#pending++ === 0) this.#begun = performance.now()
    try {
      if (!this.#isConnected) await this.#connected
      this.#gather()
      return await this.#send(statement)
    } catch (error) {
      // The server says so before it hangs up.
      if ((error as { severity?: string }).severity === 'FATAL') this.#break()
      throw error
    } finally {
      const now = performance.now()
      this.#mean += WEIGHT * (now - this.#begun - this.#mean)
      this.#begun = now
      this.#pending -= 1
    }
  }

  /** By a callback and as plain text where it has no name: the driver's own promises, two for each statement, and its copy of an object cost more. */
  #send(statement: pg.QueryConfig) {
    return new Promise<pg.QueryResult>((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
      if (statement.name) this.#client.query(statement, done)
      else this.#client.query(statement.text, statement.values ?? [], done)
    })
  }

  /** Holds back what is sent until all that this turn has to say is there: it goes out in one piece, and wakes the server once. */
  #gather() {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = (this.#client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    setImmediate(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  async end() {
    // A server that has gone silent does not say goodbye.
    await Promise.race([this.#client.end().catch(() => {}), sleep(GOODBYE, undefined, { ref: false })])
  }

  #break() {
    this.#isBroken = true
  }
}

/** So many are shared at most, where one would make readers wait for a slow statement. */
const SHARED = 4

/** Connections that readers share. */
export class SharedConnections {
  readonly #config: pg.ClientConfig
  #open: SharedConnection[] = []

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  take(): SharedConnection {
    this.#open = this.#open.filter((connection) => !connection.isBroken)
    const near = this.#open.find((connection) => connection.wait < SHORT_WAIT)
    if (near) return near
    if (this.#open.length === SHARED) return this.#open.reduce((best, other) => (other.wait < best.wait ? other : best))
    const fresh = new SharedConnection(this.#config)
    this.#open.push(fresh)
    return fresh
  }

  async end() {
    await Promise.all(this.#open.map((connection) => connection.end()))
  }
}
