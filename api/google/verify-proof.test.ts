import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { SignJWT } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'

import { GOOGLE_LIFE } from '#contract/constants.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { PASSWORD } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'
import {
  makeClaims,
  makeGoogleBody,
  openGoogle,
  NIMALI,
  photographAccounts as photograph,
  REFUSED,
  type Changes,
  type Claims,
} from '#test/google-proofs.ts'
import { CLIENT_ID, signByNobody, startOpenIdProvider } from '#test/openid-provider.ts'

const { provider, openApp, makeBody, signIn, post } = await openGoogle()

const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const HOUR_IN_SECONDS = 3_600
/** What is wrong with each, by what it is given: what a good proof would say. */
type Spoil = (good: Claims, now: number) => Changes | Promise<Changes>
const BAD: Record<string, Spoil> = {
  'another audience': () => ({ claims: { aud: 'another.apps.example' } }),
  'an audience of several': () => ({ claims: { aud: [CLIENT_ID, 'another.apps.example'] } }),
  'no audience': () => ({ claims: { aud: undefined } }),
  'another issuer': () => ({ claims: { iss: 'https://accounts.google.com' } }),
  'no issuer': () => ({ claims: { iss: undefined } }),
  'an end that is over': (_, now) => ({ claims: { iat: now - 180, exp: now - 90 } }),
  'no end': () => ({ claims: { exp: undefined } }),
  'a beginning that is to come': (_, now) => ({ claims: { nbf: now + 90 } }),
  'a time in the future': (_, now) => ({ claims: { iat: now + 90, exp: now + HOUR_IN_SECONDS } }),
  'a time long ago': (_, now) => ({ claims: { iat: now - HOUR_IN_SECONDS } }),
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

test.for([
  ['a minute before ours', -50],
  ['a minute after ours', 50],
] as const)('a clock of the provider that is nearly %s is told nothing', async ([, seconds]) => {
  const app = await openApp()
  const now = Math.floor(app.clock.now() / SECOND) + seconds
  expect((await signIn(app, { claims: { iat: now, nbf: now, exp: now + HOUR_IN_SECONDS } })).user.googleId).toBe(NIMALI.sub)
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

test('a provider that was down is asked again, and the very proof that had to wait lets in then', async () => {
  const own = await startOpenIdProvider()
  onTestFinished(() => own.close())
  const app = await openTestApp({ variables: own.variables })
  const body = await makeGoogleBody(own, app)
  own.setDown(true)
  expect((await post(app, body)).statusCode).toBe(503)
  own.setDown(false)
  expect((await post(app, body)).statusCode).toBe(200)
})

test('keys that have moved are found again where the provider says that they lie now', async () => {
  let place = '/first'
  const server = createServer(({ url, headers }, response) => {
    if (url === '/.well-known/openid-configuration') {
      const issuer = `http://${headers.host}`
      return void response.end(JSON.stringify({ issuer, jwks_uri: issuer + place }))
    }
    if (url !== place) return void response.writeHead(404).end()
    void fetch(`${provider.issuer}/jwks`).then(async (keys) => response.end(await keys.text()))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const app = await openApp({ OIDC_ISSUER: issuer })
  const enter = async (header?: Record<string, unknown>) =>
    (await post(app, await makeBody(app, { claims: { iss: issuer }, ...(header && { header }) }))).statusCode
  expect(await enter()).toBe(200)
  place = '/second'
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + MINUTE)
  onTestFinished(() => void vi.restoreAllMocks())
  // One that is not known is asked for at the old place.
  expect(await enter({ kid: randomUUID() })).toBe(503)
  expect(await enter()).toBe(200)
})

test('a provider that is down, hangs or answers nonsense is answered 503 within five seconds, and leaves nothing behind', async () => {
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
