import { expect, test } from 'vitest'

import { DAY, HOUR } from '#contract/time.ts'
import { PASSWORD, person, signUp } from '#test/accounts.ts'
import { asBearer, openTestApp, type TestApp } from '#test/app.ts'

test('sign-in answers a token that opens the profile, whatever the case of the address [#208, #210]', async () => {
  const app = await openTestApp()
  const { user } = await signUp(app)
  const { token } = await app.http('POST /consumer/signin', { body: { email: ' NIMALI@post.example', password: PASSWORD } })
  const { data } = await asBearer(app, token)('GET /consumer/{id}', { params: { id: user.id } })
  expect(data).toEqual(user)
})

test('a wrong password and an unknown account are answered alike; each is written down, without the address', async () => {
  const app = await openTestApp()
  await signUp(app)
  const answers = []
  for (const body of [
    { email: 'nimali@post.example', password: 'not this one' },
    { email: 'nobody@post.example', password: PASSWORD },
    { email: 'nimali@post.example', password: PASSWORD.toUpperCase() },
  ]) {
    const response = await app.server.inject({ method: 'POST', url: '/api/v1/consumer/signin', payload: body })
    answers.push([response.statusCode, response.json()])
  }
  const refused = {
    success: false,
    error: 'Invalid email or password.',
    message: 'Invalid email or password.',
    code: 'wrong_credentials',
    fields: null,
  }
  expect(answers).toEqual([
    [401, refused],
    [401, refused],
    [401, refused],
  ])
  const { rows } = await app.context.pool.query(`select detail from audit_event where kind = 'sign-in' and outcome = 'refused'`)
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain('post.example')
})

test('a session ends with logout, and its token with it; others go on [#225]', async () => {
  const app = await openTestApp()
  const { user, http } = await signUp(app)
  const { token } = await app.http('POST /consumer/signin', { body: person() })
  await asBearer(app, token)('POST /consumer/logout')
  await expect(asBearer(app, token)('GET /consumer/{id}', { params: { id: user.id } })).rejects.toMatchObject({
    status: 401,
    code: 'session_expired',
    message: 'Session expired',
  })
  await http('GET /consumer/{id}', { params: { id: user.id } })
})

test('who comes back stays signed in, with a token renewed on the way; who stays away for thirty days does not', async () => {
  const app = await openTestApp()
  const { user, token } = await signUp(app)
  const open = (with_: string) => asBearer(app, with_)('GET /consumer/{id}', { params: { id: user.id } })
  expect((await open(token)).token).toBeUndefined()
  app.clock.advance(DAY + HOUR)
  const renewed = (await open(token)).token!
  expect(renewed).not.toBe(token)
  app.clock.advance(29 * DAY + 12 * HOUR)
  // The old one has come to its end, the session has not.
  await expect(open(token)).rejects.toMatchObject({ code: 'session_expired' })
  await open(renewed)
  app.clock.advance(31 * DAY)
  await expect(open(renewed)).rejects.toMatchObject({ code: 'session_expired' })
})

test('one sees where one is signed in, ends one of them, and all', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  const agent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36'
  const phone = await app.server.inject({
    method: 'POST',
    url: '/api/v1/consumer/signin',
    payload: person(),
    headers: { 'user-agent': agent },
  })
  const onPhone = asBearer(app, phone.json<{ token: string }>().token)
  const { data: devices } = await http('GET /consumer/sessions')
  expect(devices).toHaveLength(2)
  const other = devices.find(({ isThisOne }) => !isThisOne)!
  expect(other.name).toBe('Chrome on Android')

  const stranger = await signUp(app, { email: 'other@post.example' })
  await expect(stranger.http('DELETE /consumer/sessions/{id}', { params: { id: other.id } })).rejects.toMatchObject({ status: 404 })
  await onPhone('GET /consumer/{id}', { params: { id: user.id } })
  await http('DELETE /consumer/sessions/{id}', { params: { id: other.id } })
  await expect(onPhone('GET /consumer/sessions')).rejects.toMatchObject({ status: 401 })

  await http('DELETE /consumer/sessions')
  await expect(http('GET /consumer/sessions')).rejects.toMatchObject({ status: 401 })
  await stranger.http('GET /consumer/sessions')
})

/** Tries a password from an address. */
const attemptAt =
  ({ server }: TestApp) =>
  (address: string, password: string) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/consumer/signin',
      payload: person({ password }),
      headers: { 'x-forwarded-for': address },
    })

test('attempts are limited for an account from an address: nobody locks its owner out from elsewhere', async () => {
  const app = await openTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } })
  await signUp(app)
  const attempt = attemptAt(app)
  for (let i = 0; i < 10; i++) expect((await attempt('203.0.113.9', 'guess again')).statusCode).toBe(401)
  const late = await attempt('203.0.113.9', PASSWORD)
  expect(late.statusCode).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(60)
  expect((await attempt('198.51.100.7', PASSWORD)).statusCode).toBe(200)
  app.clock.advance(HOUR)
  expect((await attempt('203.0.113.9', PASSWORD)).statusCode).toBe(200)
})

test('an account that is tried from everywhere leaves each address fewer attempts, and its owner some', async () => {
  // A quarter of every limit: 15 for an account from everywhere, then 1 from each address instead of 2.
  const app = await openTestApp({ variables: { TRUST_PROXY: '127.0.0.1', THROTTLE_FACTOR: '0.25' } })
  await signUp(app)
  const attempt = attemptAt(app)
  for (let i = 0; i < 16; i++) await attempt(`203.0.113.${i}`, 'guess again')
  expect((await attempt('192.0.2.1', 'guess again')).statusCode).toBe(401)
  expect((await attempt('192.0.2.1', 'guess again')).statusCode).toBe(429)
  expect((await attempt('198.51.100.7', PASSWORD)).statusCode).toBe(200)
})
