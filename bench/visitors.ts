/** Visitors who come at a fixed pace, whether those before them have their answer or not. */
import { setTimeout as sleep } from 'node:timers/promises'

import { percentile } from './load.ts'
import { LIST } from './point.ts'

/** Times in milliseconds. */
export type Asked = { count: number; p50: number; p95: number; max: number; failures: number }

/** Asks every so many milliseconds, until the function that it answers is called. */
export function startAsking(every: number, ask: (i: number) => Promise<Response>) {
  const times: number[] = []
  let failures = 0
  let isOver = false
  const pending = new Set<Promise<void>>()
  const visit = async (i: number) => {
    const begun = performance.now()
    try {
      const response = await ask(i)
      await response.arrayBuffer()
      if (!response.ok) failures += 1
    } catch {
      failures += 1
    }
    times.push(performance.now() - begun)
  }
  const loop = (async () => {
    const begun = performance.now()
    for (let i = 0; !isOver; i++) {
      const visiting = visit(i)
      pending.add(visiting)
      void visiting.finally(() => pending.delete(visiting))
      await sleep(Math.max(0, begun + (i + 1) * every - performance.now()))
    }
  })()
  return async (): Promise<Asked> => {
    isOver = true
    await loop
    await Promise.all(pending)
    const sorted = times.toSorted((a, b) => a - b)
    return { count: sorted.length, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), max: sorted.at(-1) ?? 0, failures }
  }
}

/** The list, each time another question to every cache. */
export const readList = (url: string, i: number, more = '') => fetch(`${url}${LIST}${more}&_=${i}`, { signal: AbortSignal.timeout(10_000) })
