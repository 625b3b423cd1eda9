import type { Problem } from '#contract/offer-csv.ts'

import type { Context } from '../context.ts'
import { analyzeReferenced } from './data.ts'
import type { NumberedRow, RowWriter } from './write-rows.ts'

/**
 * How long, in milliseconds, the database may be at one batch. The embedded engine has one session: whoever asks meanwhile waits for the
 * end of the batch, and then goes first.
 */
const TARGET = { embedded: 22, server: 40 } as const
const BATCH = { first: 50, least: 10, most: 1_000 } as const
/** Rows after which the tables' statistics are made for the first time; then each time that the rows have doubled. */
const FIRST_ANALYZE = 500

/** A row with its cells, which are kept where it is refused. */
export type WrittenRow = NumberedRow & { written: string[] }
export type Refusal = { row: number; written: string[]; isWhole: boolean; problems: Problem[] }

/** Collects rows into batches, as large as their time allows. While one is written the next is worked out, and one more is read. */
export class BatchWriter {
  readonly #context: Context
  readonly #writer: RowWriter
  readonly #refuse: (refusals: Refusal[]) => Promise<void>
  #size: number = BATCH.first
  #written = 0
  #analyzeAt = FIRST_ANALYZE
  #batch: WrittenRow[] = []
  #working = Promise.resolve()

  constructor(context: Context, writer: RowWriter, refuse: (refusals: Refusal[]) => Promise<void>) {
    this.#context = context
    this.#writer = writer
    this.#refuse = refuse
  }

  /** Throws what the writing of an earlier row has thrown. */
  async add(row: WrittenRow) {
    this.#batch.push(row)
    if (this.#batch.length >= this.#size) await this.#flush()
  }

  /** Writes what is left, and then the offers of shops that have moved. */
  async end() {
    await this.#flush()
    await this.#working
    await this.#writer.settle()
    await this.#writer.moveOffers(this.#size)
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

  async #write(batch: WrittenRow[]) {
    if (batch.length === 0) return
    const problems = await this.#writer.write(batch)
    if (problems.length > 0) {
      const writtenIn = new Map(batch.map(({ row, written }) => [row, written]))
      await this.#refuse(problems.map(({ row, ...problem }) => ({ row, written: writtenIn.get(row)!, isWhole: true, problems: [problem] })))
    }
    this.#size = this.#sizeNext()
    this.#written += batch.length
    if (this.#written < this.#analyzeAt) return
    this.#analyzeAt = this.#written * 2
    await analyzeReferenced(this.#context.pool)
  }

  /** As many rows as fit into the time of a batch, by what the last one took; never more than twice or less than half as many. */
  #sizeNext() {
    const { rows, took } = this.#writer.lastStored
    if (rows === 0) return this.#size
    const fitting = (rows * TARGET[this.#context.pool.engine]) / Math.max(took, 1)
    const near = Math.min(this.#size * 2, Math.max(this.#size / 2, fitting))
    return Math.round(Math.min(BATCH.most, Math.max(BATCH.least, near)))
  }
}
