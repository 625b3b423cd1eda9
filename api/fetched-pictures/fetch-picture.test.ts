import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { give, giveStatus, openPictureHost, paint, type PictureHost } from '#test/picture-host.ts'

import { FETCH, fetchPicture, PictureError, publicReach, type Reach } from './fetch-picture.ts'

const ask = (address: string, reach: Reach, options: { signal?: AbortSignal; time?: number } = {}) =>
  fetchPicture(address, { reach, signal: new AbortController().signal, userAgent: 'Kade', ...options })
const failure = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((cause: unknown) => cause)
  if (!(error instanceof PictureError)) throw new Error('nothing was refused', { cause: error })
  return { blame: error.blame, message: error.message }
}
const PRIVATE = { blame: 'never', message: 'It leads into a private network, or to a port that is none of the web' }
/** As in production, but that the names and one port lead to the host of the test. */
const finds = (host: PictureHost, ...addresses: string[]): Reach => ({
  resolve: async () => addresses,
  mayReach: (address, port) => publicReach.mayReach(address, port === host.port ? 80 : port),
})

test('a picture comes as it lies there, past redirects, without anything said of who asks', async () => {
  const png = await paint(40).png().toBuffer()
  const heads: object[] = []
  const host = await openPictureHost({
    '/a.png': giveStatus(302, { location: '/b.png' }),
    '/c.png': (request, response) => {
      heads.push(request.headers)
      give(png)(request, response)
    },
  })
  host.answers['/b.png'] = giveStatus(308, { location: host.at('/c.png', 'other.example') })
  expect((await ask(host.at('/a.png'), host.reach)).equals(png)).toBe(true)
  expect(heads).toEqual([
    {
      host: `other.example:${host.port}`,
      accept: 'image/avif,image/webp,image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Kade',
      connection: 'close',
    },
  ])
})

test('an address that is written as one of a private network is never connected to', async () => {
  const host = await openPictureHost({ '/x.png': give(await paint(40).png().toBuffer()) })
  const own = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '10.0.0.1',
    '[fd00::1]',
    '[fe80::1]',
  ]
  const reach = finds(host, '8.8.8.8')
  for (const name of own) expect(await failure(ask(host.at('/x.png', name), reach))).toEqual(PRIVATE)
  expect(host.connections()).toBe(0)
})

