import type { RowProblem } from '#contract/import.ts'

import type { Context } from '../context.ts'
import { analyzeReferenced } from './data.ts'
import { Pace } from './measure-batches.ts'
import type { NumberedRow, RowWriter } from './write-rows.ts'

/** Rows after which the tables' statistics are made for the first time; then each time that the rows have doubled. */
const FIRST_ANALYZE = 500

/** Collects rows into batches, as large as their time allows. While one is written the next is worked out, and one more is read. */
export class BatchWriter {
  readonly #context: Context
  readonly #writer: RowWriter
  readonly #refuse: (problems: RowProblem[]) => void
  readonly #pace: Pace
  #written = 0
  #analyzeAt = FIRST_ANALYZE
  #batch: NumberedRow[] = []
  #working = Promise.resolve()

  constructor(context: Context, writer: RowWriter, refuse: (problems: RowProblem[]) => void) {
    this.#context = context
    this.#writer = writer
    this.#refuse = refuse
    this.#pace = new Pace(context.pool)
  }

  /** Throws what the writing of an earlier row has thrown. */
  async add(row: NumberedRow) {
    this.#batch.push(row)
    if (this.#batch.length >= this.#pace.size) await this.#flush()
  }

  /** Writes what is left, and then the offers of shops that have moved. */
  async end() {
    await this.#flush()
    await this.#working
    await this.#writer.settle()
    await this.#writer.moveOffers(this.#pace.size)
  }

  /** Afterwards nothing is written any more. Never throws. */
  async stop() {
    await this.#working.catch(() => undefined)
    await this.#writer.settle().catch(() => undefined)
  }

  async #flush() {
    const batch = this.#batch
    this.#batch = []
    await this.#working
    this.#working = this.#write(batch)
    // A failure is thrown at whoever comes next.
    this.#working.catch(() => undefined)
  }

  async #write(batch: NumberedRow[]) {
    if (batch.length === 0) return
    this.#refuse(await this.#writer.write(batch))
    this.#pace.learn(this.#writer.lastStored)
    this.#written += batch.length
    if (this.#written < this.#analyzeAt) return
    this.#analyzeAt = this.#written * 2
    await analyzeReferenced(this.#context.pool)
  }
}
