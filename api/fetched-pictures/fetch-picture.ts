/**
 * One address that somebody wrote into a file, and what lies there. The server may be led to its own network by it, held up or flooded:
 * so it looks up each host itself, connects to the very addresses that it has looked at, and takes so much in so long.
 */
import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isPublicAddress } from '#contract/public-address.ts'
import { SECOND } from '#contract/time.ts'

export const FETCH = { time: 10 * SECOND, bytes: 10 * 1024 * 1024, redirects: 5 } as const
/** Ports on which web servers are found: on others a public host may offer what is no web. */
const PORTS = new Set([80, 443, 8080, 8443])

/**
 * Why there is no picture, in a sentence for the operator. `host`: it may be there later, and so may everything else of that host. `again`: it may be
 * there later. `never`: asking again would change nothing.
 */
export class PictureError extends Error {
  readonly blame: 'host' | 'again' | 'never'
  constructor(blame: PictureError['blame'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.blame = blame
  }
}

/** What is outside: how hosts are found, and where the server may go. */
export type Reach = {
  /** The addresses of a host, by DNS. */
  resolve: (host: string) => Promise<string[]>
  mayReach: (address: string, port: number) => boolean
}

/** Not getaddrinfo: it holds one of four threads, which passwords and files need as well, for as long as a name server is silent. */
const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 })
export const publicReach: Reach = {
  async resolve(host) {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  },
  mayReach: (address, port) => PORTS.has(port) && isPublicAddress(address),
}

/** `time` in milliseconds. */
type Request = { signal: AbortSignal; userAgent: string; reach: Reach; time?: number }

/** The bytes at an address, whatever they are. Throws `PictureError`, and what `signal` is aborted with. */
export async function fetchPicture(address: string, { signal, time = FETCH.time, ...request }: Request): Promise<Buffer> {
  const late = AbortSignal.timeout(time)
  try {
    return await follow(address, { ...request, signal: AbortSignal.any([signal, late]) })
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) throw new PictureError('host', `It was not there after ${time / SECOND} seconds`, { cause: error })
    throw error instanceof PictureError ? error : explain(error as NodeJS.ErrnoException)
  }
}

const explain = (error: NodeJS.ErrnoException) =>
  new PictureError('host', `Its host could not be asked (${error.code ?? error.message.slice(0, 80)})`, { cause: error })

async function follow(address: string, request: Request): Promise<Buffer> {
  let url = readAddress(address)
  for (let hops = 0; hops <= FETCH.redirects; hops += 1) {
    const response = await ask(url, request)
    try {
      const { statusCode: status = 0, headers } = response
      if (status >= 300 && status < 400 && headers.location !== undefined) url = readAddress(headers.location, url)
      else if (status === 200) return await readBody(response)
      else throw new PictureError('again', `Its host answered ${status}`)
    } finally {
      response.destroy()
    }
  }
  throw new PictureError('again', `It was redirected more than ${FETCH.redirects} times`)
}

function readAddress(address: string, base?: URL) {
  const url = URL.parse(address, base?.href)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new PictureError('never', base ? 'It is redirected to what is no address of a picture' : 'Its address is none of a picture')
  return url
}

/** What a host answers. Nothing is sent before each of its addresses was looked at, and to no other than those. */
function ask(url: URL, { signal, userAgent, reach }: Request) {
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port) || (isSecure ? 443 : 80)
  const check = (addresses: string[]) => {
    if (addresses.length === 0) throw new PictureError('host', 'Its host is not known')
    if (!addresses.every((one) => reach.mayReach(one, port)))
      throw new PictureError('never', 'It leads into a private network, or to a port that is none of the web')
    return addresses.map((one) => ({ address: one, family: isIP(one) }))
  }
  const lookup: LookupFunction = (host, { all }, answer) => {
    reach
      .resolve(host)
      .then(check)
      .then(
        (found) => (all ? answer(null, found) : answer(null, found[0]!.address, found[0]!.family)),
        (error: Error) => answer(error, []),
      )
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A host that is an address is never looked up.
  if (isIP(host)) check([host])
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'image/avif,image/webp,image/*', 'accept-encoding': 'identity', 'user-agent': userAgent }
    // A connection of its own, and none through a proxy, which would look up hosts by itself.
    const request = (isSecure ? https : http).get(url, { headers, lookup, agent: false, signal })
    request.once('response', resolve)
    // More than one may come, and the last when nobody waits any more.
    request.on('error', reject)
  })
}

async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new PictureError('never', `It is larger than ${FETCH.bytes / 1024 / 1024} MB`)
  if (Number(response.headers['content-length']) > FETCH.bytes) throw tooLarge()
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > FETCH.bytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}
