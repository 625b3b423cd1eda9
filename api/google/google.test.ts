import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { GOOGLE_LIFE } from '#contract/constants.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { asBearer, PASSWORD, readMailToken, signUp } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { makeClaims, makeGoogleBody, NIMALI, type Changes, type Claims } from '#test/google-proofs.ts'
import { CLIENT_ID, signByNobody, startOpenIdProvider, type OpenIdProvider } from '#test/openid-provider.ts'

let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider()
})
afterAll(() => provider.close())

const openApp = (variables: Record<string, string> = {}) => openTestApp({ variables: { ...provider.variables, ...variables } })

const makeBody = (app: TestApp, changes?: Changes) => makeGoogleBody(provider, app, changes)
const signIn = async (app: TestApp, changes?: Changes) => app.http('POST /consumer/google-signin', { body: await makeBody(app, changes) })
const post = ({ server }: TestApp, payload: object) => server.inject({ method: 'POST', url: '/api/v1/consumer/google-signin', payload })

const TABLES = ['consumer', 'session', 'used_proof', 'mail_token']
async function photograph({ context: { pool } }: TestApp) {
  const rows = TABLES.map(async (table) => (await pool.query(`select * from ${table} order by 1`)).rows)
  return Promise.all(rows)
}
const REFUSED = { status: 401, code: 'wrong_credentials', message: 'Failed to login with Google' }

async function confirm(app: TestApp, email: string, kind: 'welcome' | 'confirm' = 'welcome') {
  await app.http('POST /consumer/confirm-email', { body: { token: (await readMailToken(app, email, kind))! } })
}
/** Somebody with a password and a confirmed address. */
async function openConfirmed(app: TestApp, more: object = {}) {
  const account = await signUp(app, more)
  await confirm(app, account.user.email)
  return account
}
async function resetPassword(app: TestApp, email: string, newPassword = 'battery staple') {
  await app.http('POST /consumer/forgot-password', { body: { email } })
  await expect.poll(() => readMailToken(app, email, 'reset')).toBeDefined()
  await app.http('POST /consumer/reset-password', { body: { token: (await readMailToken(app, email, 'reset'))!, newPassword } })
}
const link = async (app: TestApp, http: TestApp['http'], changes?: Changes & { password?: string }) => {
  const { credential, ticket } = await makeBody(app, changes)
  return http('POST /consumer/google-link', { body: { credential, ticket, currentPassword: changes?.password ?? PASSWORD } })
}

test('a proof of Google opens an account with a confirmed address and no password, and the next one leads to the same [#133, #209]', async () => {
  const app = await openApp()
  const first = await signIn(app)
  expect(first).toMatchObject({ success: true, message: 'Welcome.', token: expect.any(String) as string })
  expect(first.user).toMatchObject({
    email: NIMALI.email,
    name: NIMALI.name,
    googleId: NIMALI.sub,
    emailConfirmed: true,
    hasPassword: false,
  })
  const { data } = await asBearer(app, first.token)('GET /consumer/{id}', { params: { id: first.user.id } })
  expect(data).toEqual(first.user)
  const second = await signIn(app)
  expect(second.user).toEqual(first.user)
  expect(second.token).not.toBe(first.token)
  expect((await app.context.pool.query('select 1 from consumer')).rows).toHaveLength(1)
})

test('an account is whose it is at Google, by issuer and subject, whatever happens to the address', async () => {
  const app = await openApp()
  const { user } = await signIn(app)
  const moved = await signIn(app, { who: { ...NIMALI, email: 'perera@post.example' } })
  expect(moved.user).toEqual(user)
  // Somebody else has the address at Google by now.
  await expect(signIn(app, { who: { ...NIMALI, sub: 'another' } })).rejects.toMatchObject({ status: 409, code: 'email_taken' })
  // The same subject of another provider is another person.
  await app.context.pool.query(`update consumer set google_issuer = 'https://other.example'`)
  await expect(signIn(app)).rejects.toMatchObject({ status: 409 })
})

test('of many sign-ins at once of somebody new there is one account', async () => {
  const app = await openApp()
  const bodies = await Promise.all(Array.from({ length: 8 }, () => makeBody(app)))
  const answers = await Promise.all(bodies.map((body) => app.http('POST /consumer/google-signin', { body })))
  expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1)
  expect((await app.context.pool.query('select 1 from session')).rows).toHaveLength(8)
})

