import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'

import { DatabaseAway } from './database-away.ts'

/** In memory of their own, which one thread hands over to the other: a part of a larger one would take all of it along. */
export const joinBytes = (parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

type Done = (error?: Error | null) => void

/** What pg's client takes for a socket: what it writes goes to the engine in a thread, what the engine answers is read. It ends with the thread. */
export class EmbeddedStream extends Duplex {
  readonly #worker: Worker

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', (answer: Uint8Array) => this.push(answer))
    worker.on('error', (cause) => this.destroy(new DatabaseAway('KADE_STOPPED', { cause })))
    worker.on('exit', () => this.destroy(new DatabaseAway('KADE_STOPPED')))
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay() {
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done) {
    this.#send([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done) {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    )
  }

  #send(chunks: Buffer[], done: Done) {
    const messages = joinBytes(chunks)
    this.#worker.postMessage(messages, [messages.buffer])
    done()
  }
}
