/** Files that are made for machines which come again and again: kept for a while, with a tag that tells whether they have changed. */
import { hash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Clock } from '../context.ts'
import { chooseEncoding, compressPage, type Encoding } from '../pages/compress-page.ts'

type Form = ReturnType<typeof compressPage>
/** `forms` are its compressed ones, made when somebody first takes them so. */
type File = { body: Buffer; etag: string; expires: number; forms: Map<Encoding, Form> }

const KEPT_BYTES = 24 * 1024 * 1024

export class FileCache {
  readonly #files = new LRUCache<string, File>({ maxSize: KEPT_BYTES, sizeCalculation: ({ body }) => body.length * 2 + 300 })
  readonly #running = new Map<string, Promise<File>>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  clear() {
    this.#files.clear()
    this.#running.clear()
  }

  /** The kept file, or a new one for so many milliseconds. Of equal ones asked for at once, one is made. */
  async load(address: string, keptFor: number, make: () => Promise<string | Buffer>): Promise<File> {
    const kept = this.#files.get(address)
    if (kept && kept.expires > this.#clock.now()) return kept
    const running = this.#running.get(address)
    if (running) return running
    const making = make().then((content) => {
      const body = Buffer.from(content)
      const file = {
        body,
        etag: `W/"${hash('sha1', body, 'base64url')}"`,
        expires: this.#clock.now() + keptFor,
        forms: new Map<Encoding, Form>(),
      }
      // Cleared meanwhile: it may be of yesterday already.
      if (this.#running.get(address) === making) this.#files.set(address, file)
      return file
    })
    this.#running.set(address, making)
    try {
      return await making
    } finally {
      if (this.#running.get(address) === making) this.#running.delete(address)
    }
  }
}

function formOf({ body, forms }: File, wanted: Encoding): Form {
  const form = forms.get(wanted) ?? compressPage(body, wanted)
  forms.set(wanted, form)
  return form
}

export function sendFile(file: File, request: FastifyRequest, reply: FastifyReply, { type, maxAge }: { type: string; maxAge: number }) {
  const { etag } = file
  reply.header('etag', etag).header('cache-control', `public, max-age=${maxAge}`).header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const isPicture = type.startsWith('image/')
  const { body: sent, encoding } = formOf(file, isPicture ? 'identity' : chooseEncoding(request.headers['accept-encoding']))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(isPicture ? type : `${type}; charset=utf-8`).send(sent)
}