const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const HOUR = 3_600
/** What is wrong with each, by what it is given: what a good proof would say. */
type Spoil = (good: Claims, now: number) => Changes | Promise<Changes>
const BAD: Record<string, Spoil> = {
  'another audience': () => ({ claims: { aud: 'another.apps.example' } }),
  'an audience of several': () => ({ claims: { aud: [CLIENT_ID, 'another.apps.example'] } }),
  'no audience': () => ({ claims: { aud: undefined } }),
  'another issuer': () => ({ claims: { iss: 'https://accounts.google.com' } }),
  'no issuer': () => ({ claims: { iss: undefined } }),
  'an end that is over': (_, now) => ({ claims: { iat: now - 30, exp: now - 10 } }),
  'no end': () => ({ claims: { exp: undefined } }),
  'a beginning that is to come': (_, now) => ({ claims: { nbf: now + 60 } }),
  'a time in the future': (_, now) => ({ claims: { iat: now + 60, exp: now + HOUR } }),
  'a time long ago': (_, now) => ({ claims: { iat: now - HOUR } }),
  'no time': () => ({ claims: { iat: undefined } }),
  'the nonce of nobody': () => ({ claims: { nonce: 'made up' } }),
  'no nonce': () => ({ claims: { nonce: undefined } }),
  'no subject': () => ({ claims: { sub: undefined } }),
  'an address that is not verified': () => ({ claims: { email_verified: false } }),
  'an address that is verified in words': () => ({ claims: { email_verified: 'true' } }),
  'no word whether it is verified': () => ({ claims: { email_verified: undefined } }),
  'no address': () => ({ claims: { email: undefined } }),
  'another address in the body': () => ({ body: { email: 'victim@post.example' } }),
  'another subject in the body': () => ({ body: { googleId: '1' } }),
  'another name in the body': () => ({ body: { name: 'Somebody Else' } }),
  'another picture in the body': () => ({ body: { imageUrl: 'https://pictures.example/other.jpg' } }),
  'no signature': (good) => ({ body: { credential: signByNobody(good) } }),
  'another key under the same name': async (good) => ({ body: { credential: await signByOther(good) } }),
  'a key that nobody publishes': () => ({ header: { kid: 'another' } }),
  'a key in its own header': async (good) => ({ body: { credential: await signByOther(good, { jwk: publicOther() }) } }),
  'an address of keys in its header': async (good) => ({ body: { credential: await signByOther(good, { jku: 'https://keys.example/' }) } }),
  'the public key as a secret': async (good) => ({ body: { credential: await signBySecret(good) } }),
  'another payload under the signature': async (good) => ({ body: { credential: await swapPayload(good) } }),
  'no token': () => ({ body: { credential: 'e30.e30.e30' } }),
  'no ticket of ours': () => ({ body: { ticket: 'made up' } }),
}
const signByOther = (good: Claims, header: object = {}) => new SignJWT(good).setProtectedHeader({ alg: 'RS256', ...header }).sign(otherKey)
const publicOther = () => ({ kty: 'RSA', ...otherKey.export({ format: 'jwk' }), d: undefined })
async function signBySecret(good: Claims) {
  const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: { n: string; kid: string }[] }
  return new SignJWT(good).setProtectedHeader({ alg: 'HS256', kid: keys[0]!.kid }).sign(Buffer.from(keys[0]!.n))
}
async function swapPayload(good: Claims) {
  const [head, , signature] = (await provider.sign(good)).split('.')
  return `${head}.${Buffer.from(JSON.stringify({ ...good, sub: 'victim' })).toString('base64url')}.${signature}`
}

test.for(Object.entries(BAD))('a proof with %s signs nobody in, and leaves nothing behind', async ([, spoil]) => {
  const app = await openApp()
  const before = await photograph(app)
  const { data } = await app.http('GET /consumer/google-signin')
  const good = makeClaims(provider, app, { ...NIMALI, nonce: data.nonce })
  const changes = await spoil(good, Math.floor(app.clock.now() / SECOND))
  const { picture: imageUrl, sub: googleId, name, email } = NIMALI
  const credential = await provider.sign({ ...good, ...changes.claims }, changes.header)
  const body = { email, name, googleId, imageUrl, credential, ticket: data.ticket, ...changes.body }
  await expect(app.http('POST /consumer/google-signin', { body })).rejects.toMatchObject(REFUSED)
  expect(await photograph(app)).toEqual(before)
  // What was spoilt was all that was wrong with it.
  await app.http('POST /consumer/google-signin', {
    body: { ...body, email, googleId, name, imageUrl, ticket: data.ticket, credential: await provider.sign(good) },
  })
})

