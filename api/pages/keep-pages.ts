/**
 * Rendered pages, kept for a moment: they are the same for everyone (D-58), and React is most of what one costs. A page lives for a
 * second, and never past a change of the catalogue. Of equal pages asked for at once, one is rendered and the others wait for it.
 *
 * What goes out is kept with its headers, already compressed. A policy for scripts must therefore be one that fits every copy: hashes of
 * the inline scripts, worked out when the page is rendered and put into its headers. A nonce would need a page of its own each time.
 */
import { LRUCache } from 'lru-cache'

import { compressPage, type Encoding } from './compress-page.ts'

export type Page = { status: number; headers: Record<string, string>; body: Buffer }
type KeptPage = { page: Page; expires: number; forms: Map<Encoding, Page> }

const KEPT_FOR = 1_000
const KEPT_BYTES = 48 * 1024 * 1024

export class PageCache {
  /** By the bytes of the page itself; its compressed forms are a fraction of that. */
  readonly #pages = new LRUCache<string, KeptPage>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ page }) => Math.ceil(page.body.length * 1.5) + 1_000,
  })
  readonly #running = new Map<string, Promise<KeptPage>>()
  readonly #clock: { now: () => number }
  #generation = 0

  constructor(clock: { now: () => number }) {
    this.#clock = clock
  }

  clear() {
    this.#generation += 1
    this.#pages.clear()
    this.#running.clear()
  }

  /** The page at an address as a client takes it, kept or rendered now. */
  async load(address: string, encoding: Encoding, render: () => Promise<Page>): Promise<Page> {
    const kept = this.#pages.get(address)
    const entry = kept && kept.expires > this.#clock.now() ? kept : await (this.#running.get(address) ?? this.#render(address, render))
    let form = entry.forms.get(encoding)
    if (!form) {
      form = encodePage(entry.page, encoding)
      entry.forms.set(encoding, form)
    }
    return form
  }

  #render(address: string, render: () => Promise<Page>) {
    const generation = this.#generation
    const making = render().then((page) => {
      const entry: KeptPage = { page, expires: this.#clock.now() + KEPT_FOR, forms: new Map() }
      if (page.status === 200 && generation === this.#generation) this.#pages.set(address, entry)
      return entry
    })
    this.#running.set(address, making)
    const forget = () => {
      if (this.#running.get(address) === making) this.#running.delete(address)
    }
    making.then(forget, forget)
    return making
  }
}

function encodePage({ status, headers, body }: Page, wanted: Encoding): Page {
  const { body: compressed, encoding } = compressPage(body, wanted)
  return {
    status,
    headers: {
      ...headers,
      vary: headers['vary'] ? `accept-encoding, ${headers['vary']}` : 'accept-encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
    body: compressed,
  }
}
