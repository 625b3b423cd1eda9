import path from 'node:path'
import { Worker } from 'node:worker_threads'

import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

import type { WorkerAnswer, WorkerRequest, WorkerResult } from './embedded-worker.ts'
import { lockDirectory } from './lock.ts'
import { forbidNested, type Connection, type Pool, type QueryResult, type Row } from './pool.ts'

type Waiter = { take: () => void; fail: (error: Error) => void }
type Pending = { resolve: (answer: WorkerAnswer) => void; reject: (error: Error) => void }

const encode = (value: unknown) => {
  const prepared = prepareValue(value)
  if (prepared instanceof Uint8Array) return `\\x${Buffer.from(prepared).toString('hex')}`
  return prepared === null || prepared === undefined ? null : prepared
}

function decode({ fields, rows }: WorkerResult): Row[] {
  const parsers = fields.map((field) => pg.types.getTypeParser(field.dataTypeID, 'text') as (value: string) => unknown)
  return rows.map((cells) => {
    const row: Row = {}
    for (const [index, cell] of cells.entries()) row[fields[index]!.name] = cell === null ? null : parsers[index]!(cell)
    return row
  })
}

/**
 * PGlite behind the shape of pg.Pool, with one connection: whoever holds it holds the database. Parameters and results go through pg's
 * own codecs, so that both engines take and give the same values.
 */
export class EmbeddedPool implements Pool {
  readonly engine = 'embedded'
  #waiting: Waiter[] = []
  #busy = false
  #pending = new Map<number, Pending>()
  #dead: Error | undefined
  #lastId = 0
  readonly #worker: Worker
  readonly #unlock: () => void
  readonly #patience: number

  /** Opens or creates the database in a directory. Throws where another process has it open. */
  static async open(directory: string, patience: number) {
    const unlock = lockDirectory(directory)
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { directory: path.join(directory, 'pg') } })
    try {
      await new Promise<void>((resolve, reject) => {
        worker.once('message', () => resolve())
        worker.once('error', reject)
      })
    } catch (error) {
      unlock()
      throw error
    }
    return new EmbeddedPool(worker, unlock, patience)
  }

  private constructor(worker: Worker, unlock: () => void, patience: number) {
    this.#worker = worker
    this.#unlock = unlock
    this.#patience = patience
    worker.on('message', (answer: WorkerAnswer) => this.#settle(answer))
    worker.on('error', (error) => this.#die(error))
    worker.on('exit', () => this.#die(new Error('the embedded database has stopped')))
  }

  #settle(answer: WorkerAnswer) {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.error) pending?.reject(Object.assign(new pg.DatabaseError(String(answer.error['message']), 0, 'error'), answer.error))
    else pending?.resolve(answer)
  }

  #die(error: Error) {
    this.#dead ??= error
    for (const pending of this.#pending.values()) pending.reject(this.#dead)
    this.#pending.clear()
    for (const waiter of this.#waiting.splice(0)) waiter.fail(this.#dead)
  }

  #send(text: string, params: readonly unknown[] | undefined) {
    return new Promise<WorkerAnswer>((resolve, reject) => {
      if (this.#dead) return reject(this.#dead)
      const id = ++this.#lastId
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage({ id, text, params: params?.map(encode) } satisfies WorkerRequest)
    })
  }

  #query = async (text: string, params?: readonly unknown[]): Promise<QueryResult> => {
    const { results } = await this.#send(text, params)
    const { command = '', rowCount = null } = results.at(-1) ?? {}
    return { command, rowCount, rows: results.flatMap(decode) }
  }

  async connect(): Promise<Connection> {
    forbidNested()
    if (this.#dead) throw this.#dead
    if (this.#busy) await this.#wait()
    this.#busy = true
    let released = false
    const release = () => {
      if (released) return
      released = true
      const next = this.#waiting.shift()
      if (next) next.take()
      else this.#busy = false
    }
    return { query: this.#query, release }
  }

  #wait() {
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
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
        reject(Object.assign(new Error('timeout: the database is busy'), { code: 'KADE_BUSY' }))
      }, this.#patience)
      this.#waiting.push(waiter)
    })
  }

  async query(text: string, params?: readonly unknown[]) {
    const connection = await this.connect()
    try {
      return await connection.query(text, params)
    } finally {
      connection.release()
    }
  }

  /** There is one connection, and it is shared as it is. */
  read = this.query.bind(this)

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
