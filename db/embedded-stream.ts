import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'

/** What `isDatabaseUnavailable` knows it by. */
export const HAS_STOPPED = 'the embedded database has stopped'

type Chunk = { chunk: Buffer }
type Done = (error?: Error | null) => void

/** What pg's client takes for a socket: what it writes goes to the engine in a thread, what the engine answers is read. It ends with the thread. */
export class EmbeddedStream extends Duplex {
  readonly #worker: Worker

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', (answer: Uint8Array) => this.push(answer))
    worker.on('error', (cause) => this.destroy(new Error(HAS_STOPPED, { cause })))
    worker.on('exit', () => this.destroy(new Error(HAS_STOPPED)))
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
    this.#send([{ chunk }], done)
  }

  override _writev(chunks: Chunk[], done: Done) {
    this.#send(chunks, done)
  }

  /** In one piece that goes over whole: what is sent as a part of a larger memory takes all of it along. */
  #send(chunks: Chunk[], done: Done) {
    const messages = new Uint8Array(chunks.reduce((length, { chunk }) => length + chunk.length, 0))
    let at = 0
    for (const { chunk } of chunks) {
      messages.set(chunk, at)
      at += chunk.length
    }
    this.#worker.postMessage(messages, [messages.buffer])
    done()
  }
}