test('a body without a proof is no way in, whatever else it says', async () => {
  const app = await openApp()
  await signIn(app)
  const before = await photograph(app)
  const { credential, ticket, ...bare } = await makeBody(app)
  for (const body of [
    bare,
    { ...bare, ticket },
    { ...bare, credential },
    { ...bare, ticket, credential: '' },
    { ...bare, ticket, credential: null },
  ]) {
    const answer = await post(app, body)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid_input'])
  }
  expect(await photograph(app)).toEqual(before)
})

test('a proof works once, and for whoever asked for it alone, within ten minutes', async () => {
  const app = await openApp()
  const body = await makeBody(app)
  const stolen = { ...body, ticket: (await app.http('GET /consumer/google-signin')).data.ticket }
  await expect(app.http('POST /consumer/google-signin', { body: stolen })).rejects.toMatchObject(REFUSED)
  const late = await makeBody(app, { claims: { exp: Math.floor(app.clock.now() / SECOND) + 86_400 } })
  const twins = await Promise.allSettled([body, body].map((one) => app.http('POST /consumer/google-signin', { body: one })))
  expect(twins.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const before = await photograph(app)
  await expect(app.http('POST /consumer/google-signin', { body })).rejects.toMatchObject(REFUSED)
  app.clock.advance(GOOGLE_LIFE + MINUTE)
  await expect(app.http('POST /consumer/google-signin', { body: late })).rejects.toMatchObject(REFUSED)
  expect(await photograph(app)).toEqual(before)
})

test('an account with a password is never taken over by an address, and its owner goes on signing in', async () => {
  const app = await openApp()
  const { user } = await openConfirmed(app, { email: 'Nimali@post.example' })
  const before = await photograph(app)
  await expect(signIn(app)).rejects.toMatchObject({
    status: 409,
    code: 'email_taken',
    message: 'Sign in with your password to connect Google',
  })
  expect(await photograph(app)).toEqual(before)
  expect((await app.http('POST /consumer/signin', { body: { email: user.email, password: PASSWORD } })).user.id).toBe(user.id)
})

test('who registers the address of somebody else gains nothing by it', async () => {
  const app = await openApp()
  const attacker = await signUp(app, { email: NIMALI.email })
  // No way in that would outlive the password: the address is not confirmed.
  const mallory = { sub: 'mallory', email: 'mallory@post.example', name: 'Mallory', picture: '' }
  await expect(link(app, attacker.http, { who: mallory })).rejects.toMatchObject({
    status: 403,
    message: 'Please confirm your e-mail address first.',
  })
  // Whoever reads the mail of the address gets the account, and everybody else is out.
  await expect(signIn(app)).rejects.toMatchObject({ status: 409 })
  await resetPassword(app, NIMALI.email)
  await expect(attacker.http('GET /consumer/sessions')).rejects.toMatchObject({ status: 401 })
  const owner = await app.http('POST /consumer/signin', { body: { email: NIMALI.email, password: 'battery staple' } })
  await link(app, asBearer(app, owner.token), { password: 'battery staple' })
  expect((await signIn(app)).user.id).toBe(owner.user.id)
})

test('a Google account of another address does not outlive a reset: who moved onto the address of somebody else is out', async () => {
  const app = await openApp()
  const mallory = { sub: 'mallory', email: 'mallory@post.example', name: 'Mallory', picture: '' }
  const attacker = await openConfirmed(app, { email: mallory.email })
  await link(app, attacker.http, { who: mallory })
  const { id } = attacker.user
  await attacker.http('PUT /consumer/update-profile/{id}', { params: { id }, body: { email: NIMALI.email, currentPassword: PASSWORD } })
  await confirm(app, NIMALI.email, 'confirm')
  await resetPassword(app, NIMALI.email)
  expect((await signIn(app, { who: mallory })).user.id).not.toBe(id)
})

test('an account of Google alone gets a password by reset, keeps Google, and can let it go then, but not before', async () => {
  const app = await openApp()
  const { user, token } = await signIn(app)
  await expect(asBearer(app, token)('DELETE /consumer/google-link')).rejects.toMatchObject({ status: 403 })
  await resetPassword(app, user.email)
  const again = await app.http('POST /consumer/signin', { body: { email: user.email, password: 'battery staple' } })
  expect(again.user).toEqual({ ...user, hasPassword: true })
  expect((await signIn(app)).user.id).toBe(user.id)
  const { data } = await asBearer(app, again.token)('DELETE /consumer/google-link')
  expect(data).toMatchObject({ id: user.id, googleId: null })
  await expect(signIn(app)).rejects.toMatchObject({ status: 409, message: 'Sign in with your password to connect Google' })
})

test('who is signed in connects Google with their password, once, and with nobody else’s', async () => {
  const app = await openApp()
  const { http, user } = await openConfirmed(app, { email: 'perera@post.example' })
  const before = await photograph(app)
  await expect(link(app, http, { password: 'not this one' })).rejects.toMatchObject({
    status: 400,
    code: 'wrong_password',
    fields: { 'body.currentPassword': 'The current password is not right.' },
  })
  // A proof that is none does not end the session (D-02).
  await expect(link(app, http, { claims: { aud: 'another' } })).rejects.toMatchObject({ status: 403, message: REFUSED.message })
  expect(await photograph(app)).toEqual(before)
  const body = { ...(await makeBody(app)), currentPassword: PASSWORD }
  expect((await http('POST /consumer/google-link', { body })).data).toEqual({ ...user, emailConfirmed: true, googleId: NIMALI.sub })
  await expect(http('POST /consumer/google-link', { body })).rejects.toMatchObject({ status: 403, message: REFUSED.message })
  expect((await signIn(app)).user.id).toBe(user.id)
  await expect(link(app, http, { who: { ...NIMALI, sub: 'second' } })).rejects.toMatchObject({ status: 409 })
  const other = await openConfirmed(app, { email: 'other@post.example' })
  await expect(link(app, other.http)).rejects.toMatchObject({
    status: 409,
    message: 'This Google account is connected to another account.',
  })
})

test('without a client nothing of it is there, and says so', async () => {
  const app = await openTestApp()
  const no = { status: 404, message: 'Signing in with Google is not set up here.' }
  await expect(app.http('GET /consumer/google-signin')).rejects.toMatchObject(no)
  const body = { email: NIMALI.email, name: NIMALI.name, googleId: NIMALI.sub, imageUrl: null, credential: 'a', ticket: 'b' }
  await expect(app.http('POST /consumer/google-signin', { body })).rejects.toMatchObject(no)
})

test('the keys are asked for once, again within a minute where the provider has changed them, and no more often whatever is made up', async () => {
  const own = await startOpenIdProvider()
  onTestFinished(() => own.close())
  const app = await openTestApp({ variables: own.variables })
  const enter = async (header?: Record<string, unknown>) =>
    app.http('POST /consumer/google-signin', { body: await makeGoogleBody(own, app, { ...(header && { header }) }) })
  await enter()
  await enter()
  expect(own.readFetches()).toBe(1)
  for (let count = 0; count < 5; count += 1) await expect(enter({ kid: randomUUID() })).rejects.toMatchObject(REFUSED)
  expect(own.readFetches()).toBe(1)
  own.rotateKeys()
  await expect(enter()).rejects.toMatchObject(REFUSED)
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + MINUTE)
  onTestFinished(() => void vi.restoreAllMocks())
  await enter()
  expect(own.readFetches()).toBe(2)
})

