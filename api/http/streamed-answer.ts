import { Readable } from 'node:stream'

/**
 * An answer too long to hold: JSON text in pieces. `release` is called when the last one is taken, when the reader leaves, and when it
 * takes nothing for `patience` milliseconds.
 */
export class StreamedAnswer {
  readonly #pieces: AsyncIterable<string>
  readonly #options: { release: () => void; patience: number }

  constructor(pieces: AsyncIterable<string>, options: { release: () => void; patience: number }) {
    this.#pieces = pieces
    this.#options = options
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
