import { expect, test } from 'vitest'

import { PASSWORD, signUp } from '#test/accounts.ts'
import { asBearer, openTestApp } from '#test/app.ts'
import { NIMALI, openConfirmed, openGoogle, photographAccounts as photograph, resetPassword } from '#test/google-proofs.ts'

const { openApp, makeBody, signIn, connect, post } = await openGoogle()

test('a proof of Google opens an account with a confirmed address and no password, and the next one leads to the same [#133, #209]', async () => {
  const app = await openApp()
  const first = await signIn(app)
  expect(first).toMatchObject({
    success: true,
    message: `A Kade account has been opened for you, with ${NIMALI.email}.`,
    token: expect.any(String) as string,
    isNew: true,
  })
  expect(first.user).toMatchObject({
    email: NIMALI.email,
    name: NIMALI.name,
    googleId: NIMALI.sub,
    googleEmail: NIMALI.email,
    emailConfirmed: true,
    hasPassword: false,
  })
  const { data } = await asBearer(app, first.token)('GET /consumer/{id}', { params: { id: first.user.id } })
  expect(data).toEqual(first.user)
  const second = await signIn(app)
  expect(second).toMatchObject({ message: 'Welcome.', isNew: false, user: first.user })
  expect(second.token).not.toBe(first.token)
  expect((await app.context.pool.query('select 1 from consumer')).rows).toHaveLength(1)
})

test('an account is whose it is at Google, by issuer and subject, whatever happens to the address', async () => {
  const app = await openApp()
  const { user } = await signIn(app)
  const moved = await signIn(app, { who: { ...NIMALI, email: 'perera@post.example' } })
  expect(moved.user).toEqual({ ...user, googleEmail: 'perera@post.example' })
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
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect((await app.context.pool.query('select 1 from session')).rows).toHaveLength(8)
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

test('where the account at the address has no password, the words lead to where it gets one, and its Google account goes with that', async () => {
  const app = await openApp()
  const former = await signIn(app)
  const owner = { ...NIMALI, sub: 'another' }
  await expect(signIn(app, { who: owner })).rejects.toMatchObject({
    status: 409,
    code: 'email_taken',
    message: expect.stringMatching(/no password yet.*“Forgot password\?”/) as string,
  })
  await resetPassword(app, NIMALI.email)
  const session = await app.http('POST /consumer/signin', { body: { email: NIMALI.email, password: 'battery staple' } })
  await connect(app, asBearer(app, session.token), { password: 'battery staple', who: owner })
  expect((await signIn(app, { who: owner })).user.id).toBe(former.user.id)
})

test('a refusal for an address that has an account uses up none of the sign-ups of its network', async () => {
  const app = await openApp()
  await signUp(app, { email: NIMALI.email })
  for (let count = 0; count < 30; count += 1) await expect(signIn(app)).rejects.toMatchObject({ status: 409 })
  await signUp(app, { email: 'perera@post.example' })
})

test('without a client nothing of it is there, and says so', async () => {
  const app = await openTestApp()
  const no = { status: 404, message: 'Signing in with Google is not set up here.' }
  await expect(app.http('GET /consumer/google-signin')).rejects.toMatchObject(no)
  const body = { email: NIMALI.email, name: NIMALI.name, googleId: NIMALI.sub, imageUrl: null, credential: 'a', ticket: 'b' }
  await expect(app.http('POST /consumer/google-signin', { body })).rejects.toMatchObject(no)
})

test('without a client nobody is counted, and nothing is written down', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '0.05' } })
  const body = { email: NIMALI.email, name: NIMALI.name, googleId: NIMALI.sub, imageUrl: null, credential: 'a', ticket: 'b' }
  for (let count = 0; count < 12; count += 1) expect((await post(app, body)).statusCode).toBe(404)
  expect((await app.context.pool.query('select 1 from audit_event')).rows).toEqual([])
})

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

test('what a sign-in begins with is for whoever asked, and is kept nowhere', async () => {
  const { server } = await openApp()
  const ask = () => server.inject('/api/v1/consumer/google-signin')
  const [one, other] = [await ask(), await ask()]
  expect(one.headers['cache-control']).toBe('no-store')
  expect(one.json<{ data: { nonce: string } }>().data.nonce).not.toBe(other.json<{ data: { nonce: string } }>().data.nonce)
})

test('a name of any length and an address with an apostrophe are taken: the name is cut, and at no half letter', async () => {
  const app = await openApp()
  const who = { ...NIMALI, email: "o'neil+deals@post.example", name: `${'é'.repeat(199)}🛺 and much more`.padEnd(2_000, '.') }
  const { user } = await signIn(app, { who })
  expect(user).toMatchObject({ email: who.email, name: 'é'.repeat(199) })
  await expect(signIn(app, { who, body: { name: who.name.slice(0, 100) } })).rejects.toMatchObject({ status: 401 })
})

test.for([
  ['a bell', 'Nimali\u0007 Perera', {}],
  ['a tab', 'Nimali\tPerera', {}],
  // No body holds these: whoever sends it cleans the name.
  ['nothing at all', 'Nimali\u0000 Perera', { name: 'Nimali Perera' }],
  ['half a letter', 'Nimali \ud800Perera', { name: 'Nimali \ufffdPerera' }],
] as const)('a name that Google writes with %s in it is cleaned, and not refused', async ([, name, body]) => {
  const app = await openApp()
  const { user } = await signIn(app, { who: { ...NIMALI, name }, body })
  expect(user.name).toMatch(/^Nimali \ufffd?Perera$/)
})