test('a provider that is down, hangs or answers nonsense is answered 503 within five seconds, leaves nothing behind, and is asked again', async () => {
  let behave: 'hang' | 'nonsense' | 'other' | 'closed' = 'nonsense'
  const server = createServer((_, response) => {
    if (behave === 'nonsense') response.end('<html>')
    if (behave === 'other') response.end(JSON.stringify({ issuer: 'https://accounts.google.com', jwks_uri: `${provider.issuer}/jwks` }))
    if (behave === 'closed') response.destroy()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const app = await openApp({ OIDC_ISSUER: issuer })
  const before = await photograph(app)
  for (behave of ['nonsense', 'other', 'closed', 'hang'] as const) {
    const begun = Date.now()
    const answer = await post(app, await makeBody(app, { claims: { iss: issuer } }))
    expect([behave, answer.statusCode, answer.headers['retry-after']]).toEqual([behave, 503, '5'])
    expect(Date.now() - begun).toBeLessThan(5 * SECOND)
  }
  expect(await photograph(app)).toEqual(before)
  await app.http('POST /consumer/signup', { body: { name: 'A', email: 'a@post.example', phone: '0771234567', password: PASSWORD } })
}, 20_000)

test('sign-ins by Google are limited for an address as others are, and written down without who it was meant to be', async () => {
  const app = await openApp({ THROTTLE_FACTOR: '0.05' })
  const bad = await makeBody(app, { claims: { aud: 'another' } })
  const statuses = []
  for (let count = 0; count < 12; count += 1) statuses.push((await post(app, bad)).statusCode)
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  const { rows } = await app.context.pool.query(`select detail, outcome from audit_event where kind = 'google-sign-in'`)
  expect(rows).toHaveLength(10)
  expect(JSON.stringify(rows)).not.toMatch(/post\.example|1101694/)
})
