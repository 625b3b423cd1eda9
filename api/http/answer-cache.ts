import { LRUCache } from 'lru-cache'

import type { Clock } from '../context.ts'
import type { ShapedAnswer } from './shaped.ts'

/** An answer, kept for the next one who asks the same. */
type CachedAnswer = ShapedAnswer & { expires: number }
/** How an answer is made, and until when it may be kept. */
type Making = { work: () => Promise<ShapedAnswer>; keepUntil: (answer: ShapedAnswer) => number }

const CACHE_BYTES = 64 * 1024 * 1024
const ASKED_BYTES = 4 * 1024 * 1024

/**
 * Answers of public GET calls by their path and query. An entry lives for a few seconds, and until the catalogue changes. It is
 * kept from the second time on that its question is asked. Of equal questions asked at once, one is worked out and the others wait for it.
 */
export class AnswerCache {
  readonly #entries = new LRUCache<string, CachedAnswer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }, key) => body.length * 3 + key.length * 2 + 500,
  })
  /** What was asked once: most questions are never asked again, and to keep their answers would only be work for the memory. */
  readonly #asked = new LRUCache<string, true>({ maxSize: ASKED_BYTES, sizeCalculation: (_, key) => key.length * 2 + 100 })
  readonly #running = new Map<string, Promise<ShapedAnswer>>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What is being worked out meanwhile is given to those who wait for it, and not kept. */
  clear() {
    this.#entries.clear()
    this.#running.clear()
  }

  /** The same for one question. */
  forget(key: string) {
    this.#entries.delete(key)
    this.#running.delete(key)
  }

  get(key: string): ShapedAnswer | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.expires > this.#clock.now() ? entry : undefined
  }

  /** The answer that is being made, or a new one. */
  async load(key: string, { work, keepUntil }: Making): Promise<ShapedAnswer> {
    const running = this.#running.get(key)
    if (running) return running
    const made = work()
    this.#running.set(key, made)
    try {
      const answer = await made
      if (!this.#asked.has(key)) this.#asked.set(key, true)
      else if (this.#running.get(key) === made) this.#keep(key, { ...answer, expires: keepUntil(answer) })
      return answer
    } finally {
      if (this.#running.get(key) === made) this.#running.delete(key)
    }
  }

  #keep(key: string, entry: CachedAnswer) {
    if (entry.expires > this.#clock.now()) this.#entries.set(key, entry)
  }
}
