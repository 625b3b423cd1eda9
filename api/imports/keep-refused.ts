import { REFUSED_LIMIT } from '#contract/constants.ts'
import type { Db } from '#db/connection.ts'

import { insertRefusedRows, type Refusal } from './data-refused.ts'

/** So much is written at once: nobody waits long for it. */
const AT_ONCE = { rows: 200, characters: 2 ** 20 } as const

/** Collects the refused rows of a running import and keeps the first of them, a few hundred at a time. */
export class RefusedRows {
  readonly #db: Db
  readonly #importId: number
  #waiting: Refusal[] = []
  #characters = 0
  #kept = 0

  constructor(db: Db, importId: number) {
    this.#db = db
    this.#importId = importId
  }

  async add(refusals: Refusal[]) {
    for (const refusal of refusals) {
      if (this.#kept >= REFUSED_LIMIT) return
      this.#kept += 1
      this.#waiting.push(refusal)
      for (const cell of refusal.written) this.#characters += cell.length
      if (this.#waiting.length >= AT_ONCE.rows || this.#characters >= AT_ONCE.characters) await this.flush()
    }
  }

  async flush() {
    const refusals = this.#waiting
    this.#waiting = []
    this.#characters = 0
    if (refusals.length > 0) await insertRefusedRows(this.#db, this.#importId, refusals)
  }

  get isEmpty() {
    return this.#kept === 0
  }
}
