import type { Rows } from '../ranking/model.ts'

/** Collects rows of a matrix one after the other, of each only the numbers that are largest without their sign. */
export class StrongestRows {
  readonly #most: number
  readonly #starts: number[] = [0]
  readonly #columns: Uint32Array[] = []
  readonly #values: Float32Array[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** `values[n]` stands in column `columns[n]`, or `n` without columns; zeros are nothing. */
  add(values: Float32Array, columns: Uint32Array | undefined, length = values.length) {
    let threshold = 0
    let count = 0
    for (let n = 0; n < length; n += 1) if (values[n] !== 0) count += 1
    if (count > this.#most) {
      const sizes = new Float32Array(count)
      let filled = 0
      for (let n = 0; n < length; n += 1) if (values[n] !== 0) sizes[filled++] = Math.abs(values[n]!)
      sizes.sort()
      threshold = sizes[count - this.#most]!
    }
    const kept = new Uint32Array(Math.min(count, this.#most))
    const numbers = new Float32Array(kept.length)
    let filled = 0
    for (let n = 0; n < length && filled < kept.length; n += 1) {
      if (values[n] === 0 || Math.abs(values[n]!) < threshold) continue
      kept[filled] = columns ? columns[n]! : n
      numbers[filled] = values[n]!
      filled += 1
    }
    this.#columns.push(kept.subarray(0, filled))
    this.#values.push(numbers.subarray(0, filled))
    this.#starts.push(this.#starts.at(-1)! + filled)
  }

  toRows(): Rows {
    const length = this.#starts.at(-1)!
    const rows: Rows = { starts: Uint32Array.from(this.#starts), columns: new Uint32Array(length), values: new Float32Array(length) }
    for (const [row, columns] of this.#columns.entries()) {
      rows.columns.set(columns, this.#starts[row]!)
      rows.values.set(this.#values[row]!, this.#starts[row]!)
    }
    return rows
  }
}
