/** What is no request, and what is no cursor or id of ours: refused in the wire's shape, never with a 5xx. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { ADMIN_KEY, openTestApp, type TestApp } from '#test/app.ts'

/** Sends bytes as they are, and answers all that comes back. */
async function sendRaw({ server }: TestApp, bytes: string) {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

const UNREADABLE: [status: number, bytes: string][] = [
  [400, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  [400, 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n'],
  [400, 'hello\r\n\r\n'],
  [400, 'GET /api/v1/shops/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  [431, `GET /api/v1/shops?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
]

test('what cannot be read as a request is refused in the shape of every failure', async () => {
  const app = await openTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  for (const [status, bytes] of UNREADABLE) {
    const [head = '', body = ''] = (await sendRaw(app, bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
    const { error, ...failure } = JSON.parse(body) as Record<string, unknown>
    expect(failure).toEqual({ success: false, message: error, code: 'invalid_input', fields: null })
  }
})

test('a server that is closing refuses what comes on open connections, and says that it is worth another try', async () => {
  const app = await openTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1')
  const answer = text(socket)
  socket.write('GET /api/v1/shops HTTP/1.1\r\nHost: x\r\n')
  await setTimeout(100)
  const closed = app.server.close()
  await setTimeout(20)
  socket.write('\r\n')
  expect(await answer).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 2[^]*\r\n\r\n\{"success":false,[^]*"code":"unavailable"/)
  await closed
})

const ID = '01a1fd0a-6772-7721-a0ce-5a450114b80a'
const forge = (key: string, total = '1') => Buffer.from(`[[${key}],${total},0]`).toString('base64url')

const FORGED = [
  `offers/all?sort=discount&cursor=${forge(`1e39,"${ID}"`)}`,
  `offers/all?sort=discount&cursor=${forge(`1e-50,"${ID}"`)}`,
  `offers/all?sort=ending&cursor=${forge(`"2026-02-31T00:00:00.000Z","${ID}"`)}`,
  `offers/all?sort=ending&cursor=${forge(`"9999-99-99T99:99:99.999Z","${ID}"`)}`,
  `offers/all?sort=ending&cursor=${forge(`"0000-01-01T00:00:00.000Z","${ID}"`)}`,
  `offers/all?sort=newest&cursor=${forge(`"${ID}"`, '-5')}`,
  `offers/all?sort=newest&cursor=${forge(`"${ID}"`, '9007199254740991')}`,
  `offers/all?near=6.9,79.8&cursor=${forge(`1e308,"${ID}"`)}`,
  `shops?cursor=${forge(`"\\u0000","${ID}"`)}`,
  `shops?near=6.9,79.8&cursor=${forge(`"rest","\\ud800","${ID}"`)}`,
]

const FORGED_BY_OPERATORS = [
  `offers?cursor=${forge(`"2026-02-31T00:00:00.000Z","${ID}"`)}`,
  `shops?cursor=${forge(`"\\u0000","${ID}"`)}`,
  `imports?cursor=${forge('2147483648')}`,
  `imports?cursor=${forge('1.5')}`,
].map((address) => `superadmin/dashboard/${address}`)

test('a cursor that no list has given is refused', async () => {
  const { server } = await openTestApp()
  const headers = { authorization: `Bearer ${ADMIN_KEY}` }
  for (const address of [...FORGED, ...FORGED_BY_OPERATORS]) {
    const response = await server.inject({ url: `/api/v1/${address}`, headers })
    expect([address, response.statusCode, response.json()]).toEqual([address, 400, expect.objectContaining({ code: 'invalid_input' })])
  }
})

test('what nobody has is not found, however long its id', async () => {
  const { server } = await openTestApp()
  for (const url of ['/api/v1/offers/', '/api/v1/shops/', '/api/v1/shops/offers/'])
    for (const length of [201, 499, 5_000]) expect((await server.inject(url + 'x'.repeat(length))).statusCode).toBe(404)
})
