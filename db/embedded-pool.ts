import path from 'node:path'
import { Worker } from 'node:worker_threads'

import pg from 'pg'

import { DatabaseAway } from './database-away.ts'
import { EmbeddedStream } from './embedded-stream.ts'
import { lockDirectory } from './lock.ts'
import { forbidNested, joinResults, type Connection, type Pool, type Query } from './pool.ts'

/** Somebody who waits: for the whole session, or for room for a single statement. */
type Waiter = { isAlone: boolean; take: () => void; fail: (error: Error) => void }

/** So many single statements are with the engine at once: when one is answered the next is there already, and the thread goes on. */
const AHEAD = 2

/** Statistics are gathered while everybody waits: of 9 000 rows and pages instead of 30 000, in a third of the time. */
const SETTINGS = 'set default_statistics_target = 30'
/** All of it is said: what is not, pg looks for in the environment. */
const CLIENT = { user: 'postgres', database: 'postgres', ssl: false, sslnegotiation: 'postgres', pipeline: true } as const

/**
 * PGlite behind the shape of pg.Pool, with one connection: whoever holds it holds the database, and single statements follow one another.
 * pg's own client speaks to it, so that both engines take and give the same values.
 */
export class EmbeddedPool implements Pool {
  readonly engine = 'embedded'
  #waiting: Waiter[] = []
  /** Single statements with the engine, or the one who holds it. */
  #running = 0
  #isHeld = false
  #dead: Error | undefined
  readonly #worker: Worker
  readonly #client: pg.Client
  readonly #unlock: () => void
  readonly #patience: number

  /** Opens or creates the database in a directory. Throws where another process has it open. */
  static async open(directory: string, patience: number) {
    const unlock = lockDirectory(directory)
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { directory: path.join(directory, 'pg') },
      // So that the engine's own limit of nesting is reached first: then a statement fails, and not the engine.
      resourceLimits: { stackSizeMb: 32 },
    })
    try {
      await new Promise<void>((resolve, reject) => {
        worker.once('message', () => resolve())
        worker.once('error', reject)
        worker.once('exit', () => reject(new DatabaseAway('KADE_STOPPED')))
      })
      const client = new pg.Client({ ...CLIENT, stream: () => new EmbeddedStream(worker) })
      const pool = new EmbeddedPool({ worker, client, unlock, patience })
      await client.connect()
      await client.query(SETTINGS)
      return pool
    } catch (error) {
      await worker.terminate()
      unlock()
      throw error
    }
  }

  private constructor({ worker, client, unlock, patience }: { worker: Worker; client: pg.Client; unlock: () => void; patience: number }) {
    this.#worker = worker
    this.#client = client
    this.#unlock = unlock
    this.#patience = patience
    client.on('error', (error) => this.#die(error))
  }

  #die(error: Error) {
    this.#dead ??= new DatabaseAway('KADE_STOPPED', { cause: error })
    for (const waiter of this.#waiting.splice(0)) waiter.fail(this.#dead)
  }

  #query: Query = async (text, params) => joinResults(await this.#client.query(text, params as unknown[]))

  async connect(): Promise<Connection> {
    await this.#begin(true)
    let released = false
    const release = () => {
      if (!released) this.#finish()
      released = true
    }
    return { query: this.#query, release }
  }

  async query(text: string, params?: readonly unknown[]) {
    await this.#begin(false)
    try {
      return await this.#query(text, params)
    } finally {
      this.#finish()
    }
  }

  /** There is one connection, and it is shared as it is. */
  read = this.query.bind(this)

  async #begin(isAlone: boolean) {
    forbidNested()
    if (this.#dead) throw this.#dead
    if (this.#waiting.length > 0 || !this.#hasRoom(isAlone)) return this.#wait(isAlone)
    this.#enter(isAlone)
  }

  #hasRoom = (isAlone: boolean) => !this.#isHeld && this.#running < (isAlone ? 1 : AHEAD)

  #enter(isAlone: boolean) {
    this.#running += 1
    this.#isHeld = isAlone
  }

  #finish() {
    this.#running -= 1
    this.#isHeld = false
    this.#letIn()
  }

  /** In the order in which they came. */
  #letIn() {
    for (let [next] = this.#waiting; next && this.#hasRoom(next.isAlone); [next] = this.#waiting) {
      this.#waiting.shift()
      this.#enter(next.isAlone)
      next.take()
    }
  }

  #wait(isAlone: boolean) {
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        isAlone,
        take: () => {
          clearTimeout(timer)
          resolve()
        },
        fail: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        this.#letIn()
        reject(new DatabaseAway('KADE_BUSY'))
      }, this.#patience)
      this.#waiting.push(waiter)
    })
  }

  /** One session serves everyone, so a name taken in this process is taken everywhere: the directory lock keeps others out. */
  #names = new Set<string>()
  async tryLock(name: string) {
    if (this.#names.has(name)) return undefined
    this.#names.add(name)
    return {
      connection: { query: this.query.bind(this) },
      release: async () => {
        this.#names.delete(name)
      },
    }
  }

  async end() {
    await this.query('checkpoint').catch(() => {})
    await this.#worker.terminate()
    this.#unlock()
  }
}
