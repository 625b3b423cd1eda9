import type { Pool } from '#db/connection.ts'

/**
 * How long, in milliseconds, the database may be at one batch. The embedded engine has one session: whoever asks meanwhile waits for the
 * end of the batch, and then goes first; batches of 20 ms take a tenth less time, and the slowest lists beside them a fifth longer. A server
 * answers others beside it, but the rows of a batch are worked out in the thread that answers: batches of 150 ms take a tenth less time than
 * those of 40, and the slowest lists beside them half as long again; batches of 25 to 40 take the same. Whoever cleans up is in no hurry, and leaves no gaps.
 */
const TARGET = { embedded: 12, server: 25, cleaning: 6 } as const
const BATCH = { first: 50, least: 10, most: 1_000 } as const
/** Where a row stands for a hundred others. */
export const FEW = { first: 5, least: 1 } as const

/** How many rows a batch may have, by what the last one took. */
export class Pace {
  size: number
  readonly #target: number
  readonly #least: number

  constructor(of: Pool['engine'] | 'cleaning', { first, least }: { first: number; least: number } = BATCH) {
    this.#target = TARGET[of]
    this.size = first
    this.#least = least
  }

  /** As many rows as fit into the time of a batch; never more than twice or less than half as many as before. */
  learn({ rows, took }: { rows: number; took: number }) {
    const fitting = (rows * this.#target) / Math.max(took, 1)
    const near = Math.min(this.size * 2, Math.max(this.size / 2, fitting))
    this.size = Math.round(Math.min(BATCH.most, Math.max(this.#least, near)))
  }
}
