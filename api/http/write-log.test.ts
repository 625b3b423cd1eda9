/** What is written down, and what never is. */
import { expect, test } from 'vitest'

import { createApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import type { CallName } from '#contract/calls.ts'
import { readMailToken, signUp } from '#test/accounts.ts'
import { asBearer } from '#test/app.ts'
import { ADMIN_KEY, openTestApp, type TestApp } from '#test/app.ts'
import { openTestDatabase } from '#test/database.ts'
import { createLogOptions, hideSecrets } from './write-log.ts'

type Line = { level: string; time: string; reqId?: string; msg: string; code?: string; consumer?: string; path?: string; status?: number }

/** An app whose log is read by the test. */
async function openLogged() {
  const app = await openTestApp()
  const written: string[] = []
  const pool = await openTestDatabase()
  const config = readConfig({ DATA_DIR: app.context.config.DATA_DIR, SUPERADMIN_KEY: ADMIN_KEY, LOG_LEVEL: 'debug' })
  const logger = createLogOptions(config, { write: (line) => void written.push(line) })
  const logged = await createApp({ config, pool, clock: app.clock, logger })
  await logged.server.ready()
  const close = async () => {
    await logged.server.close()
    await pool.end()
  }
  return {
    app: { ...app, ...logged, http: asBearerOf(logged.server) } as TestApp,
    pool,
    written,
    close,
    lines: () => written.map((line) => JSON.parse(line) as Line),
  }
}
const asBearerOf = (server: TestApp['server']) => asBearer({ server } as TestApp, '')

test('a refused sign-in, a closed door, too many attempts and our own failures are written down, with who and which request', async () => {
  const { app, pool, close, lines } = await openLogged()
  const { user, token } = await signUp(app)
  const authorization = `Bearer ${token}`
  const ask = async (name: CallName, options: object = {}) => {
    const [method, path] = name.split(' ') as [string, string]
    return app.server.inject({ method: method as 'GET', url: `/api/v1${path.replace('{id}', user._id)}`, ...options })
  }
  expect((await ask('GET /consumer/{id}', { headers: { authorization } })).statusCode).toBe(200)
  expect((await app.server.inject('/api/v1/offers/none?near=6.9,79.8')).statusCode).toBe(404)
  expect(lines()).toEqual([])
  const signIn = { payload: { email: user.email, password: 'wrong horse' } }
  const refused = await ask('POST /consumer/signin', signIn)
  await app.server.inject({ url: '/api/v1/consumer/somebody?near=6.9,79.8', headers: { authorization } })
  for (let count = 0; count < 10; count++) await ask('POST /consumer/signin', signIn)
  await pool.query('alter table session rename to mislaid')
  await ask('GET /consumer/sessions', { headers: { authorization } })
  await pool.query('alter table mislaid rename to session')
  const told = lines()
  expect(told[0]).toMatchObject({
    level: 'warn',
    code: 'wrong_credentials',
    status: 401,
    path: '/api/v1/consumer/signin',
    reqId: refused.headers['x-request-id'],
  })
  expect(told[1]).toMatchObject({ level: 'warn', code: 'forbidden', status: 403, consumer: user._id, path: '/api/v1/consumer/somebody' })
  expect(told.find(({ code }) => code === 'too_many_requests')).toMatchObject({ level: 'warn', status: 429 })
  expect(told.at(-1)).toMatchObject({ level: 'error', code: 'internal_error', status: 500 })
  for (const { time } of told) expect(new Date(time).toISOString()).toBe(time)
  await close()
})

test('no password and no token stands in any line, and no line can be forged', async () => {
  const { app, pool, written, close } = await openLogged()
  const secret = 'swordfish 4711'
  const { token, user } = await signUp(app, { password: secret })
  const mailed = (await readMailToken(app, user.email, 'welcome'))!
  const authorization = `Bearer ${token}`
  const inject = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers: object = { authorization }) =>
    app.server.inject({ method, url, headers, ...(payload && { payload }) } as never)
  await pool.query('alter table mail_token rename to mislaid')
  await pool.query('alter table consumer rename column password_hash to mislaid')
  await inject('POST', '/api/v1/consumer/signin', { email: user.email, password: secret })
  await inject('POST', '/api/v1/consumer/confirm-email', { token: mailed })
  await inject('POST', '/api/v1/consumer/reset-password', { token: mailed, newPassword: secret })
  await inject('PUT', '/api/v1/consumer/change-password', { currentPassword: secret, newPassword: `${secret}!` })
  await inject('GET', `/api/v1/consumer/other?token=${token}`)
  await inject('POST', `/api/v1/superadmin/dashboard/import/csv?reset=${mailed}`, undefined, { authorization: `Bearer ${ADMIN_KEY}x` })
  await inject('GET', '/api/v1/consumer/x%0a%7b%22level%22:%22error%22%7d', undefined, { authorization: `${authorization}x` })
  app.server.log.error(
    { err: new Error(`GET /login?reset=${mailed}\n{"level":"fatal"}`), url: `/settings?confirm=${mailed}&a=1` },
    `sent ${authorization}`,
  )
  app.server.log.warn(
    { body: { password: secret, nested: JSON.stringify({ newPassword: `a"${secret}`, ok: 1 }) }, headers: { authorization } },
    'hello\nworld',
  )
  expect(written.length).toBeGreaterThan(6)
  const all = written.join('')
  for (const one of [secret, 'swordfish', token, mailed, ADMIN_KEY]) expect(all).not.toContain(one)
  for (const line of written) {
    expect(line.match(/\n/g)).toHaveLength(1)
    expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(warn|error)$/) as string })
  }
  await pool.query('alter table mislaid rename to mail_token')
  await close()
})

test('what lets somebody in is hidden in whatever shape it comes', () => {
  const hidden: [line: string, left: string][] = [
    ['{"password":"a","x":1}', '{"password":"[hidden]","x":1}'],
    ['{"password":"a\\"b\\\\","x":1}', '{"password":"[hidden]","x":1}'],
    ['{"m":"{\\"token\\":\\"a\\\\\\"bc\\",\\"x\\":1}","n":1}', '{"m":"{\\"token\\":[hidden]","n":1}'],
    ['{"url":"/login?reset=abc_-9&next=1"}', '{"url":"/login?reset=[hidden]&next=1"}'],
    ['{"url":"/settings?confirm=abc"}', '{"url":"/settings?confirm=[hidden]"}'],
    ['{"a":"bearer abc.def"}', '{"a":"Bearer [hidden]"}'],
    ['connect postgres://kade:pa-ss@db:5432/kade', 'connect postgres://kade:[hidden]@db:5432/kade'],
    ['{"msg":"eyJhbGciOiJIUzI1NiJ9.eyJpZCI6.c2ln is none"}', '{"msg":"[hidden] is none"}'],
    ['{"msg":"nothing to hide","passwords":3}', '{"msg":"nothing to hide","passwords":3}'],
  ]
  for (const [line, left] of hidden) expect(hideSecrets(line)).toBe(left)
})
