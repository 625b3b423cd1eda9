/** What both engines look like from outside: the part of pg.Pool that is used here. */
import { AsyncLocalStorage } from 'node:async_hooks'

import { sql } from 'kysely'

export type Row = Record<string, unknown>
/** Several statements in one text answer with the rows of all of them, and the command of the last. */
export type QueryResult = { command: string; rowCount: number | null; rows: Row[] }
/** pg answers several statements with several results. */
export const joinResults = (results: QueryResult | QueryResult[]): QueryResult =>
  Array.isArray(results) ? { ...results.at(-1)!, rows: results.flatMap(({ rows }) => rows) } : results
export type Query = (text: string, params?: readonly unknown[]) => Promise<QueryResult>
export type Connection = { query: Query; release: () => void }
/** A name held for this process alone. Writing through its own connection fails once the lock is lost. */
export type HeldLock = { connection: { query: Query }; release: () => Promise<void> }

export interface Pool {
  readonly engine: 'embedded' | 'server'
  connect(): Promise<Connection>
  query: Query
  /** One statement that only reads, and may share a connection with others. */
  read: Query
  /** Takes a lock by name across every process that shares the database; undefined where somebody holds it. It ends with the process. */
  tryLock(name: string): Promise<HeldLock | undefined>
  end(): Promise<void>
}

/** Inside a transaction the pool would wait for the very connection that waits for it: say so at once instead. */
const inTransaction = new AsyncLocalStorage<true>()
export const runInTransaction = <T>(work: () => Promise<T>) => inTransaction.run(true, work)
export const forbidNested = () => {
  if (inTransaction.getStore()) throw new Error('the pool is used inside a transaction: use its trx')
}

export const PLAN_ONCE = '/* planned once */'
/**
 * Ends a statement that has one best way, whatever its values: a look-up by ids, a walk by an index. Planning one takes longer than running it,
 * so a connection to PostgreSQL that readers share plans it once. Where the best index depends on a value, whoever asks has to know which.
 */
export const planOnce = sql.raw(PLAN_ONCE)
export const isPlannedOnce = (text: string) => text.endsWith(PLAN_ONCE)