test('a name that is found in a private network is never connected to, not even where one of its addresses is public', async () => {
  const host = await openPictureHost({ '/x.png': give(await paint(40).png().toBuffer()) })
  for (const found of [['127.0.0.1'], ['::ffff:127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['169.254.169.254']])
    expect(await failure(ask(host.at('/x.png'), finds(host, ...found)))).toEqual(PRIVATE)
  expect(host.connections()).toBe(0)
})

test('a name that leads elsewhere the second time it is looked up gains nothing: what was looked at is connected to', async () => {
  const host = await openPictureHost({
    '/x.png': giveStatus(302, { location: '/y.png' }),
    '/y.png': give(await paint(40).png().toBuffer()),
  })
  let lookups = 0
  const rebinding: Reach = {
    resolve: async () => ((lookups += 1) === 1 ? ['127.0.0.1'] : ['127.0.0.2']),
    mayReach: (address) => address === '127.0.0.1',
  }
  expect(await failure(ask(host.at('/x.png'), rebinding))).toEqual(PRIVATE)
  expect({ lookups, asked: host.asked }).toEqual({ lookups: 2, asked: ['/x.png'] })
})

test('a redirect into a private network, to another kind of address, or with a password is not followed', async () => {
  const inside = await openPictureHost({ '/secret': give(Buffer.from('secret')) })
  const host = await openPictureHost()
  const leads = (location: string) => {
    host.answers['/x.png'] = giveStatus(302, { location })
    return failure(ask(host.at('/x.png'), host.reach))
  }
  for (const own of ['127.0.0.1', 'localhost', '[::1]', '0']) expect(await leads(inside.at('/secret', own))).toEqual(PRIVATE)
  const none = { blame: 'never', message: 'It is redirected to what is no address of a picture' }
  for (const odd of [
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'gopher://pictures.example/',
    `http://a:b@pictures.example:${host.port}/x`,
  ])
    expect(await leads(odd)).toEqual(none)
  expect(inside.connections()).toBe(0)
})

test('a port that is none of the web is never connected to', () => {
  const ports = [22, 25, 3306, 5432, 6379, 11_211].filter((port) => publicReach.mayReach('93.184.216.34', port))
  expect(ports).toEqual([])
  expect([80, 443, 8080, 8443].every((port) => publicReach.mayReach('93.184.216.34', port))).toBe(true)
})

test('redirects without end are followed five times', async () => {
  const host = await openPictureHost({ '/x.png': giveStatus(301, { location: '/x.png' }) })
  expect(await failure(ask(host.at('/x.png'), host.reach))).toEqual({ blame: 'again', message: 'It was redirected more than 5 times' })
  expect(host.asked.length).toBe(6)
})

test('more than 10 MB are not taken, whether they are announced or not', async () => {
  let sent = 0
  const host = await openPictureHost({
    '/said': (_, response) => void response.writeHead(200, { 'content-length': String(11 * 1024 * 1024) }).write('x'),
    '/endless': (_, response) => {
      const part = Buffer.alloc(64 * 1024)
      const pour = () => {
        while (!response.destroyed && response.write(part)) sent += part.length
      }
      response.on('drain', pour)
      pour()
    },
  })
  const tooLarge = { blame: 'never', message: 'It is larger than 10 MB' }
  expect(await failure(ask(host.at('/said'), host.reach))).toEqual(tooLarge)
  expect(await failure(ask(host.at('/endless'), host.reach))).toEqual(tooLarge)
  expect(sent).toBeLessThan(30 * 1024 * 1024)
})

test('a host that hangs, or sends a little now and then, is left when its time is over, 10 seconds', async () => {
  const host = await openPictureHost({
    '/hangs': () => {},
    '/drips': (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.once('close', () => clearInterval(timer))
    },
  })
  const begun = Date.now()
  const late = { blame: 'host', message: 'It was not there after 0.4 seconds' }
  expect(await Promise.all(['/hangs', '/drips'].map((path) => failure(ask(host.at(path), host.reach, { time: 400 }))))).toEqual([
    late,
    late,
  ])
  expect(Date.now() - begun).toBeLessThan(3_000)
  expect(FETCH.time).toBe(10_000)
})

test('a name server that is silent holds nobody up for longer, and one that knows nothing is told of', async () => {
  const host = await openPictureHost()
  const silent: Reach = { ...host.reach, resolve: () => new Promise(() => {}) }
  expect(await failure(ask(host.at('/x.png'), { ...host.reach, resolve: async () => [] }))).toEqual({
    blame: 'host',
    message: 'Its host is not known',
  })
  expect(await failure(ask(host.at('/x.png'), silent, { time: 400 }))).toEqual({
    blame: 'host',
    message: 'It was not there after 0.4 seconds',
  })
  expect(host.connections()).toBe(0)
})

test('failures of a host are told apart from those of a picture', async () => {
  const host = await openPictureHost({ '/500': giveStatus(500), '/cut': (_, response) => void response.socket?.destroy() })
  expect(await failure(ask(host.at('/nothing'), host.reach))).toEqual({ blame: 'again', message: 'Its host answered 404' })
  expect(await failure(ask(host.at('/500'), host.reach))).toEqual({ blame: 'again', message: 'Its host answered 500' })
  expect(await failure(ask(host.at('/cut'), host.reach))).toEqual({ blame: 'host', message: 'Its host could not be asked (ECONNRESET)' })
  const closed = { ...host.reach, mayReach: () => true }
  expect(await failure(ask('http://pictures.example:9/x.png', closed))).toMatchObject({
    blame: 'host',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

test('who is told to stop stops at once', async () => {
  const host = await openPictureHost({ '/hangs': () => {} })
  const end = new AbortController()
  const asking = ask(host.at('/hangs'), host.reach, { signal: end.signal })
  await sleep(50)
  end.abort()
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
})
