import { Readable } from 'node:stream'

import { AppError } from '#contract/errors.ts'
import { SECOND } from '#contract/time.ts'

/** A reader that takes nothing for so long gives its place to others. */
const PATIENCE = 10 * SECOND

type Options = { release: () => void; patience: number; headers?: Record<string, string> }

/**
 * An answer too long to hold: text in pieces. `release` is called when the last one is taken, when the reader leaves, and when it
 * takes nothing for `patience` milliseconds.
 */
export class StreamedAnswer {
  readonly headers: Record<string, string>
  readonly #pieces: AsyncIterable<string>
  readonly #options: Options

  constructor(pieces: AsyncIterable<string>, options: Options) {
    this.headers = options.headers ?? {}
    this.#pieces = pieces
    this.#options = options
  }

  /** Gives the place back, for an answer of which nobody wants a piece. */
  leave(): Readable {
    this.#options.release()
    return Readable.from([])
  }

  open(): Readable {
    const { release, patience } = this.#options
    const pieces = this.#pieces
    let timer: NodeJS.Timeout | undefined
    async function* watch() {
      for await (const piece of pieces) {
        timer = setTimeout(() => stream.destroy(), patience)
        yield piece
        clearTimeout(timer)
      }
    }
    const stream = Readable.from(watch(), { objectMode: false, highWaterMark: 1 })
    // Also where nobody ever began to read: a generator that has not begun would not notice.
    stream.once('close', () => {
      clearTimeout(timer)
      release()
    })
    return stream
  }
}

/** Makes such answers, `atOnce` at a time; who comes later is told `busy`, and when to come back. */
export function createStreams({ atOnce, busy }: { atOnce: number; busy: string }) {
  let running = 0
  const release = () => {
    running -= 1
  }
  return (write: () => AsyncIterable<string>, headers: Record<string, string> = {}) => {
    if (running >= atOnce) throw new AppError('too_many_requests', { message: busy, retryAfter: 5 })
    running += 1
    return new StreamedAnswer(write(), { release, patience: PATIENCE, headers })
  }
}
