/**
 * Work that is promised now and done later, in the database: a promise stands and falls with the transaction that makes it, survives
 * every crash, and is kept by one of the servers. pg-boss, over our own pool on both engines.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

import { fromKysely, PgBoss, type Db as JobDb, type QueueOptions } from 'pg-boss'

import type { Pool, Trx } from '#db/connection.ts'

import type { Context } from '../context.ts'

const SCHEMA = 'job'
/** How soon, in seconds, a promise is seen by whoever keeps it. */
const POLLING = 1

type Handle = (data: object, id: string) => Promise<void>
type Definition = { options: QueueOptions; handle: Handle }
export type Jobs = {
  /** Says how a kind of work is done. `handle` throws where it has to be tried again. */
  define: (queue: string, options: QueueOptions, handle: Handle) => void
  /** Promises work, in a transaction. */
  enqueue: (trx: Trx, queue: string, data: object) => Promise<void>
  /** Makes its tables and queues where they are not there yet. */
  prepare: () => Promise<void>
  /** Begins to do what was promised. */
  start: () => Promise<void>
  /** Ends after what is being done. */
  stop: () => Promise<void>
}

/** Whoever promises in a transaction looks everything up in it: there may be no other connection. */
const promising = new AsyncLocalStorage<JobDb>()

export const createBoss = (pool: Pool) =>
  new PgBoss({
    db: { executeSql: (text, values) => (promising.getStore() ?? openJobDb(pool)).executeSql(text, values) },
    backend: pool.engine === 'embedded' ? 'pglite' : 'postgres',
    schema: SCHEMA,
    schedule: false,
  })

/** Each text on a connection of its own. It may hold a whole transaction: one that fails is undone before somebody else is given its connection. */
const openJobDb = (pool: Pool): JobDb => ({
  async executeSql(text, values) {
    const connection = await pool.connect()
    try {
      return await connection.query(text, values)
    } catch (error) {
      await connection.query('rollback').catch(() => undefined)
      throw error
    } finally {
      connection.release()
    }
  },
})

export function createJobs({ pool, log }: Context): Jobs {
  const boss = createBoss(pool)
  boss.on('error', (error) => log.error({ err: error }, 'the job queue has a problem'))
  const definitions = new Map<string, Definition>()
  let isOpen = false
  async function prepare() {
    if (isOpen) return
    await boss.start()
    isOpen = true
    for (const [queue, { options }] of definitions) await boss.createQueue(queue, options)
  }
  let isWorking = false
  return {
    prepare,
    define: (queue, options, handle) => void definitions.set(queue, { options, handle }),
    async enqueue(trx, queue, data) {
      const db = fromKysely(trx)
      await promising.run(db, () => boss.send(queue, data, { db }))
    },
    async start() {
      await prepare()
      isWorking = true
      for (const [queue, { handle }] of definitions) {
        await boss.work(queue, { pollingIntervalSeconds: POLLING, batchSize: 1 }, async ([job]) => {
          if (job) await handle(job.data as object, job.id)
        })
      }
    },
    async stop() {
      if (isOpen) await boss.stop({ graceful: isWorking, timeout: 5_000 })
    },
  }
}
