/**
 * The load generator: a process of its own that keeps connections open and asks again as soon as it has its answer. A socket and a few
 * lines of HTTP instead of a library, for the two cores that are measured have to carry it, too.
 */
import { connect, type Socket } from 'node:net'

import { answerMessages } from './processes.ts'

export type LoadRequest = { port: number; paths: string[]; connections: number; seconds: number }
/** Latencies in milliseconds. */
export type LoadResult = { perSecond: number; requests: number; p50: number; p95: number; p99: number; max: number; failures: number }

const HEAD_END = '\r\n\r\n'
/** All connections read into the same bytes: what has arrived is looked at once and never kept. */
const ARRIVED = Buffer.alloc(256 * 1024)

/** One connection, one question at a time. Answers the status. */
class Asker {
  readonly #socket: Socket
  #resolve: ((status: number) => void) | undefined
  #reject: ((error: Error) => void) | undefined
  #head = ''
  #missing = -1

  private constructor(port: number) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: ARRIVED,
        callback: (length) => {
          this.#take(ARRIVED.subarray(0, length))
          return true
        },
      },
    })
    this.#socket.on('close', () => this.#reject?.(new Error('the server closed the connection')))
    this.#socket.on('error', (error) => this.#reject?.(error))
  }

  static async open(port: number) {
    const asker = new Asker(port)
    await new Promise<void>((resolve, reject) => asker.#socket.once('connect', resolve).once('error', reject))
    return asker
  }

  ask(path: string) {
    return new Promise<number>((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n`)
    })
  }

  #take(chunk: Buffer) {
    let body = chunk.length
    if (this.#missing < 0) {
      const end = chunk.indexOf(HEAD_END)
      this.#head += chunk.toString('latin1', 0, end < 0 ? chunk.length : end)
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1]
      if (length === undefined) return this.#reject?.(new Error(`an answer without its length: ${this.#head}`))
      this.#missing = Number(length)
      body = chunk.length - end - HEAD_END.length
    }
    this.#missing -= body
    if (this.#missing > 0) return
    const status = Number(this.#head.slice(9, 12))
    this.#head = ''
    this.#missing = -1
    this.#resolve?.(status)
  }

  close() {
    this.#reject = undefined
    this.#socket.destroy()
  }
}

export const percentile = (sorted: ArrayLike<number>, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
export const median = (numbers: number[]) =>
  percentile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  )

/** `begun` as performance.now() says it. */
export function summarize(latencies: number[], begun: number, failures: number): LoadResult {
  const took = (performance.now() - begun) / 1000
  const sorted = Float64Array.from(latencies).toSorted()
  return {
    perSecond: sorted.length / took,
    requests: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
    failures,
  }
}

async function run({ port, paths, connections, seconds }: LoadRequest): Promise<LoadResult> {
  const askers = await Promise.all(Array.from({ length: connections }, () => Asker.open(port)))
  const latencies: number[] = []
  let failures = 0
  let next = 0
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    askers.map(async (asker) => {
      for (let now = performance.now(); now < end;) {
        if ((await asker.ask(paths[next++ % paths.length]!)) !== 200) failures += 1
        const then = now
        now = performance.now()
        latencies.push(now - then)
      }
      asker.close()
    }),
  )
  return summarize(latencies, begun, failures)
}

if (import.meta.main) answerMessages(run)
