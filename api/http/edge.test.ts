/** What every answer carries, and who may read it from where. */
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { openTestApp } from '#test/app.ts'

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
  'permissions-policy': expect.stringContaining('geolocation=(self)') as string,
}

test('every answer, whatever it is and however it failed, says that it is not to be guessed at, framed or passed on', async () => {
  const app = await openTestApp()
  await app.importRows([{ title: 'Tea', shop: 'Tea House', category: 'Food' }])
  const { headers } = await app.server.inject('/api/v1/categories')
  const again = { 'if-none-match': String(headers['etag']) }
  const answers = [
    [200, await app.server.inject('/api/v1/categories')],
    [304, await app.server.inject({ url: '/api/v1/categories', headers: again })],
    [200, await app.server.inject({ url: '/api/v1/categories', method: 'HEAD' })],
    [200, await app.server.inject('/api/v1/offers/all')],
    [400, await app.server.inject('/api/v1/offers/all?limit=x')],
    [401, await app.server.inject('/api/v1/consumer/export')],
    [404, await app.server.inject('/api/v1/nothing')],
    [404, await app.server.inject('/nothing')],
    [404, await app.server.inject({ url: '/api/v1/categories', method: 'TRACE' })],
    [404, await app.server.inject({ url: '/api/v1/categories', method: 'OPTIONS' })],
    [
      415,
      await app.server.inject({ url: '/api/v1/consumer/signin', method: 'POST', headers: { 'content-type': 'text/plain' }, payload: '{}' }),
    ],
    [400, await app.server.inject('/api/v1/shops/%zz')],
    [200, await app.server.inject('/healthz')],
    [200, await app.server.inject('/robots.txt')],
    [200, await app.server.inject('/icons/icon-192.png')],
    [200, await app.server.inject('/api/docs')],
  ] as const
  for (const [status, answer] of answers) {
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject(EVERYWHERE)
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    if (answer.body !== '') expect(answer.headers['content-type']).toMatch(/charset=utf-8|^image\//i)
  }
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('what is no request is refused with the same headers', async () => {
  const app = await openTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('hello\r\n\r\n')
  const answer = (await text(socket)).toLowerCase()
  for (const name of Object.keys(EVERYWHERE)) expect(answer).toContain(`\r\n${name}: `)
})

test('where people come by https, they are told to come no other way for a year', async () => {
  const { server } = await openTestApp({ variables: { PUBLIC_URL: 'https://kade.example' } })
  for (const url of ['/api/v1/categories', '/nothing', '/api/v1/shops/%zz'])
    expect((await server.inject(url)).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

const preflight = (origin: string) => ({
  method: 'OPTIONS' as const,
  url: '/api/v1/consumer/signin',
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
})

test('no other site reads the API unless it is on the list', async () => {
  const closed = await openTestApp()
  for (const request of [preflight('https://app.example'), { url: '/api/v1/categories', headers: { origin: 'https://app.example' } }])
    expect(Object.keys((await closed.server.inject(request)).headers).filter((name) => /^access-control|^vary/.test(name))).toEqual([])

  const { server } = await openTestApp({ variables: { CORS_ORIGINS: 'https://app.example, http://localhost:8100/' } })
  const allowed = await server.inject(preflight('https://app.example'))
  expect(allowed.statusCode).toBe(204)
  expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': 'https://app.example', vary: 'origin', ...EVERYWHERE })
  expect(allowed.headers['access-control-allow-headers']).toBe('authorization, content-type, if-none-match')
  expect(allowed.headers).not.toHaveProperty('access-control-allow-credentials')
  for (const url of ['/api/v1/categories', '/api/v1/consumer/export', '/api/v1/nothing'])
    expect((await server.inject({ url, headers: { origin: 'http://localhost:8100' } })).headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:8100',
      'access-control-expose-headers': 'etag, retry-after, x-request-id',
    })
  for (const origin of [
    'https://evil.example',
    'null',
    'https://app.example.evil.example',
    'http://app.example',
    'https://app.example:444',
  ]) {
    const { headers } = await server.inject(preflight(origin))
    expect([origin, headers['access-control-allow-origin'], headers['vary']]).toEqual([origin, undefined, 'origin'])
  }
  expect((await server.inject({ url: '/healthz', headers: { origin: 'https://app.example' } })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
})

test('where somebody comes from is believed of the proxy alone', async () => {
  const from = (address: string) => ({
    method: 'DELETE' as const,
    url: '/api/v1/superadmin/dashboard/demo',
    headers: { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address },
  })
  const alone = await openTestApp()
  const proxied = await openTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } })
  for (let count = 0; count < 30; count++) {
    await alone.server.inject(from(`10.0.0.${count}`))
    await proxied.server.inject(from('10.0.0.1'))
  }
  expect((await alone.server.inject(from('10.0.1.1'))).statusCode).toBe(429)
  expect((await proxied.server.inject(from('10.0.0.1'))).statusCode).toBe(429)
  expect((await proxied.server.inject(from('10.0.0.2'))).statusCode).toBe(401)
})

test('a page that is rendered on the server is given what is for everybody alone: no guard stands between', async () => {
  const { api } = await openTestApp()
  expect(() => api('GET /superadmin/dashboard/imports')).toThrow('cannot be called from inside')
  expect(() => api('GET /superadmin/dashboard/reports')).toThrow('cannot be called from inside')
  expect((await api('GET /categories')).data.length).toBeGreaterThan(0)
})
