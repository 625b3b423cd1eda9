/** What may come in: kinds of content, sizes, characters, names. */
import { connect, type AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { PASSWORD, person, signUp } from '#test/accounts.ts'
import { openTestApp, toMultipart, type TestApp } from '#test/app.ts'
import { findFault } from './parse-json.ts'

const post = ({ server }: TestApp, url: string, payload: string | Buffer, type = 'application/json', more: object = {}) =>
  server.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers: { 'content-type': type, ...more } })

test('text and forms are never executed, not even by a call that needs nothing in its body', async () => {
  const app = await openTestApp()
  const { token, http, user } = await signUp(app)
  const authorization = { authorization: `Bearer ${token}` }
  const form = toMultipart('{}')
  const sent: [type: string, payload: string | Buffer][] = [
    ['text/plain', JSON.stringify({ email: user.email, password: PASSWORD })],
    ['application/x-www-form-urlencoded', `email=${user.email}&password=${PASSWORD}`],
    [form.headers['content-type'], form.payload],
    ['multipart/form-data; boundary=x', ''],
    ['application/jsonp', '{}'],
    ['json', '{}'],
    ['', '{}'],
  ]
  for (const url of ['/consumer/signin', '/consumer/logout'])
    for (const [type, payload] of sent) {
      const answer = await post(app, url, payload, type, authorization)
      expect([url, type, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([url, type, 415, 'unsupported_media_type'])
    }
  expect((await http('GET /consumer/sessions')).count).toBe(1)
  // A program that names a type where it sends nothing is understood.
  expect((await post(app, '/consumer/logout', '', 'application/json', authorization)).statusCode).toBe(200)
})

test('no line break reaches the head of a mail', async () => {
  const app = await openTestApp()
  for (const email of ['a@b.lk\r\nbcc: c@d.lk', 'a@b.lk\nbcc: c@d.lk', 'a@b.lk, c@d.lk', 'a@b.lk\u2028bcc', '"a\r\n"@b.lk'])
    expect((await post(app, '/consumer/signup', JSON.stringify(person({ email })))).statusCode).toBe(400)
  const { user } = await signUp(app, { name: 'Nimali\r\nbcc: c@d.lk' })
  expect(user.name).toBe('Nimali bcc: c@d.lk')
})

test('nothing but the method that was meant changes anything', async () => {
  const app = await openTestApp()
  const { token, http } = await signUp(app)
  for (const method of ['GET', 'HEAD', 'PATCH'] as const)
    for (const headers of [{}, { 'x-http-method-override': 'DELETE' }, { 'x-method-override': 'DELETE' }])
      await app.server.inject({
        method,
        url: '/api/v1/consumer/delete-profile?_method=DELETE',
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
  for (const header of ['x-original-url', 'x-rewrite-url'])
    await app.server.inject({
      method: 'DELETE',
      url: '/api/v1/categories',
      headers: { authorization: `Bearer ${token}`, [header]: '/api/v1/consumer/delete-profile' },
    })
  expect((await http('GET /consumer/sessions')).count).toBe(1)
})

test('a body that is too large, too deep, broken or poisoned is refused, and the next one is served', async () => {
  const app = await openTestApp()
  const bodies: [status: number, body: string][] = [
    [413, JSON.stringify({ email: 'x'.repeat(300_000) })],
    [400, '['.repeat(100_000) + ']'.repeat(100_000)],
    [400, `{"a":${'['.repeat(40)}1${']'.repeat(40)}}`],
    [400, `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    [400, '{"email":'],
    [400, '{"__proto__":{"role":"admin"}}'],
    [400, '{"a":{"constructor":{"prototype":{"role":"admin"}}}}'],
    [400, '[]'],
    [400, 'null'],
    [400, '"text"'],
    [400, '{"a":1e999999,"email":{"toString":1}}'],
  ]
  for (const [status, body] of bodies) {
    const answer = await post(app, '/consumer/signin', body)
    expect([body.slice(0, 40), answer.statusCode]).toEqual([body.slice(0, 40), status])
    expect(answer.json()).toMatchObject({ success: false, code: status === 413 ? 'body_too_large' : 'invalid_input' })
  }
  expect(({} as Record<string, unknown>)['role']).toBeUndefined()
  expect((await post(app, '/consumer/signin', '{"email":"a@b.lk","password":"none"}')).statusCode).toBe(401)
})

test('32 levels are read, and one more is not', () => {
  const nest = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  expect(findFault(nest(32))).toBeUndefined()
  expect(findFault(nest(33))).toMatchObject({ code: 'invalid_input', fields: { body: 'Is nested deeper than 32 levels' } })
  expect(findFault(nest(100_000))).toMatchObject({ code: 'invalid_input' })
})

test('what is no text is refused in every part of a request, with the place where it stands', async () => {
  const app = await openTestApp()
  for (const bad of ['\u0000', 'a\u0000b', '\ud800', '\udc00\ud800'])
    for (const [body, field] of [
      [{ ...person(), name: bad }, 'body.name'],
      [{ ...person(), password: `${bad} correct horse` }, 'body.password'],
      [{ ...person(), unknown: { deep: [bad] } }, 'body.unknown.deep.0'],
      [{ ...person(), [bad]: 1 }, 'body'],
    ] as const) {
      const answer = await post(app, '/consumer/signup', JSON.stringify(body))
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_input', fields: { [field]: 'Contains characters that are not text' } })
    }
  for (const query of ['q=%00', 'q=a%00b', 'unknown=%00', '%00=1', 'tags=a&tags=%00'])
    expect([query, (await app.server.inject(`/api/v1/offers/all?${query}`)).statusCode]).toEqual([query, 400])
  // Bad ids are not found, as any that nobody has (D-57).
  for (const path of ['offers/%00', 'shops/a%00', 'shops/offers/%00', 'consumer/%00'])
    expect([path, (await app.server.inject(`/api/v1/${path}`)).statusCode]).toEqual([path, 404])
  // Half a character cannot be written into an address: its bytes are no UTF-8.
  expect((await app.server.inject('/api/v1/offers/%ed%a0%80')).statusCode).toBe(400)
})

test('what is encoded twice is decoded once', async () => {
  const app = await openTestApp()
  await app.importRows([
    { title: 'Save %41 today', shop: 'Tea House', category: 'Food', start_date: '1/11/2026' },
    { title: 'Save A today', shop: 'Tea House', category: 'Food', start_date: '2/11/2026' },
  ])
  const search = async (q: string) =>
    (await app.server.inject(`/api/v1/offers/all?q=${q}`)).json<{ data: { title: string }[] }>().data.map(({ title }) => title)
  expect(await search('%2541')).toEqual(['Save %41 today'])
  expect(await search('save%20%41')).toEqual(['Save A today'])
  for (const id of ['%252e%252e%252f', '%2500', '%252500']) expect((await app.server.inject(`/api/v1/shops/${id}`)).statusCode).toBe(404)
})

test('a parameter that is repeated where it must not be is refused, and none reaches the prototype of anything', async () => {
  const app = await openTestApp()
  for (const query of ['limit=1&limit=2', 'q=a&q=b', 'near=1,1&near=2,2', 'cursor=a&cursor=b'])
    expect([query, (await app.server.inject(`/api/v1/offers/all?${query}`)).statusCode]).toEqual([query, 400])
  for (const query of ['__proto__=x', '__proto__[limit]=1', 'constructor=x&constructor.prototype=y', 'toString=1', 'hasOwnProperty=1'])
    for (const url of ['/api/v1/offers/all?limit=1&', '/feed.json?', '/api/v1/shops?'])
      expect([url, query, (await app.server.inject(url + query)).statusCode]).toEqual([url, query, 200])
})

test('a body that comes too slowly is refused after five seconds, and its connection is closed', async () => {
  const { server } = await openTestApp()
  await server.listen({ port: 0, host: '127.0.0.1' })
  const send = async (type: string) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    // Who goes on sending into a closed connection is told so, and may lose what came before: it stops once it is answered.
    const drip = setInterval(() => answer || socket.write(' '), 700)
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    socket.on('error', () => {})
    socket.write(`POST /api/v1/consumer/signin HTTP/1.1\r\nHost: x\r\ncontent-type: ${type}\r\ncontent-length: 50\r\n\r\n{"email":`)
    await new Promise((resolve) => void socket.on('close', resolve))
    clearInterval(drip)
    return answer
  }
  const started = performance.now()
  const [slow, refused] = await Promise.all([send('application/json'), send('text/plain')])
  expect(performance.now() - started).toBeLessThan(15_000)
  expect(slow).toMatch(/^HTTP\/1.1 400 [^]*"code":"invalid_input"/)
  expect(refused).toMatch(/^HTTP\/1.1 415 /)
})
