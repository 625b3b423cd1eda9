import { readFileSync } from 'node:fs'
import path from 'node:path'

import { compileText } from './web-assembly.ts'

/** Pivots that are swept at once: a panel of the matrix of so many columns stays in the processor's cache. */
const BLOCK = 64

type Kernel = (target: number, stride: number, left: number, right: number, columns: number, depth: number) => void

const openMemory = compileText('multiply.wat', readFileSync(path.join(import.meta.dirname, 'multiply.wat'), 'utf8'))

/** A small symmetric matrix, inverted in place by sweeping one pivot after the other. */
function invertBlock(block: Float64Array, size: number) {
  for (let k = 0; k < size; k += 1) {
    const pivot = block[k * size + k]!
    if (!(pivot > 0)) throw new Error('The matrix has no inverse that is good for anything')
    for (let i = 0; i < size; i += 1) {
      if (i === k) continue
      const share = block[i * size + k]! / pivot
      for (let j = 0; j < size; j += 1) if (j !== k) block[i * size + j]! -= share * block[k * size + j]!
      block[i * size + k] = -share
    }
    for (let j = 0; j < size; j += 1) block[k * size + j] = j === k ? 1 / pivot : block[k * size + j]! / pivot
  }
}

/**
 * The inverse of a symmetric positive definite matrix of `size` rows. `fill` writes its lower half, rows at a stride of `stride` numbers, into the
 * numbers that it is given; the same half of the inverse comes back that way. Sweeps blocks of pivots (Gauss-Jordan that keeps the
 * symmetry): size³ steps of float32, 4 bytes · size² of memory.
 */
export function invertMatrix(size: number, fill: (lower: Float32Array, stride: number) => void) {
  const stride = Math.ceil(size / BLOCK) * BLOCK
  const numbers = stride * stride + 2 * stride * BLOCK
  const { buffer, exports } = openMemory(numbers * 4)
  const all = new Float32Array(buffer)
  const lower = all.subarray(0, stride * stride)
  const column = all.subarray(stride * stride, stride * (stride + BLOCK))
  const scaled = all.subarray(stride * (stride + BLOCK), numbers)
  const subtractProducts = exports['subtractProducts'] as Kernel
  fill(lower, stride)
  // What the last block has too many are ones on the diagonal: they disturb nobody.
  for (let k = size; k < stride; k += 1) lower[k * stride + k] = 1

  const block = new Float64Array(BLOCK * BLOCK)
  for (let from = 0; from < stride; from += BLOCK) {
    for (let r = 0; r < stride; r += 1)
      for (let c = 0; c < BLOCK; c += 1)
        column[r * BLOCK + c] = r >= from + c ? lower[r * stride + from + c]! : lower[(from + c) * stride + r]!
    block.set(column.subarray(from * BLOCK, (from + BLOCK) * BLOCK))
    invertBlock(block, BLOCK)
    scaled.fill(0)
    for (let r = 0; r < stride; r += 1)
      for (let k = 0; k < BLOCK; k += 1) {
        const x = column[r * BLOCK + k]!
        if (x !== 0) for (let c = 0; c < BLOCK; c += 1) scaled[r * BLOCK + c]! += x * block[k * BLOCK + c]!
      }
    for (let r = 0; r < stride; r += 2) {
      const left = column.byteOffset + r * BLOCK * 4
      // Two rows at once, four columns at once: up to three numbers above the diagonal are written too, which nobody reads.
      subtractProducts(r * stride * 4, stride * 4, left, scaled.byteOffset, Math.ceil((r + 2) / 4) * 4, BLOCK)
    }
    for (let r = 0; r < stride; r += 1)
      for (let c = 0; c < BLOCK; c += 1) {
        const value = r >= from && r < from + BLOCK ? -block[(r - from) * BLOCK + c]! : scaled[r * BLOCK + c]!
        if (r >= from) lower[r * stride + from + c] = value
        else lower[(from + c) * stride + r] = value
      }
  }
  for (let n = 0; n < lower.length; n += 1) lower[n] = -lower[n]!
  return { lower, stride }
}
