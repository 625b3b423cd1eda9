import { expect, test } from 'vitest'

import { asBearer, PASSWORD, readMailToken, signUp } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { NIMALI, openGoogle, photographAccounts as photograph, REFUSED, type Changes } from '#test/google-proofs.ts'

const { openApp, makeBody, signIn, post } = await openGoogle()

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

test('who has another address at Google by now does not stay in the account of the old one once that is reset', async () => {
  const app = await openApp()
  const { user } = await signIn(app)
  const moved = { who: { ...NIMALI, email: 'perera@post.example' } }
  expect((await signIn(app, moved)).user.id).toBe(user.id)
  await resetPassword(app, NIMALI.email)
  expect((await signIn(app, moved)).user.id).not.toBe(user.id)
})

test('to disconnect Google ends the sessions of whoever came in by it', async () => {
  const app = await openApp()
  const { http } = await openConfirmed(app, { email: 'perera@post.example' })
  await link(app, http)
  const visitor = asBearer(app, (await signIn(app)).token)
  await http('DELETE /consumer/google-link')
  await expect(visitor('GET /consumer/sessions')).rejects.toMatchObject({ status: 401 })
  expect((await http('GET /consumer/sessions')).data).toHaveLength(1)
})

test('a refusal for an address that has an account uses up none of the sign-ups of its network', async () => {
  const app = await openApp()
  await signUp(app, { email: NIMALI.email })
  for (let count = 0; count < 30; count += 1) await expect(signIn(app)).rejects.toMatchObject({ status: 409 })
  await signUp(app, { email: 'perera@post.example' })
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

test('who is signed in connects Google with their password, once, and is told by mail; nobody else’s can be connected', async () => {
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
  const { rows } = await app.context.pool.query(
    `select data->>'to' as to, data->>'google' as google from job.job where data->>'kind' = 'google-connected'`,
  )
  expect(rows).toEqual([{ to: user.email, google: NIMALI.email }])
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
