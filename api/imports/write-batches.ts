import type { Context } from '../context.ts'
import { analyzeReferenced } from './data.ts'
import type { Refusal } from './data-refused.ts'
import { Pace } from './measure-batches.ts'
import type { NumberedRow } from './find-rows.ts'
import type { RowWriter } from './write-rows.ts'

/** Rows after which the tables' statistics are made for the first time; then each time that the rows have doubled. */
const FIRST_ANALYZE = 500

/** A row with its cells, which are kept where it is refused. */
type WrittenRow = NumberedRow & { written: string[] }

/** Collects rows into batches, as large as their time allows. While one is written the next is worked out, and one more is read. */
export class BatchWriter {
  readonly #context: Context
  readonly #writer: RowWriter
  readonly #refuse: (refusals: Refusal[]) => Promise<void>
  readonly #pace: Pace
  #written = 0
  #analyzeAt = FIRST_ANALYZE
  #batch: WrittenRow[] = []
  #working = Promise.resolve()

  constructor(context: Context, writer: RowWriter, refuse: (refusals: Refusal[]) => Promise<void>) {
    this.#context = context
    this.#writer = writer
    this.#refuse = refuse
    this.#pace = new Pace(context.pool.engine)
  }

  /** Throws what the writing of an earlier row has thrown. */
  async add(row: WrittenRow) {
    this.#batch.push(row)
    if (this.#batch.length >= this.#pace.size) await this.#flush()
  }

  /** Writes what is left, and then the offers of shops that have moved. */
  async end(signal: AbortSignal | undefined) {
    await this.#flush()
    await this.#working
    await this.#writer.finish(this.#pace.size, signal)
  }

  /** Afterwards nothing is written any more. Never throws. */
  async stop() {
    await this.#working.catch(() => undefined)
    await this.#writer.stop()
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
    const problems = await this.#writer.write(batch, (took) => this.#pace.learn({ rows: batch.length, took }))
    if (problems.length > 0) {
      const writtenIn = new Map(batch.map(({ row, written }) => [row, written]))
      await this.#refuse(problems.map(({ row, ...problem }) => ({ row, written: writtenIn.get(row)!, isWhole: true, problems: [problem] })))
    }
    this.#written += batch.length
    if (this.#written < this.#analyzeAt) return
    this.#analyzeAt = this.#written * 2
    await analyzeReferenced(this.#context.pool)
  }
}
