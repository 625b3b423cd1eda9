import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'

import { expect, onTestFinished, test } from 'vitest'

import { EmbeddedPool } from './embedded-pool.ts'

const MEGABYTE = 2 ** 20

test('nothing of what the engine has answered stays in the heap of its thread', { timeout: 60_000 }, async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-worker-'))
  let thread: Worker | undefined
  process.once('worker', (worker) => (thread = worker))
  const pool = await EmbeddedPool.open(directory, 10_000)
  onTestFinished(async () => {
    await pool.end()
    rmSync(directory, { recursive: true })
  })
  const read = async (megabytes: number) => {
    for (let count = 0; count < megabytes; count++) await pool.query(`select repeat('x', 1024) as text from generate_series(1, 1024)`)
    return (await thread!.getHeapStatistics()).used_heap_size / MEGABYTE
  }
  const before = await read(5)
  expect(await read(30)).toBeLessThan(before + 15)
})
