import { setTimeout as sleep } from 'node:timers/promises'

import type { RowProblem } from '#contract/import.ts'

import type { Context } from '../context.ts'
import { analyzeReferenced } from './data.ts'
import type { NumberedRow, RowWriter } from './write-rows.ts'

/**
 * How long one batch may take, in milliseconds, and the share of that for which others have the database to themselves. The embedded
 * engine has one session: whoever asks meanwhile waits for the end of a batch, and then goes first.
 */
const PACE = { embedded: { target: 30, rest: 0.1 }, server: { target: 80, rest: 0 } } as const
const BATCH = { first: 50, least: 10, most: 1_000 } as const
/** Rows after which the tables' statistics are made for the first time; then each time that the rows have doubled. */
const FIRST_ANALYZE = 500

/** Collects rows into batches, as large as their time allows. While one is written the next one waits, and one more is read. */
export class BatchWriter {
  readonly #context: Context
  readonly #writer: RowWriter
  readonly #refuse: (problems: RowProblem[]) => void
  #size: number = BATCH.first
  #written = 0
  #analyzeAt = FIRST_ANALYZE
  #batch: NumberedRow[] = []
  #last = Promise.resolve()
  #writing = Promise.resolve()

  constructor(context: Context, writer: RowWriter, refuse: (problems: RowProblem[]) => void) {
    this.#context = context
    this.#writer = writer
    this.#refuse = refuse
  }

  /** Throws what the writing of an earlier row has thrown. */
  async add(row: NumberedRow) {
    this.#batch.push(row)
    if (this.#batch.length >= this.#size) await this.#flush()
  }

  /** Writes what is left, and then the offers of shops that have moved. */
  async end() {
    await this.#flush()
    await this.#writing
    const { rest, target } = PACE[this.#context.pool.engine]
    await this.#writer.moveOffers(this.#size, () => sleep(rest * target))
  }

  /** Afterwards nothing is written any more. Never throws. */
  async stop() {
    await this.#writing.catch(() => undefined)
  }

  async #flush() {
    const batch = this.#batch
    this.#batch = []
    await this.#last
    this.#last = this.#writing
    this.#writing = this.#writing.then(() => this.#write(batch))
    // A failure is thrown at whoever comes next.
    this.#writing.catch(() => undefined)
  }

  async #write(batch: NumberedRow[]) {
    if (batch.length === 0) return
    const { target, rest } = PACE[this.#context.pool.engine]
    const begun = performance.now()
    this.#refuse(await this.#writer.write(batch))
    const took = performance.now() - begun
    const fitting = Math.max((batch.length * target) / Math.max(took, 1), this.#size / 2)
    this.#size = Math.round(Math.min(BATCH.most, Math.max(BATCH.least, fitting), this.#size * 2))
    if (rest > 0) await sleep(took * rest)
    this.#written += batch.length
    if (this.#written < this.#analyzeAt) return
    this.#analyzeAt = this.#written * 2
    await analyzeReferenced(this.#context.pool)
  }
}
